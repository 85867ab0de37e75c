import { RE2JS } from "re2js";
import { characters } from "./characters.ts";

/** The pattern of a schema, which looks anywhere in a text and takes time linear in its length. */
export interface Pattern {
  matches(text: string): boolean;
  /** The time of a search is at most this times the length of the text. */
  readonly steps: number;
}

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly problem: string };

/** In code points. Longer ones are lists of words, which `enum` says better. */
const MAX_LENGTH = 1_000;
/** RE2's own bound on repetition counts, multiplied where repetitions stand inside each other. */
const MAX_REPETITIONS = 1_000;
/** Of one pattern, and of all patterns of a schema together. */
export const MAX_STEPS = 5_000;

/**
 * Compiles a pattern as JSON Schema 2020-12 means it: ECMA-262 with the flag `u`, unanchored. It is run by
 * RE2, which never tries again and so cannot be made slow. The two languages share most of their signs and
 * mean different things by some (`\s`, `.`, `[^]`, `\Q`), so what ECMA-262 means is spelled out for RE2.
 * Refused with a sentence: what ECMA-262 does not know, what RE2 cannot do, and what is too large.
 */
export function compilePattern(source: string): CompiledPattern {
  if (characters(source) > MAX_LENGTH) {
    return refused(`is longer than ${MAX_LENGTH} characters; shorten it`);
  }
  const tokens = tokensOf(source, TOKEN);
  const impossible = beyondLinear(tokens);
  if (impossible !== undefined) return refused(impossible);
  if (!isRegularExpression(source)) {
    return refused("is not a regular expression of ECMA-262 with the flag u");
  }
  try {
    const compiled = RE2JS.compile(tokens.map(translated).join(""));
    const steps = compiled.programSize();
    return steps > MAX_STEPS
      ? refused("is too large once its repetitions are written out; use maxLength to count")
      : { ok: true, pattern: { steps, matches: (text) => compiled.test(text) } };
  } catch (error) {
    return refused(String(error).includes("repe") ? TOO_OFTEN : UNKNOWN_PROPERTY);
  }
}

const TOO_OFTEN = `repeats more than ${MAX_REPETITIONS} times, counted together where repetitions stand inside each other; use maxLength to count`;
const UNKNOWN_PROPERTY = "uses a Unicode property that is not known here";

/** Is the text a regular expression of ECMA-262, whatever it would cost to run? */
export function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** A sign of a pattern: an escape, a whole class, what opens a group, or a character. */
const TOKEN =
  /\\u\{[^}]*\}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u.{4}|\\x..|\\c.|\\[pP]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?<(?![=!])[^>]*>|\(\?<?[:=!]?|[^]/gu;
/** A sign inside of a class, where nothing opens anything. */
const MEMBER =
  /\\u\{[^}]*\}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u.{4}|\\x..|\\c.|\\[pP]\{[^}]*\}|\\[^]|[^]/gu;

/** The signs of a pattern. None is half of one if the source is a regular expression of ECMA-262. */
function tokensOf(source: string, token: RegExp): readonly string[] {
  return source.match(token) ?? [];
}

/** Says what RE2 cannot do in linear time, or undefined. */
function beyondLinear(tokens: readonly string[]): string | undefined {
  for (const token of tokens) {
    if (/^\(\?<?[=!]$/.test(token)) return "looks ahead or behind, which is not possible here";
    if (/^\\[1-9k]$/.test(token)) return "refers back to a group, which is not possible here";
    if (token === "(?") return "changes flags inside, which is not possible here";
  }
  return undefined;
}

/** Signs that both languages read in the same way outside of a class. */
const SAME = /^(?:[|)^$*+?{}]|[0-9A-Za-z, ]|\\[bBdDwW])$/;
const LINE_ENDS = String.raw`\n\r\x{2028}\x{2029}`;

function translated(token: string): string {
  if (SAME.test(token)) return token;
  // Groups are not looked at, and RE2 is faster without them.
  if (token.startsWith("(")) return "(?:";
  if (token.startsWith("[")) return classOf(token);
  if (token === ".") return `[^${LINE_ENDS}]`;
  return setOf(token) ?? literal(codePointOf(token));
}

