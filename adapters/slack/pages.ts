import { LIMITS } from "./limits.ts";

/** A part of a long text as one view shows it. */
export interface Page {
  /** `Lines 1–800 of 2,400` */
  readonly heading: string;
  /** In order and together exactly the page's text; each fits one preformatted element. */
  readonly chunks: readonly string[];
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** One page of a text. `index` past either end gives the nearest there is. */
export function pageOf(whole: string, index: number): Page {
  const pages = split(whole, LIMITS.pageText);
  const at = Math.min(Math.max(0, index), pages.length - 1);
  const text = pages[at] ?? "";
  return {
    heading: headingOf(whole, pages, at),
    chunks: split(text, LIMITS.preformatted),
    index: at,
    count: pages.length,
  };
}

/** Cuts a text into pieces of at most `max` of cost, after a line's end where there is one. */
export function split(text: string, max: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  let cost = 0;
  let lineEnd = 0;
  let position = 0;
  while (position < text.length) {
    const code = text.codePointAt(position) ?? 0;
    const next = costOf(code);
    if (cost + next > max && position > start) {
      const cut = lineEnd > start ? lineEnd : position;
      pieces.push(text.slice(start, cut));
      start = cut;
      position = cut;
      cost = 0;
      continue;
    }
    cost += next;
    position += code > 0xffff ? 2 : 1;
    if (code === 0x0a) lineEnd = position;
  }
  if (start < text.length || pieces.length === 0) pieces.push(text.slice(start));
  return pieces;
}

/** The dearer of what escaping and what JSON makes of a code point, in UTF-16 units. */
function costOf(code: number): number {
  if (code === 0x26) return 5; // &amp;
  if (code === 0x3c || code === 0x3e) return 4; // &lt; &gt;
  if (code === 0x22 || code === 0x5c || (code >= 0x08 && code <= 0x0d && code !== 0x0b)) return 2; // \n
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6; // \u0001, or half of a character
  return code > 0xffff ? 2 : 1;
}

function headingOf(whole: string, pages: readonly string[], at: number): string {
  const lines = lineCount(whole);
  if (lines === 1) {
    if (pages.length === 1) return "1 line";
    const before = lengthOf(pages.slice(0, at));
    return span("Characters", before + 1, before + lengthOf([pages[at] ?? ""]), lengthOf(pages));
  }
  const first = pages.slice(0, at).join("").split("\n").length;
  const shown = lineCount((pages[at] ?? "").replace(/\n$/, ""));
  return span("Lines", first, first + shown - 1, lines);
}

/** A line's end at the very end begins no other line. */
const lineCount = (text: string): number => text.replace(/\n$/, "").split("\n").length;

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Array.from(text).length, 0);

function span(unit: string, first: number, last: number, total: number): string {
  const [from, to, of] = [first, last, total].map((number) => number.toLocaleString("en-US"));
  return `${unit} ${from}–${to} of ${of}`;
}
