import { characters } from "../../src/core/characters.ts";
import type { Card } from "../../src/presentation/card.ts";
import { isolate } from "../../src/presentation/direction.ts";
import {
  formatListPage,
  type Listing,
  type ListingLine,
  OPEN_CARD,
  OPEN_CARD_ID,
  SHOW_MORE,
  SHOW_MORE_ID,
} from "../../src/presentation/listing.ts";
import { clip } from "../../src/presentation/text.ts";
import { DECIDE_ON_CARD, OPEN_MESSAGE } from "../../src/presentation/wording.ts";
import { ACTION_ROW, type ActionRow, BUTTON, type MessageBody, NO_MENTIONS } from "./api-types.ts";
import { MAX_BUTTON_LABEL, MAX_CONTENT, MAX_EMBED_DESCRIPTION } from "./limits.ts";
import { neutralise } from "./markdown.ts";
import { offeredButton } from "./offered-button.ts";
import { buttonRows, renderCard } from "./render.ts";
import { renderWords } from "./words.ts";

/** Longest titles that are tried until ten lines fit. */
const TITLE_CAPS = [120, 60, 30, 10];

/** A page of what waits, for one person's eyes. A line has a link to its card, or a button that shows it. */
export function renderListing(listing: Listing): MessageBody {
  const content = `**${neutralise(listing.heading)}**`;
  const lines = TITLE_CAPS.map((cap) => description(listing, cap)).find(
    (text) => characters(text) <= MAX_EMBED_DESCRIPTION,
  );
  const embeds = lines === undefined || lines === "" ? [] : [{ description: lines }];
  return { content, embeds, components: rowsOf(listing), allowed_mentions: NO_MENTIONS };
}

/** Buttons stand below all lines, and titles may be the same: numbers say which button opens which line. */
function numberOf({ lines, before = 0 }: Listing, line: ListingLine): number | undefined {
  const isAlone = lines.length === 1 || lines.every(({ link }) => isPlainLink(link));
  return isAlone ? undefined : before + lines.indexOf(line) + 1;
}

function description(listing: Listing, titleCap: number): string {
  const { lines, place } = listing;
  return [
    ...lines.map((line) => renderLine(line, numberOf(listing, line), titleCap)),
    ...(place === undefined ? [] : [`-# ${neutralise(place)}`]),
  ].join("\n\n");
}

function renderLine(
  { kind, title, facts, link }: ListingLine,
  number: number | undefined,
  titleCap: number,
): string {
  const count = number === undefined ? "" : `${number}. `;
  const open = isPlainLink(link) ? ` · [${OPEN_CARD}](${link})` : "";
  return `**${count}${neutralise(kind)}** · ${isolate(neutralise(clip(title, titleCap)))}\n-# ${renderWords(facts)}${open}`;
}

function rowsOf(listing: Listing): readonly ActionRow[] {
  const { lines, next } = listing;
  const cards = lines
    .filter(({ link }) => !isPlainLink(link))
    .map((line) => {
      const number = numberOf(listing, line);
      const open = number === undefined ? OPEN_CARD : `${OPEN_CARD} ${number}`;
      const label = clip(`${open}: ${line.title}`, MAX_BUTTON_LABEL);
      return offeredButton(label, `${OPEN_CARD_ID}:${line.reference}`, 2);
    });
  const more =
    next === undefined
      ? []
      : [offeredButton(SHOW_MORE, `${SHOW_MORE_ID}:${formatListPage(next)}`, 2)];
  return [...buttonRows(cards), ...buttonRows(more)];
}

/** A card without what decides, and the way to the message on which one can. */
export function renderReadOnly(card: Card, link: string | undefined): MessageBody {
  const buttons = card.buttons.filter(({ action }) => action === "show-all");
  const body = renderCard({ ...card, buttons });
  if (isPlainLink(link)) {
    const button = { type: BUTTON, style: 5, label: OPEN_MESSAGE, url: link } as const;
    const row = { type: ACTION_ROW, components: [button] } as const;
    return { ...body, components: [...body.components, row] };
  }
  const decides = buttons.length < card.buttons.length;
  const content = decides ? `${body.content}\n-# ${DECIDE_ON_CARD}` : body.content;
  return { ...body, content: clip(content, MAX_CONTENT) };
}

/** A link that cannot end its own brackets. */
function isPlainLink(link: string | undefined): link is string {
  return link !== undefined && /^https:\/\/[^\s()<>]+$/.test(link);
}
