import type { types } from "@slack/bolt";
import type { Words } from "../../src/presentation/words.ts";
import { weight } from "./measure.ts";
import { wordsElements } from "./words.ts";

export type Block = types.KnownBlock;
type Section = types.RichTextSection;

/** Text as text, of any length that the message has room for. */
export function richText(text: string, style?: { readonly bold: boolean }): Block {
  const element: types.RichTextText = { type: "text", text };
  return sections([
    {
      type: "rich_text_section",
      elements: [style === undefined ? element : { ...element, style }],
    },
  ]);
}

export function sections(elements: Section[]): Block {
  return { type: "rich_text", elements };
}

/** What somebody else wrote, with a bar beside it, so that no line of it passes for one of ours. */
export function quote(elements: types.RichTextSection["elements"]): Block {
  return { type: "rich_text", elements: [{ type: "rich_text_quote", elements }] };
}

export function preformatted(texts: readonly string[]): Block {
  return {
    type: "rich_text",
    elements: texts.map((text) => ({
      type: "rich_text_preformatted",
      elements: [{ type: "text", text }],
    })),
  };
}

/** A sentence with instants in the reader's zone. */
export function sentence(words: Words, since?: number): Block {
  return sections([{ type: "rich_text_section", elements: wordsElements(words, since) }]);
}

/** Small grey text, nothing in it parsed. */
export function quiet(text: string): Block {
  return { type: "context", elements: [plain(text)] };
}

export function plain(text: string): types.PlainTextElement {
  return { type: "plain_text", text, emoji: false };
}

/** All text that people read in blocks, as Slack may count it. */
export function textWeight(value: unknown): number {
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, one) => sum + textWeight(one), 0);
  }
  if (value === null || typeof value !== "object") return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) =>
      sum +
      (typeof inner === "string" && (key === "text" || key === "fallback")
        ? weight(inner)
        : textWeight(inner)),
    0,
  );
}
