import { characters, isBlank } from "../core/characters.ts";

/** Text that is written by agents and people, made safe to lay out. Nothing here knows a platform. */

/**
 * Invisible and direction-changing characters, which can make a text read as what it is not. The joiners
 * and the emoji selector stay: emoji and several scripts need them.
 */
const INVISIBLE = /(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
const LINE_BREAKS = /\r\n|[\r\u0085\u2028\u2029]/g;

/** Multi-line text: line breaks become `\n`, control and invisible characters go. Tabs stay. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(LINE_BREAKS, "\n").replace(CONTROL, "").replace(INVISIBLE, "");
}

/**
 * One line: a line break could fake a line of the card, so it becomes a space. Empty when there would be
 * nothing to see.
 */
export function cleanLine(text: string): string {
  const line = cleanText(text).replace(/\s+/g, " ").trim();
  return isBlank(line) ? "" : line;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * At most `max` (one or more) code points, ending in `…` when something was cut; never inside what a
 * person sees as one character.
 */
export function clip(text: string, max: number): string {
  if (text.length <= max || characters(text) <= max) return text;
  return `${beginning(text, max - 1)}…`;
}

/** Whole characters from the beginning, at most `max` code points, without spaces at the end. */
function beginning(text: string, max: number): string {
  // Segmenting costs the length of the text for every piece. What is beyond `max` characters of two units
  // each is never kept, and a piece that the cut goes through is too long anyway.
  const head = text.slice(0, 2 * max + 64);
  let kept = "";
  let length = 0;
  for (const { segment } of graphemes.segment(head)) {
    length += characters(segment);
    if (length > max) break;
    kept += segment;
  }
  return kept.trimEnd();
}

export interface Preview {
  readonly text: string;
  /** `Showing 12 of 240 lines`; absent when nothing was cut. */
  readonly cut?: string | undefined;
}

/**
 * The beginning of a long text, whole lines first, and in words how much of it that is. Empty lines before
 * the first word are left out when something has to be.
 */
export function preview(text: string, limits: { lines: number; length: number }): Preview {
  const all = text.split("\n");
  if (linesThatFit(all, limits) === all.length) return { text };
  const lines = all.slice(
    Math.max(
      all.findIndex((line) => !isBlank(line)),
      0,
    ),
  );
  const fit = linesThatFit(lines, limits);
  const whole = lines.slice(0, fit).join("\n");
  // A line's end at the very end begins no other line.
  const count = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  if (fit >= count) return { text: whole };
  if (fit > 0) return { text: whole, cut: `Showing ${grouped(fit)} of ${grouped(count)} lines` };
  const kept = beginning(lines.join("\n"), limits.length - 1);
  const shown = isBlank(kept) ? "nothing" : `the first ${grouped(characters(kept))}`;
  return {
    text: `${kept}…`,
    cut: `Showing ${shown} of ${grouped(characters(lines.join("\n")))} characters`,
  };
}

function linesThatFit(lines: readonly string[], limits: { lines: number; length: number }): number {
  let fit = 0;
  let length = 0;
  for (const line of lines.slice(0, limits.lines)) {
    // The line break before it counts, too.
    length += characters(line) + Math.min(fit, 1);
    if (length > limits.length) break;
    fit += 1;
  }
  return fit;
}

/** `1,113`: a count for reading. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** `Ada, Grace and Lin`: names, or what else is counted up, inside of a sentence. */
export function inSentence(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** `Which menu?` or `Cost centre:`: a name before what is said of it; a question has its own mark at its end. */
export function called(name: string): string {
  return /[.?!:…؟。？！]$/u.test(name) ? name : `${name}:`;
}

/** `40 seconds`, `2 min`, `3 h`, `5 days`: a duration for reading, never negative. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.round(hours / 24)} days`;
}
