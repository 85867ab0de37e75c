import { shownDigest } from "../core/digest.ts";
import { type Interrupt, urgency } from "../core/interrupt.ts";
import { formatReference, referenceTo } from "../core/reference.ts";
import { votesSoFar } from "./ballot-words.ts";
import { OURS } from "./button-ids.ts";
import { kindWord, titleOf } from "./naming.ts";
import { duration } from "./text.ts";
import type { Words } from "./words.ts";

/** What waits for whoever asks, or everything of the tenants that they may read. */
export const LISTS = ["mine", "all"] as const;
export type ListName = (typeof LISTS)[number];

export interface ListPage {
  readonly list: ListName;
  /** From 0. */
  readonly page: number;
}

/** One line of a listing: what waits, never what is in it. */
export interface ListingLine {
  readonly kind: string;
  readonly title: string;
  /** `asked 12 min ago · until … · 1 of 3 approved · 4f2a91c0d3e7` */
  readonly facts: Words;
  /** What a button carries that opens the card. */
  readonly reference: string;
  /** Address of the card, for a link. */
  readonly link?: string | undefined;
}

export interface Listing {
  /** `3 things wait for you`, or that nothing does. */
  readonly heading: string;
  readonly lines: readonly ListingLine[];
  /** How many lines come before these, on other pages. */
  readonly before?: number | undefined;
  /** Which lines these are, where there are others. */
  readonly place?: string | undefined;
  /** The page that `Show more` shows. */
  readonly next?: ListPage | undefined;
}

export interface Waiting {
  readonly interrupt: Interrupt;
  readonly link?: string | undefined;
  /** Whoever asks has a vote in it already. */
  readonly voted?: boolean | undefined;
}

/** Lines of a page; Slack and Discord both hold them in one private message. */
export const LISTING_SIZE = 10;

export const SHOW_MORE = "Show more";
export const OPEN_CARD = "Open";

/** Begins the ids of buttons that open a card from a list; what follows tells lines apart. */
export const OPEN_CARD_ID = `${OURS}open-card`;
/** Id of the button that shows the next page; see {@link formatListPage}. */
export const SHOW_MORE_ID = `${OURS}show-more`;

/** A page of what waits. `total` counts everything, `waiting` holds the lines of this page. */
export function listing(
  waiting: readonly Waiting[],
  total: number,
  now: number,
  { list, page }: ListPage = { list: "mine", page: 0 },
): Listing {
  if (total === 0) {
    return { heading: list === "mine" ? "Nothing waits for you." : "Nothing waits.", lines: [] };
  }
  const before = page * LISTING_SIZE;
  const shown = [...waiting].sort(byUrgency).slice(0, LISTING_SIZE);
  const after = before + LISTING_SIZE;
  return {
    heading: headingOf(list, total),
    lines: shown.map((each) => lineOf(each, now)),
    before,
    place:
      total <= LISTING_SIZE
        ? undefined
        : shown.length === 0
          ? `There is nothing after the first ${total}.`
          : `${before + 1} to ${before + shown.length} of ${total}, the most urgent first`,
    next: after < total ? { list, page: page + 1 } : undefined,
  };
}

function headingOf(list: ListName, total: number): string {
  const what = total === 1 ? "1 thing waits" : `${total} things wait`;
  return list === "mine" ? `${what} for you` : what;
}

function lineOf({ interrupt, link, voted = false }: Waiting, now: number): ListingLine {
  return {
    kind: kindWord(interrupt.payload),
    title: titleOf(interrupt.payload),
    facts: factsOf(interrupt, voted, now),
    reference: formatReference(referenceTo(interrupt)),
    link,
  };
}

/** Of equal urgency the one that has waited longest comes first. */
function byUrgency({ interrupt: a }: Waiting, { interrupt: b }: Waiting): number {
  return urgency(a) - urgency(b) || a.requestedAt - b.requestedAt;
}

function factsOf(interrupt: Interrupt, voted: boolean, now: number): Words {
  const asked = `asked ${duration(now - interrupt.requestedAt)} ago · `;
  const votes = [votesSoFar(interrupt), voted ? "you have voted" : undefined];
  const rest = [...votes, shownDigest(interrupt.digest)]
    .filter((each) => each !== undefined)
    .join(" · ");
  return interrupt.deadlineAt === undefined
    ? [`${asked}no deadline · ${rest}`]
    : [`${asked}until `, { at: interrupt.deadlineAt, as: "time" }, ` · ${rest}`];
}

/** `mine 1`: a page as a button carries it. */
export function formatListPage({ list, page }: ListPage): string {
  return `${list} ${page}`;
}

/** Reads what {@link formatListPage} writes; undefined for anything else. */
export function parseListPage(text: string): ListPage | undefined {
  const [, named, page] = /^([a-z]+) (\d{1,4})$/.exec(text) ?? [];
  const list = LISTS.find((each) => each === named);
  return list === undefined ? undefined : { list, page: Number(page) };
}
