import type { types } from "@slack/bolt";
import { buttonId } from "../../src/presentation/button-ids.ts";
import { type CardButton, buttonRowsOf } from "../../src/presentation/buttons.ts";
import { type Card, type CardState, withShowAll } from "../../src/presentation/card.ts";
import { NO_PREVIEW } from "../../src/presentation/wording.ts";
import { clip } from "../../src/presentation/text.ts";
import type { Reminder } from "../../src/presentation/reminder.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type Block, plain, quiet, quote, richText, sentence, textWeight } from "./blocks.ts";
import { bodyBlocks } from "./render-body.ts";
import { offerBlock, type OfferedForm } from "./render-offer.ts";
import { LIMITS } from "./limits.ts";
import { isolate, isolateRuns } from "../../src/presentation/direction.ts";
import { clipToWeight, escapeMarkup, weight } from "./measure.ts";
import { dateMrkdwn, wordsElements, wordsMrkdwn, wordsPlain } from "./words.ts";

/** What a message of Slack's is made of. `text` is what notifications and screen readers get. */
export interface Content {
  readonly text: string;
  readonly blocks: Block[];
}

/** Told apart by shape as well as by colour. */
const MARKS: Readonly<Record<CardState, string>> = {
  waiting: "⏳",
  yes: "✅",
  no: "❌",
  back: "↩️",
  over: "🔒",
  told: "ℹ️",
};

/** Longest mark and state word, with what stands between them and the title. */
const BESIDE_TITLE = 30;

/** A card as a message that Slack accepts, however long or hostile its texts are. */
export function renderCard(card: Card): Content {
  const above = [titleBlock(card), fromBlock(card)];
  const end: Block[] = [
    ...standingBlocks(card),
    ...(card.until === undefined ? [] : [sentence(card.until, card.askedAt)]),
    ...(card.notice === undefined ? [] : [richText(card.notice)]),
    ...(card.outcome === undefined ? [] : outcomeBlocks(card.outcome)),
  ];
  const foot = quiet(card.foot);
  const taken = textWeight([above, end, actionBlocks(card, withShowAll(card.buttons)), foot]);
  // Two rows of buttons, and the foot.
  const others = above.length + end.length + 3;
  const body = bodyBlocks(card.body, LIMITS.messageText - taken, LIMITS.blocksInMessage - others);
  const buttons = body.cut ? withShowAll(card.buttons) : card.buttons;
  const actions = actionBlocks(card, buttons);
  return { text: topLevelText(card), blocks: [...above, ...body.blocks, ...end, ...actions, foot] };
}

/** What was asked back and answered, then how the vote stands; above what the buttons are pressed by. */
function standingBlocks({ exchanges, votes }: Card): Block[] {
  return [
    ...(exchanges === undefined ? [] : [quote(wordsElements([shortLines(exchanges)]))]),
    ...votesBlocks(votes),
  ];
}

function votesBlocks(votes: string | undefined): Block[] {
  return votes === undefined ? [] : [richText(isolateRuns(shortLines(votes)))];
}

/** Lines are short as they come; escaping makes some long, and the body needs room, too. */
function shortLines(text: string): string {
  return text
    .split("\n")
    .map((line) => clipToWeight(line, LIMITS.cardLine))
    .join("\n");
}

/** The least that is still a card: for when Slack refuses the whole one. Everybody can still decide. */
export function renderMinimalCard(card: Card): Content {
  const buttons = withShowAll(card.buttons);
  const end = card.outcome ?? card.until;
  return {
    text: topLevelText(card),
    blocks: [
      sectionOf(titleLine(card)),
      quiet(NO_PREVIEW),
      ...votesBlocks(card.votes),
      ...(end === undefined ? [] : [sectionOf(wordsPlain(end, card.askedAt))]),
      ...actionBlocks(card, buttons),
      quiet(card.foot),
    ],
  };
}

/** A private sentence to one person, and beside it the form that would help, where one would. */
export function renderNote(words: Words, offer?: OfferedForm): Content {
  const help = offer === undefined ? [] : [offerBlock(offer)];
  return { text: wordsMrkdwn(words), blocks: [sentence(words), ...help] };
}

/** A line in a card's thread: its first line is ours, what follows is what somebody wrote. */
export function renderLine(words: Words): Content {
  const text = wordsMrkdwn(words);
  return { text: clip(text, LIMITS.topLevelText), blocks: outcomeBlocks(words) };
}

/** A reminder: who is named is notified, and nobody else. */
export function renderReminder({ words, users }: Reminder): Content {
  const said = {
    type: "rich_text_section" as const,
    elements: [...users.flatMap(named), ...wordsElements(words)],
  };
  const mentions = users.map((user) => `<@${user}> `).join("");
  return {
    text: `${mentions}${wordsMrkdwn(words)}`,
    blocks: [{ type: "rich_text", elements: [said] }],
  };
}

function named(user: string): (types.RichTextUserMention | types.RichTextText)[] {
  return [
    { type: "user", user_id: user },
    { type: "text", text: " " },
  ];
}

/** Its first line is ours; what follows is what somebody answered. */
function outcomeBlocks(outcome: Words): Block[] {
  const [first, ...others] = outcome;
  const [line = "", ...answered] = typeof first === "string" ? first.split("\n") : [];
  if (answered.length === 0) return [sentence(outcome)];
  return [sentence([line]), quote(wordsElements([answered.join("\n"), ...others]))];
}

/** The title decides, not the state: a card must not change its shape when it is decided. */
function titleBlock(card: Card): Block {
  return weight(card.title) + BESIDE_TITLE <= LIMITS.header
    ? { type: "header", text: plain(titleLine(card)) }
    : richText(titleLine(card), { bold: true });
}

const titleLine = ({ state, stateWord, title }: Card): string =>
  `${MARKS[state]} ${stateWord} · ${isolate(title)}`;

function fromBlock({ from, askedAt }: Card): Block {
  return {
    type: "context",
    elements: [
      plain(`${isolateRuns(from)} ·`),
      { type: "mrkdwn", text: `asked ${dateMrkdwn(askedAt)}`, verbatim: true },
    ],
  };
}

function actionBlocks(card: Card, buttons: readonly CardButton[]): Block[] {
  return buttonRowsOf(buttons).map((row) => actionsBlock(card, row));
}

function actionsBlock(card: Card, buttons: readonly CardButton[]): Block {
  return {
    type: "actions",
    elements: buttons.map(({ action, label, style }) => ({
      type: "button",
      action_id: buttonId(action),
      text: plain(clip(label, LIMITS.buttonText)),
      value: card.reference,
      accessibility_label: clipToWeight(`${label}: ${card.title}`, LIMITS.accessibilityLabel),
      ...(style === "primary" || style === "danger" ? { style } : {}),
    })),
  };
}

function sectionOf(text: string): Block {
  return { type: "section", text: plain(clipToWeight(text, LIMITS.section)) };
}

function topLevelText(card: Card): string {
  const { stateWord, title, from, askedAt } = card;
  const what = escapeMarkup(`${stateWord} · ${isolate(title)} · ${isolateRuns(from)}`);
  const end = card.outcome ?? card.until;
  const whole = end === undefined ? what : `${what}\n${wordsMrkdwn(end, askedAt)}`;
  return whole.length <= LIMITS.topLevelText ? whole : what;
}
