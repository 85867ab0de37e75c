import { typedOver } from "./typed-text.ts";

/** Long texts for inputs that hold only so much: several inputs, each with a piece. */

/** Platforms count in UTF-16 units or in code points. */
export type Unit = "utf-16" | "code-points";

/** Something on which no platform's trimming takes hold: no space, no control character, nothing invisible. */
const SOLID = /^[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Pieces of at most `maxLength` (one or more) which joined are the text: as few as can be, one for an
 * empty text. A piece ends between two characters that show, because platforms take spaces off the ends
 * of an input, and never inside what a person sees as one character. Undefined when some stretch has no
 * such place, as a megabyte of spaces: then the text cannot be typed over in pieces. Leave room for
 * typing: a `maxLength` well below what the input holds.
 */
export function splitText(
  text: string,
  maxLength: number,
  unit: Unit,
): readonly string[] | undefined {
  const pieces: string[] = [];
  let start = 0;
  for (;;) {
    const limit = reach(text, start, maxLength, unit);
    if (limit === text.length) return [...pieces, text.slice(start)];
    const end = lastGap(text, start, limit);
    if (end === undefined) return undefined;
    pieces.push(text.slice(start, end));
    start = end;
  }
}

/** The place after at most `length` units of what begins at `start`. */
function reach(text: string, start: number, length: number, unit: Unit): number {
  if (unit === "utf-16") return Math.min(start + length, text.length);
  let at = start;
  for (let count = 0; count < length && at < text.length; count += 1) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}

/** The last place after `start` and up to `limit` where a piece may end. */
function lastGap(text: string, start: number, limit: number): number | undefined {
  // Two units more: whether a character goes on beyond the limit depends on the code point there.
  const window = text.slice(start, limit + 2);
  const segments = graphemes.segment(window);
  for (let at = limit - start; at > 0; at -= 1) {
    const isEnd =
      SOLID.test(codePointBefore(window, at)) &&
      SOLID.test(window.slice(at, at + 2)) &&
      segments.containing(at)?.index === at;
    if (isEnd) return start + at;
  }
  return undefined;
}

function codePointBefore(text: string, at: number): string {
  const pair = text.slice(Math.max(at - 2, 0), at);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.slice(at - 1, at);
}

/**
 * The text that pieces mean when they come back: each piece that nobody changed (but for line ends and
 * outer white space) is exactly what it was, any other is what was typed. A piece that was not shown
 * (undefined) stays, an empty one goes.
 */
export function joinPieces(
  originals: readonly string[],
  typed: readonly (string | undefined)[],
): string {
  return originals.map((original, index) => typedOver(original, typed[index] ?? original)).join("");
}

/** `f3.1`: the id of the second input of field `f3`. */
export function pieceId(field: string, index: number): string {
  return `${field}.${index}`;
}

/** The field and the place that {@link pieceId} wrote; undefined for any other id. */
export function pieceOf(
  id: string,
): { readonly field: string; readonly index: number } | undefined {
  const [, field, index] = /^([a-z]\d{1,3})[.](0|[1-9]\d{0,3})$/.exec(id) ?? [];
  return field === undefined ? undefined : { field, index: Number(index) };
}
