import { isDeepStrictEqual } from "node:util";

/** What a case says when it fails: `expected … saw …`. */
export class Unexpected extends Error {
  constructor(what: string, expected: unknown, saw: unknown) {
    super(`${what}: expected ${shown(expected)} saw ${shown(saw)}`);
    this.name = "Unexpected";
  }
}

export function expectSame(what: string, saw: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(saw, expected)) throw new Unexpected(what, expected, saw);
}

/** Every word must be in the text, whatever stands between them. */
export function expectWords(what: string, text: string, words: readonly (string | RegExp)[]): void {
  const missing = words.find((word) => !says(text, [word]));
  if (missing !== undefined) throw new Unexpected(what, missing, text);
}

/** Every word is in the text, whatever stands between them. */
export function says(text: string, words: readonly (string | RegExp)[]): boolean {
  return words.every((word) => (typeof word === "string" ? text.includes(word) : word.test(text)));
}

export function expectNone(what: string, text: string, words: readonly string[]): void {
  for (const word of words) {
    if (text.includes(word)) throw new Unexpected(what, `nothing of “${word}”`, text);
  }
}

const LONGEST = 700;

function shown(value: unknown): string {
  const text = value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
