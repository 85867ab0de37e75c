import { formattedDate } from "./slack-dates.ts";
import { make, type Child } from "./slack-dom.ts";
import { withEmoji } from "./slack-emoji.ts";
import { decoded } from "./slack-json.ts";
import type { Reader } from "./slack-reader.ts";

/** Slack's own markup as nodes: the block marks first, the inline marks inside them. */
export function mrkdwn(text: string, reader: Reader, verbatim = false): Child[] {
  return text.split(/```/).flatMap((piece, index, pieces) => {
    const isCode = index % 2 === 1 && index < pieces.length - 1;
    if (isCode) return [make("pre", {}, decoded(piece.replace(/^\n/, "")))];
    const unpaired = index % 2 === 1 ? "```" : "";
    return lines(unpaired + piece, reader, verbatim);
  });
}

const QUOTE = /^(?:&gt;|>) ?/;

function lines(text: string, reader: Reader, verbatim: boolean): Child[] {
  const nodes: Child[] = [];
  let quote: HTMLElement | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const isQuoted = QUOTE.test(line);
    const content = inline(isQuoted ? line.replace(QUOTE, "") : line, reader, verbatim);
    if (!isQuoted) {
      if (index > 0 && !quote) nodes.push(make("br"));
      quote = undefined;
      nodes.push(...content);
    } else if (quote) quote.append(make("br"), ...content);
    else {
      quote = make("blockquote", {}, ...content);
      nodes.push(quote);
    }
  }
  return nodes;
}

interface Mark {
  pattern: RegExp;
  node: (match: RegExpMatchArray, reader: Reader, verbatim: boolean) => Child;
}

const pair = (mark: string) =>
  new RegExp(
    String.raw`(?<![\w${mark}])${mark}(?=\S)([^${mark}\n]*[^\s${mark}])${mark}(?![\w${mark}])`,
  );

const wrapped =
  (tag: "strong" | "em" | "s"): Mark["node"] =>
  (match, reader, verbatim) =>
    make(tag, {}, ...inline(match[1] ?? "", reader, verbatim));

const MARKS: readonly Mark[] = [
  { pattern: /`([^`\n]+)`/, node: (match) => make("code", {}, decoded(match[1] ?? "")) },
  { pattern: /<([^<>\n]+)>/, node: (match, reader) => token(match[1] ?? "", reader) },
  { pattern: pair(String.raw`\*`), node: wrapped("strong") },
  { pattern: pair("_"), node: wrapped("em") },
  { pattern: pair("~"), node: wrapped("s") },
];

const BARE_LINK: Mark = {
  pattern: /\bhttps?:\/\/[^\s<>|]+/,
  node: (match) => link(decoded(match[0]), decoded(match[0])),
};

function inline(text: string, reader: Reader, verbatim: boolean): Child[] {
  const marks = verbatim ? MARKS : [...MARKS, BARE_LINK];
  const [first] = marks
    .flatMap((mark) => {
      const match = mark.pattern.exec(text);
      return match ? [{ mark, match }] : [];
    })
    .sort((a, b) => a.match.index - b.match.index);
  if (!first) return text === "" ? [] : [withEmoji(decoded(text))];
  const { mark, match } = first;
  const before = text.slice(0, match.index);
  return [
    ...(before === "" ? [] : [withEmoji(decoded(before))]),
    mark.node(match, reader, verbatim),
    ...inline(text.slice(match.index + match[0].length), reader, verbatim),
  ];
}

function token(inside: string, reader: Reader): Child {
  const [head = "", label] = inside.split("|", 2);
  if (head.startsWith("@")) return userMention(head.slice(1), reader);
  if (head.startsWith("#")) return mention(`#${label ?? reader.placeName(head.slice(1))}`, false);
  if (head.startsWith("!subteam^")) return mention(label ?? "@group", false);
  if (head.startsWith("!date^")) return date(head, label ?? "");
  if (head.startsWith("!")) return mention(`@${head.slice(1)}`, true);
  if (/^(https?|mailto):/.test(head)) return link(decoded(head), decoded(label ?? head));
  return `<${decoded(inside)}>`;
}

function date(head: string, fallback: string): Child {
  const [, seconds = "", format = "", url] = head.split("^");
  const atMs = Number(seconds) * 1_000;
  const text = Number.isFinite(atMs)
    ? formattedDate(Number(seconds), decoded(format))
    : decoded(fallback);
  const title = Number.isFinite(atMs) ? new Date(atMs).toISOString() : "";
  return url ? link(url, text) : make("time", { title, datetime: title }, text);
}

export const mention = (text: string, isForYou: boolean): HTMLElement =>
  make("span", { class: isForYou ? "mention mention-you" : "mention" }, text);

export const userMention = (id: string, reader: Reader): HTMLElement =>
  mention(`@${reader.nameOf(id)}`, id === reader.you);

export const link = (url: string, text: string): HTMLElement =>
  make("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, text);
