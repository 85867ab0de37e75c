import type { types } from "@slack/bolt";
import { OURS } from "../../src/presentation/button-ids.ts";
import type { Card } from "../../src/presentation/card.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type Block, plain, preformatted, quiet, richText, sentence } from "./blocks.ts";
import { LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";
import { offerBlock, type OfferedForm } from "./render-offer.ts";
import { type Page, pageOf } from "./pages.ts";

/** Action ids of the two buttons that turn pages; a value is `<page from 0> <reference>`. */
export const PAGE_BACK = `${OURS}page-back`;
export const PAGE_ON = `${OURS}page-on`;

/** A help in words of a view: a button that opens a form, and what that form needs to know of its place. */
interface Help {
  readonly button: OfferedForm;
  /** Comes back with the press. */
  readonly metadata: string;
}

/** One sentence where a form or a page was. */
export function noteView(title: string, words: Words, help?: Help): types.ModalView {
  return {
    type: "modal",
    title: plain(clipToWeight(title, LIMITS.modalTitle)),
    close: plain("Close"),
    ...(help === undefined ? {} : { private_metadata: help.metadata }),
    blocks: [sentence(words), ...(help === undefined ? [] : [offerBlock(help.button)])],
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
