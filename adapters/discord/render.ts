import { characters, isBlank } from "../../src/core/characters.ts";
import type { Block, Field } from "../../src/presentation/artifact.ts";
import { buttonId } from "../../src/presentation/button-ids.ts";
import { type CardButton, buttonRowsOf } from "../../src/presentation/buttons.ts";
import { type Card, type CardState, withShowAll } from "../../src/presentation/card.ts";
import { MORE_THAN_FITS, NO_PREVIEW } from "../../src/presentation/wording.ts";
import { clip, preview } from "../../src/presentation/text.ts";
import {
  ACTION_ROW,
  type ActionRow,
  BUTTON,
  type Button,
  type MessageBody,
  NO_MENTIONS,
} from "./api-types.ts";
import {
  MAX_BUTTON_LABEL,
  MAX_CONTENT,
  MAX_EMBED_DESCRIPTION,
  MAX_EMBED_FOOTER,
  MAX_EMBED_TOTAL,
  ROW_BUTTONS,
} from "./limits.ts";
import { isolate, isolateRuns } from "../../src/presentation/direction.ts";
import { codeBlock, neutralise, quote } from "./markdown.ts";
import { renderOutcome, renderWords, timestamp } from "./words.ts";

/**
 * A card is one line of content, one embed and a row of buttons, not Components V2: an embed never pings,
 * an edit replaces it as a whole, and it has a colour for the state. The title is content, not the embed's
 * title, because content is what a notification and a quoted reply show, and all that remains for people
 * who switched embeds off.
 */
export function renderCard(card: Card): MessageBody {
  for (const [cap, exchanges] of CAPS) {
    const shown = shorten(card.body, cap);
    const body = compose(withExchanges(card, exchanges), shown.blocks, shown.cut);
    if (fits(body)) return body;
  }
  return renderMinimalCard(card);
}

/** For a body that Discord refused: only what cannot be refused, and the way to the rest. */
export function renderMinimalCard(card: Card, { title = true } = {}): MessageBody {
  const what: Block = { type: "cut", text: NO_PREVIEW };
  const titled = title ? card : { ...card, title: "(see Show all)" };
  return compose({ ...titled, exchanges: undefined }, [what], true);
}

function withExchanges(card: Card, cap: number): Card {
  return card.exchanges === undefined ? card : { ...card, exchanges: clip(card.exchanges, cap) };
}

/** What a button or a form carries; under 100 ASCII characters (docs, components: custom_id). */
export function customId(action: CardButton["action"], reference: string): string {
  return `${buttonId(action)}:${reference}`;
}

/**
 * Longest piece of a body, and of what was asked back, in code points, tried one after the other until
 * everything fits.
 */
const CAPS = [
  [Infinity, 2000],
  [1000, 1000],
  [500, 600],
  [200, 400],
  [80, 200],
] as const;

const COLOURS: Readonly<Record<CardState, number>> = {
  waiting: 0xf0b232,
  yes: 0x23a55a,
  no: 0xf23f43,
  back: 0x5865f2,
  over: 0x80848e,
  told: 0x80848e,
};

function compose(card: Card, blocks: readonly Block[], cut: boolean): MessageBody {
  const title = `**${neutralise(card.stateWord)} · ${isolate(neutralise(card.title))}**`;
  const from = fromLine(card);
  const body = bodyOf(blocks);
  const end = [exchangesOf(card), endLines(card)].filter((part) => part !== "").join("\n\n");
  return {
    content: clip(title, MAX_CONTENT),
    embeds: [
      {
        description: body === "" ? `${from}\n${end}` : [from, body, end].join("\n\n"),
        color: COLOURS[card.state],
        // Discord reads no Markdown in a footer, so this is as it is.
        footer: { text: card.foot },
      },
    ],
    components: rowsOf(card, cut),
    allowed_mentions: NO_MENTIONS,
  };
}

/** The first line of every card: who asks, in which run, and when; it never changes. */
export function fromLine({ from, askedAt }: Card): string {
  return `-# ${isolateRuns(neutralise(from))} · asked ${timestamp(askedAt, "f")}`;
}

/** In a quote, since whoever asked and whoever answered wrote most of it. */
function exchangesOf({ exchanges }: Card): string {
  return exchanges === undefined ? "" : quote(renderWords([exchanges]));
}

