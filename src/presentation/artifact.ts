import { characters, isBlank } from "../core/characters.ts";
import type { Json } from "../core/json.ts";
import { narrowTable, plainValue } from "./table.ts";
import { cleanLine, cleanText, clip, preview } from "./text.ts";

/** A piece of a card's body, top to bottom. Every text in it is to be shown as text. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  /** A sentence of ours, between what others wrote. */
  | { readonly type: "ours"; readonly text: string }
  | { readonly type: "fields"; readonly fields: readonly Field[] }
  | { readonly type: "code"; readonly text: string; readonly language: "json" | "diff" | "" }
  /** Says in words, with numbers, what is not shown. */
  | { readonly type: "cut"; readonly text: string };

export interface Field {
  readonly label: string;
  readonly value: string;
}

const MAX_FIELDS = 8;
const MAX_LABEL = 60;
const MAX_VALUE = 200;
/** What both platforms take on one card beside everything else, in lines and code points. */
const CODE = { lines: 24, length: 1500 };
const PROSE = { lines: 24, length: 1200 };

/** A preview of the artifact, made for its type. Empty when there is none. */
export function artifactBlocks(type: string, artifact: Json | undefined): readonly Block[] {
  if (artifact === undefined) return [];
  if (typeof artifact === "string") return textBlocks(type, artifact);
  const fields = flatFields(artifact);
  if (fields !== undefined) return [{ type: "fields", fields }];
  const table = narrowTable(artifact);
  if (table !== undefined) return codeBlocks(table, "");
  return codeBlocks(JSON.stringify(artifact, null, 2), "json");
}

/** Text as it is, shortened. Empty when there is nothing to see. */
export function proseBlocks(text: string): readonly Block[] {
  if (isBlank(text)) return [];
  const shown = preview(cleanText(text), PROSE);
  return withCut({ type: "text", text: shown.text }, shown.cut);
}

/** Does the card show less than the artifact holds? */
export function isCut(blocks: readonly Block[]): boolean {
  return blocks.some(({ type }) => type === "cut");
}

function textBlocks(type: string, text: string): readonly Block[] {
  if (/diff|patch/i.test(type)) return codeBlocks(text, "diff");
  if (/code|json|yaml|sql|script|shell|config|table|csv|tsv/i.test(type))
    return codeBlocks(text, "");
  return proseBlocks(text);
}

function codeBlocks(text: string, language: "json" | "diff" | ""): readonly Block[] {
  if (isBlank(text)) return [];
  const shown = preview(cleanText(text), CODE);
  return withCut({ type: "code", text: shown.text, language }, shown.cut);
}

function withCut(block: Block, cut: string | undefined): readonly Block[] {
  return cut === undefined ? [block] : [block, { type: "cut", text: cut }];
}

/** Up to eight flat members as label and value; anything deeper, longer or more is shown as code. */
export function flatFields(artifact: Json): readonly Field[] | undefined {
  if (artifact === null || typeof artifact !== "object" || Array.isArray(artifact))
    return undefined;
  const members = Object.entries(artifact as Record<string, Json>);
  if (members.length === 0 || members.length > MAX_FIELDS) return undefined;
  const fields: Field[] = [];
  for (const [label, value] of members) {
    if (value !== null && typeof value === "object") return undefined;
    const text = plainValue(value);
    if (characters(text) > MAX_VALUE || text.includes("\n") || label.length > MAX_LABEL) {
      return undefined;
    }
    fields.push({ label: clip(cleanLine(label), MAX_LABEL) || "(no name)", value: text });
  }
  return fields;
}
