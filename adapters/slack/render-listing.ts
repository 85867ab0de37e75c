import type { types } from "@slack/bolt";
import {
  formatListPage,
  type Listing,
  type ListingLine,
  type ListPage,
  OPEN_CARD,
  OPEN_CARD_ID,
  SHOW_MORE,
  SHOW_MORE_ID,
} from "../../src/presentation/listing.ts";
import { isolate } from "../../src/presentation/direction.ts";
import { isWords } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type Block, plain, quiet, richText, sentence } from "./blocks.ts";
import { LIMITS } from "./limits.ts";
import { clipToWeight, escapeMarkup } from "./measure.ts";
import { type Content, renderNote } from "./render.ts";
import { wordsMrkdwn } from "./words.ts";

/** A page of what waits, or why it cannot be said: a private message. */
export function renderListing(listed: Listing | Words): Content {
  if (isWords(listed)) return renderNote(listed);
  return { text: escapeMarkup(listed.heading), blocks: listingBlocks(listed) };
}

/** The same as the app's Home tab, on which one page takes the place of another. */
export function renderHome(listed: Listing | Words, { list, page }: ListPage): types.HomeView {
  const blocks = isWords(listed) ? [sentence(listed)] : listingBlocks(listed);
  const back = page === 0 ? [] : [pageButton("-first", "Back to the first", { list, page: 0 })];
  return { type: "home", blocks: [...blocks, ...actions(back)] };
}

function listingBlocks({ heading, lines, place, next }: Listing): Block[] {
  return [
    richText(heading, { bold: true }),
    ...lines.flatMap(lineBlocks),
    ...(place === undefined ? [] : [quiet(place)]),
    ...actions(next === undefined ? [] : [pageButton("", SHOW_MORE, next)]),
  ];
}

function lineBlocks({ kind, title, facts, reference }: ListingLine, index: number): Block[] {
  const open: types.Button = {
    type: "button",
    action_id: `${OPEN_CARD_ID}-${index}`,
    text: plain(OPEN_CARD),
    value: reference,
    accessibility_label: clipToWeight(`${OPEN_CARD}: ${title}`, LIMITS.accessibilityLabel),
  };
  return [
    { type: "section", text: plain(`${kind} · ${isolate(title)}`), accessory: open },
    {
      type: "context",
      elements: [{ type: "mrkdwn", text: wordsMrkdwn(facts), verbatim: true }],
    },
  ];
}

function pageButton(which: string, label: string, to: ListPage): types.Button {
  return {
    type: "button",
    action_id: `${SHOW_MORE_ID}${which}`,
    text: plain(label),
    value: formatListPage(to),
  };
}

function actions(elements: readonly types.Button[]): Block[] {
  return elements.length === 0 ? [] : [{ type: "actions", elements: [...elements] }];
}
