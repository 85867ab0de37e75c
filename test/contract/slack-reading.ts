import { joined, type Line, linesOf, type Shown } from "./driver.ts";

/** Block Kit as Slack's client draws it. */

type Part = Readonly<Record<string, unknown>>;

const partsIn = (value: unknown): readonly Part[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
const partOf = (value: unknown): Part => partsIn([value])[0] ?? {};
const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

export interface ReadBlocks extends Shown {
  readonly buttons: readonly { readonly label: string; readonly action: string }[];
}

export function readBlocks(blocks: unknown): ReadBlocks {
  const read = partsIn(blocks).map(readBlock);
  const buttons = partsIn(blocks).flatMap((block) =>
    [...partsIn(block["elements"]), partOf(block["accessory"])]
      .filter(({ type }) => type === "button")
      .map((each) => ({
        label: stringOf(partOf(each["text"])["text"]),
        action: stringOf(each["action_id"]),
      })),
  );
  return { ...joined(read), buttons };
}

function readBlock(block: Part): Shown {
  switch (block["type"]) {
    case "header":
    case "section":
      return joined([block["text"], ...partsIn(block["fields"])].map(readText));
    case "context":
      return oneLine(partsIn(block["elements"]).map(readText));
    case "rich_text":
      return joined(partsIn(block["elements"]).map(readRichText));
    case "input":
      return joined([readText(block["label"]), readText(block["hint"])]);
    default:
      return { lines: [], live: [] };
  }
}

/** Plain text is text; `mrkdwn` is read. Codes like `:lock:` become pictures where `emoji` is on. */
function readText(value: unknown): Shown {
  const { type, text, emoji } = partOf(value);
  if (typeof text !== "string") return { lines: [], live: [] };
  if (type === "mrkdwn") return readMarkup(text);
  const pictures = emoji === true ? (text.match(/:[a-z0-9_+-]+:/g) ?? []) : [];
  return { lines: linesOf(text, "open"), live: pictures.map((code) => `emoji ${code}`) };
}

/** One after the other, as the elements of a context stand. */
function oneLine(parts: readonly Shown[]): Shown {
  const whole = joined(parts);
  return { ...whole, lines: linesOf(whole.lines.map(({ text }) => text).join("\n"), "open") };
}

const TOKEN = /<([^<>\n]*)>/g;
const STYLE = /(?<![\w*_~`])([*_~`])(?=\S)[^*_~`\n]*[^\s*_~`]\1(?![\w*_~`])/g;

/** Slack's own markup: every token in angle brackets but an instant, and every style, is live. */
export function readMarkup(text: string): Shown {
  const tokens = [...text.matchAll(TOKEN)].map(([, inside = ""]) => inside);
  const plain = text.replace(TOKEN, (_, inside: string) => inside.split("|").at(-1) ?? "");
  const styles = [...plain.matchAll(STYLE)].map(([whole]) => `style ${whole}`);
  const shown = plain.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return {
    lines: linesOf(shown, "open"),
    live: [
      ...tokens.filter((token) => !token.startsWith("!date^")).map((token) => `token ${token}`),
      ...styles,
    ],
  };
}

const KIND: Readonly<Record<string, Line["kind"]>> = {
  rich_text_quote: "quote",
  rich_text_preformatted: "code",
};

function readRichText(part: Part): Shown {
  const type = stringOf(part["type"]);
  if (type === "rich_text_list") return joined(partsIn(part["elements"]).map(readRichText));
  const elements = partsIn(part["elements"]);
  const text = elements.map((each) => stringOf(each["text"] ?? each["fallback"])).join("");
  return {
    lines: linesOf(text, KIND[type] ?? "open"),
    live: elements.flatMap((each) => {
      const kind = stringOf(each["type"]);
      if (kind === "text" || kind === "date") return [];
      return [`${kind} ${stringOf(each["user_id"] ?? each["url"] ?? each["range"])}`];
    }),
  };
}