/** WhiteSpace and LineTerminator of ECMA-262, of which RE2's `\s` knows only a part of ASCII. */
const SPACES = String.raw`\x{9}-\x{D}\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`;
/** All the others, spelled out because a class can hold them beside other things. */
const NO_SPACES = String.raw`\x{0}-\x{8}\x{E}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}`;
const EVERYTHING = String.raw`\x{0}-\x{10FFFF}`;

function classOf(token: string): string {
  const negated = token.startsWith("[^");
  const members = membersOf(tokensOf(token.slice(negated ? 2 : 1, -1), MEMBER));
  // RE2 has no empty class: nothing is what is not in everything.
  if (members === "") return negated ? `[${EVERYTHING}]` : `[^${EVERYTHING}]`;
  return `[${negated ? "^" : ""}${members}]`;
}

function membersOf(tokens: readonly string[]): string {
  const told: string[] = [];
  let at = 0;
  while (at < tokens.length) {
    const [first = "", sign, last] = tokens.slice(at, at + 3);
    // Between two others it makes a range; elsewhere it stands for itself.
    const isRange = sign === "-" && last !== undefined;
    told.push(isRange ? `${memberOf(first)}-${memberOf(last)}` : memberOf(first));
    at += isRange ? 3 : 1;
  }
  return told.join("");
}

function memberOf(token: string): string {
  return /^\\[dDwW]$/.test(token) ? token : (innerSetOf(token) ?? literal(codePointOf(token)));
}

function setOf(token: string): string | undefined {
  const inner = innerSetOf(token);
  return inner === undefined ? undefined : `[${inner}]`;
}

/** What a set of characters is called inside of a class; undefined for a single character. */
function innerSetOf(token: string): string | undefined {
  if (token === String.raw`\s`) return SPACES;
  if (token === String.raw`\S`) return NO_SPACES;
  return /^\\p/i.test(token) ? propertyOf(token) : undefined;
}

/** General categories by the names that ECMA-262 knows beside the short ones of RE2. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: "L",
  Uppercase_Letter: "Lu",
  Lowercase_Letter: "Ll",
  Mark: "M",
  Number: "N",
  Decimal_Number: "Nd",
  Punctuation: "P",
  Symbol: "S",
  Separator: "Z",
  Space_Separator: "Zs",
  Other: "C",
  Control: "Cc",
};

/** `\p{gc=Lu}` and `\p{Script=Greek}` are `\p{Lu}` and `\p{Greek}` in RE2; the names are unique. */
function propertyOf(token: string): string {
  const name = token.slice(3, -1).replace(/^(?:gc|General_Category|sc|Script)=/, "");
  if (name === "ASCII") {
    return token.startsWith(String.raw`\p`)
      ? String.raw`\x{0}-\x{7F}`
      : String.raw`\x{80}-\x{10FFFF}`;
  }
  return `${token.slice(0, 2)}{${CATEGORIES[name] ?? name}}`;
}

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, b: 8, 0: 0 };

/** The one character that a token means: an escape of ECMA-262, or the character itself. */
function codePointOf(token: string): number {
  const [, sign, rest] = /^\\([^])([^]*)$/u.exec(token) ?? [];
  if (sign === undefined) return token.codePointAt(0) as number;
  if (rest === "") return CONTROLS[sign] ?? (sign.codePointAt(0) as number);
  // A control character is its letter's place in the alphabet.
  if (sign === "c") return (rest as string).charCodeAt(0) % 32;
  const units = token
    .split(/\\[ux]/)
    .slice(1)
    .map((digits) => parseInt(digits.replace("{", ""), 16));
  // Two halves of a pair are one character.
  return units.length === 2
    ? (String.fromCharCode(...units).codePointAt(0) as number)
    : (units[0] as number);
}

function literal(codePoint: number): string {
  return `\\x{${codePoint.toString(16)}}`;
}

function refused(problem: string): CompiledPattern {
  return { ok: false, problem };
}
