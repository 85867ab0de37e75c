import type { types } from "@slack/bolt";
import { OURS } from "../../src/presentation/button-ids.ts";
import type { Card } from "../../src/presentation/card.ts";
import type { WholeText } from "../../src/presentation/whole.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type Block, plain, preformatted, quiet, richText, sentence } from "./blocks.ts";
import { sendLabel } from "./file-words.ts";
import { YOU_WROTE } from "./form-words.ts";
import { LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";
import { offerBlock, type OfferedForm } from "./render-offer.ts";
import { type Page, pageOf } from "./pages.ts";

/** Action ids of the buttons below a page; a value is `<page from 0> <reference>`. */
export const PAGE_BACK = `${OURS}page-back`;
export const PAGE_ON = `${OURS}page-on`;
export const SEND_FILES = `${OURS}send-files`;

/** A help in words of a view: a button that opens a form, and what that form needs to know of its place. */
interface Help {
  readonly button: OfferedForm;
  /** Comes back with the press. */
  readonly metadata: string;
}

interface BelowNote {
  readonly help?: Help | undefined;
  /** What somebody wrote in a form that was here. */
  readonly typed?: readonly string[];
}

/** One sentence where a form or a page was. */
export function noteView(
  title: string,
  words: Words,
  { help, typed = [] }: BelowNote = {},
): types.ModalView {
  return {
    type: "modal",
    title: plain(clipToWeight(title, LIMITS.modalTitle)),
    close: plain("Close"),
    ...(help === undefined ? {} : { private_metadata: help.metadata }),
    blocks: [
      sentence(words),
      ...(help === undefined ? [] : [offerBlock(help.button)]),
      ...handedBack(typed),
    ],
  };
}

/** As much as one page holds. */
function handedBack(typed: readonly string[]): readonly Block[] {
  if (typed.length === 0) return [];
  const { chunks, count, heading } = pageOf(typed.join("\n\n"), 0);
  const above = count === 1 ? YOU_WROTE : `${YOU_WROTE} ${heading}`;
  return [quiet(above), ...chunks.map((chunk) => preformatted([chunk]))];
}

/** What stands above a page of something long: where it begins, so that nobody has to read to its end for it. */
interface AbovePage {
  /** Where the files are that somebody has asked for. */
  readonly words?: Words;
  /** May the whole be asked for as files? Only what has several pages is. */
  readonly offersFiles: boolean;
}

/** Everything that the card holds, one text after the other with an empty line between: one page of it. */
export function wholeView(
  card: Card,
  texts: readonly WholeText[],
  index: number,
  { words, offersFiles }: AbovePage,
): types.ModalView {
  const whole = texts.map(({ text }) => text).join("\n\n");
  const page = pageOf(whole, index);
  const { reference, title } = card;
  const isSendable = page.count > 1 && whole.length <= LIMITS.wholeFiles;
  const send =
    isSendable && offersFiles
      ? [pageButton(SEND_FILES, sendLabel(texts.length), page.index, reference)]
      : [];
  return {
    type: "modal",
    title: plain("Show all"),
    close: plain("Close"),
    blocks: [
      richText(title, { bold: true }),
      quiet(whole === "" ? "Nothing: the text is empty" : page.heading),
      ...(words === undefined ? [] : [sentence(words)]),
      ...buttonRow(send),
      ...page.chunks.filter((chunk) => chunk !== "").map((chunk) => preformatted([chunk])),
      ...buttonRow(turnButtons(reference, page)),
    ],
  };
}

function buttonRow(buttons: types.Button[]): Block[] {
  return buttons.length === 0 ? [] : [{ type: "actions", elements: buttons }];
}

function turnButtons(reference: string, { index, count }: Page): types.Button[] {
  return [
    ...(index > 0 ? [pageButton(PAGE_BACK, "Previous", index - 1, reference)] : []),
    ...(index < count - 1 ? [pageButton(PAGE_ON, "Next", index + 1, reference)] : []),
  ];
}

function pageButton(action: string, label: string, page: number, reference: string): types.Button {
  return { type: "button", action_id: action, text: plain(label), value: `${page} ${reference}` };
}
