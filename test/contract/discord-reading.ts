import { joined, type Line, linesOf, type Shown, visible } from "./driver.ts";

/** Markdown as Discord's client draws it: fences first, then line by line, then within a line. */

type Rule = readonly [
  pattern: RegExp,
  read: (match: RegExpExecArray) => readonly [string, string?],
];

/** What is shown, and what is live about it. Tried in this order; a backslash keeps what follows as it is. */
const RULES: readonly Rule[] = [
  [/^\\([^\p{L}\p{N}\s])/u, ([, kept = ""]) => [kept]],
  [/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, ([, , code = ""]) => [code, "code"]],
  [/^<t:-?\d{1,13}(?::[tTdDfFR])?>/, () => ["(time)"]],
  [/^<(?:@[!&]?|#)\d+>/, ([whole]) => [whole, `mention ${whole}`]],
  [/^<\/[^:>]+:\d+>/, ([whole]) => [whole, `command ${whole}`]],
  [/^<a?:\w+:\d+>/, ([whole]) => [whole, `emoji ${whole}`]],
  [/^@(?:everyone|here)\b/, ([whole]) => [whole, `mention ${whole}`]],
  [
    /^\[([^\]\n]+)\]\(<?(\w+:\/\/[^\s)>]+)>?[^)\n]*\)/,
    ([, shown = "", to = ""]) => [shown, `link ${to}`],
  ],
  [/^https?:\/\/[^\s<>]+/, ([whole]) => [whole, `link ${whole}`]],
  [/^discord(?:app)?\.(?:gg|com)\/\S+/i, ([whole]) => [whole, `invitation ${whole}`]],
  [/^:[a-z0-9_+-]+:/, ([whole]) => [whole, `emoji ${whole}`]],
  [/^\|\|([\s\S]+?)\|\|/, ([, inside = ""]) => [inside, "spoiler"]],
  [/^~~([\s\S]+?)~~/, ([, inside = ""]) => [inside, "struck"]],
];

export function readMarkdown(text: string): Shown {
  const parts: Shown[] = [];
  let from = 0;
  for (const fence of text.matchAll(/```(?:[a-zA-Z0-9+-]+\n)?\n?([\s\S]*?)\n?```/g)) {
    parts.push(readLines(text.slice(from, fence.index)));
    parts.push({ lines: linesOf(fence[1] ?? "", "code"), live: [] });
    from = fence.index + fence[0].length;
  }
  return joined([...parts, readLines(text.slice(from))]);
}

function readLines(text: string): Shown {
  return joined(text.split("\n").map(readLine));
}

/** A heading is live; a quote is set apart; small print is the bot's own. */
function readLine(line: string): Shown {
  const quoted = /^> (.*)$/u.exec(line)?.[1];
  const words = quoted ?? line.replace(/^-# +/, "");
  const heading = /^\s*#{1,3} +\S/.test(visible(words)) ? [`heading ${words}`] : [];
  const long = /^\s*>>> /.test(words) ? ["a quote that never ends"] : [];
  const { text, live } = readInline(words);
  const kind: Line["kind"] = quoted === undefined ? "open" : "quote";
  return { lines: linesOf(text, kind), live: [...heading, ...long, ...live] };
}

/** Bold and slanted text is told by its marks being gone: whoever expects the marks does not find them. */
function readInline(words: string): { readonly text: string; readonly live: readonly string[] } {
  let text = "";
  const live: string[] = [];
  for (let rest = unstyled(words); rest !== "";) {
    const [shown, what, taken] = firstOf(rest);
    text += shown;
    if (what !== undefined) live.push(what);
    rest = rest.slice(taken);
  }
  return { text, live };
}

/** Takes off pairs of marks that no backslash stands before. */
function unstyled(words: string): string {
  return words
    .replace(/(?<!\\)\*\*((?:\\.|[^\\])+?)(?<!\\)\*\*/gsu, "$1")
    .replace(/(?<!\\)__((?:\\.|[^\\])+?)(?<!\\)__/gsu, "$1")
    .replace(/(?<![\\*\p{L}\p{N}])\*(?![\s*])((?:\\.|[^\\*])+?)(?<!\\)\*/gsu, "$1")
    .replace(/(?<![\\_\p{L}\p{N}])_(?![\s_])((?:\\.|[^\\_])+?)(?<!\\)_(?![\p{L}\p{N}])/gsu, "$1");
}

function firstOf(rest: string): readonly [string, string | undefined, number] {
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    const [shown, what] = read(match);
    return [shown, what, match[0].length];
  }
  const [character = ""] = rest;
  return [character, undefined, character.length];
}
