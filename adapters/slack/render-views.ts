import type { types } from "@slack/bolt";
import { buttonId, OURS } from "../../src/presentation/button-ids.ts";
import type { Card } from "../../src/presentation/card.ts";
import { CLOSING_DECIDES_NOTHING } from "../../src/presentation/wording.ts";
import { clip } from "../../src/presentation/text.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type Block, plain, preformatted, quiet, quote, richText, sentence } from "./blocks.ts";
import { LIMITS } from "./limits.ts";
import { clipToWeight, weight } from "./measure.ts";
import { type Page, pageOf } from "./pages.ts";

/** Names of the form and of its only field. */
export const ANSWER_FORM = buttonId("answer");
export const ANSWER_FIELD = "answer";
/** Action ids of the two buttons that turn pages; a value is `<page from 0> <reference>`. */
export const PAGE_BACK = `${OURS}page-back`;
export const PAGE_ON = `${OURS}page-on`;

/** Longest question that a form repeats; the card shows more. */
const MAX_QUESTION = 6000;

/** A form that asks the card's question. `metadata` comes back with the submission. */
export function formView(card: Card, metadata: string): types.ModalView {
  const question = card.question ?? card.title;
  const isLong = weight(question) > MAX_QUESTION;
  return {
    type: "modal",
    callback_id: ANSWER_FORM,
    private_metadata: metadata,
    title: plain("Answer"),
    submit: plain("Send answer"),
    close: plain("Close"),
    blocks: [
      quote([{ type: "text", text: clipToWeight(question, MAX_QUESTION) }]),
      ...(isLong
        ? [quiet("This is the beginning. Show all on the card has the whole question.")]
        : []),
      {
        type: "input",
        block_id: ANSWER_FIELD,
        label: plain("Your answer"),
        element: {
          type: "plain_text_input",
          action_id: ANSWER_FIELD,
          multiline: true,
          max_length: LIMITS.typed,
          focus_on_load: true,
        },
      },
      quiet(CLOSING_DECIDES_NOTHING),
    ],
  };
}

/** One sentence where a form or a page was. */
export function noteView(title: string, words: Words): types.ModalView {
  return {
    type: "modal",
    title: plain(clip(title, LIMITS.modalTitle)),
    close: plain("Close"),
    blocks: [sentence(words)],
  };
}

/** Everything that the card holds, as text, one page of it. */
export function wholeView(card: Card, whole: string, index: number): types.ModalView {
  const page = pageOf(whole, index);
  const turns = turnButtons(card.reference, page);
  return {
    type: "modal",
    title: plain("Show all"),
    close: plain("Close"),
    blocks: [
      richText(card.title, { bold: true }),
      quiet(whole === "" ? "Nothing: the text is empty" : page.heading),
      ...page.chunks.filter((chunk) => chunk !== "").map((chunk) => preformatted([chunk])),
      ...(turns.length === 0 ? [] : [{ type: "actions", elements: turns } satisfies Block]),
    ],
  };
}

function turnButtons(reference: string, { index, count }: Page): types.Button[] {
  const turn = (action: string, label: string, to: number): types.Button => ({
    type: "button",
    action_id: action,
    text: plain(label),
    value: `${to} ${reference}`,
  });
  return [
    ...(index > 0 ? [turn(PAGE_BACK, "Previous", index - 1)] : []),
    ...(index < count - 1 ? [turn(PAGE_ON, "Next", index + 1)] : []),
  ];
}