function endLines({ votes, until, notice, outcome }: Card): string {
  return [
    ...(votes === undefined ? [] : [renderWords([votes])]),
    ...(until === undefined ? [] : [renderWords(until)]),
    ...(notice === undefined ? [] : [neutralise(notice)]),
    ...(outcome === undefined ? [] : [renderOutcome(outcome)]),
  ].join("\n");
}

/** Everything of an agent's is in a quote or in a code block: nothing of it looks like a line of ours. */
function bodyOf(blocks: readonly Block[]): string {
  let body = "";
  for (const block of blocks) {
    const text = blockText(block);
    if (text === "") continue;
    // A description and a text that is to be judged must not run into each other.
    const isApart = block.type === "text" || block.type === "fields" || block.type === "ours";
    body += body === "" ? text : `${isApart ? "\n\n" : "\n"}${text}`;
  }
  return body;
}

function blockText(block: Block): string {
  switch (block.type) {
    case "text":
      return isBlank(block.text) ? "" : quote(neutralise(block.text));
    case "ours":
      return neutralise(block.text);
    case "code":
      return isBlank(block.text) ? "" : codeBlock(block.text, block.language);
    case "cut":
      return `-# ${neutralise(block.text)}`;
    case "fields":
      return quote(block.fields.map(fieldLine).join("\n"));
  }
}

/** Not one of an embed's own fields: nothing can stand below those without a gap. */
function fieldLine({ label, value }: Field): string {
  const shown = isBlank(value) ? "(empty)" : isolate(neutralise(value));
  return `**${isolate(neutralise(label))}:** ${shown}`;
}

function rowsOf({ buttons, reference }: Card, cut: boolean): ActionRow[] {
  const all = cut ? withShowAll(buttons) : buttons;
  return buttonRowsOf(all).flatMap((row) =>
    buttonRows(row.map((button) => renderButton(button, reference))),
  );
}

/** Buttons as rows of five, in their order. */
export function buttonRows(buttons: readonly Button[]): ActionRow[] {
  const rows = Array.from({ length: Math.ceil(buttons.length / ROW_BUTTONS) }, (_, row) =>
    buttons.slice(row * ROW_BUTTONS, (row + 1) * ROW_BUTTONS),
  );
  return rows.map((components) => ({ type: ACTION_ROW, components }));
}

function renderButton({ action, label, style }: CardButton, reference: string): Button {
  return {
    type: BUTTON,
    style: styleOf(action, style),
    label: clip(label, MAX_BUTTON_LABEL),
    custom_id: customId(action, reference),
  };
}

/** Discord's own: 1 blue, 2 grey, 3 green, 4 red. Green says yes at once, which opening a form does not. */
function styleOf(action: CardButton["action"], style: CardButton["style"]): Button["style"] {
  if (style === "danger") return 4;
  if (style !== "primary") return 2;
  return action === "accept" || action === "go" ? 3 : 1;
}

/** No piece longer than `cap`; what we cut more than the card did is said, in place of the card's own words. */
function shorten(body: readonly Block[], cap: number): { blocks: readonly Block[]; cut: boolean } {
  const blocks: Block[] = [];
  let cut = false;
  let cutHere = false;
  for (const block of body) {
    if (block.type === "cut" && cutHere) continue;
    const shorter = shortenBlock(block, cap);
    cutHere = shorter !== block;
    blocks.push(shorter);
    if (!cutHere) continue;
    cut = true;
    blocks.push({ type: "cut", text: MORE_THAN_FITS });
  }
  return { blocks, cut };
}

function shortenBlock(block: Block, cap: number): Block {
  if (block.type === "cut" || block.type === "ours" || cap === Infinity) return block;
  if (block.type === "fields") {
    const fields = block.fields.map((field) => ({ ...field, value: clip(field.value, cap) }));
    const same = fields.every(({ value }, index) => value === block.fields[index]?.value);
    return same ? block : { type: "fields", fields };
  }
  const { text, cut } = preview(block.text, { lines: cap, length: cap });
  return cut === undefined ? block : { ...block, text };
}

function fits({ content, embeds }: MessageBody): boolean {
  const [embed] = embeds;
  if (embed === undefined) return false;
  const { description, footer } = embed;
  const foot = footer?.text ?? "";
  return (
    characters(content) <= MAX_CONTENT &&
    characters(description) <= MAX_EMBED_DESCRIPTION &&
    characters(foot) <= MAX_EMBED_FOOTER &&
    characters(description) + characters(foot) <= MAX_EMBED_TOTAL
  );
}
