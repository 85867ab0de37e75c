import { shownDigest } from "../core/digest.ts";
import { type Interrupt, urgency } from "../core/interrupt.ts";
import { kindWord, titleOf } from "./naming.ts";
import { duration } from "./text.ts";
import type { Words } from "./words.ts";

/** One line of a listing: what waits, never what is in it. */
export interface ListingLine {
  readonly kind: string;
  readonly title: string;
  /** `asked 12 min ago · until … · 4f2a91c0d3e7` */
  readonly facts: Words;
  /** Address of the card, for a link. */
  readonly link?: string | undefined;
}

export interface Listing {
  /** `3 things wait for you`, or that nothing does. */
  readonly heading: string;
  readonly lines: readonly ListingLine[];
  /** Said when not everything fits. */
  readonly more?: string | undefined;
}

export interface Waiting {
  readonly interrupt: Interrupt;
  readonly link?: string | undefined;
}

/** At most this many lines; Slack and Discord both hold them in one private message. */
export const LISTING_SIZE = 10;

/** What waits for one person. `total` counts everything, `waiting` holds the most urgent of it. */
export function listing(waiting: readonly Waiting[], total: number, now: number): Listing {
  if (total === 0) return { heading: "Nothing waits for you.", lines: [] };
  const shown = [...waiting].sort(byUrgency).slice(0, LISTING_SIZE);
  return {
    heading: total === 1 ? "1 thing waits for you" : `${total} things wait for you`,
    lines: shown.map(({ interrupt, link }) => ({
      kind: kindWord(interrupt.payload),
      title: titleOf(interrupt.payload),
      facts: factsOf(interrupt, now),
      link,
    })),
    more:
      total > shown.length
        ? `Showing the ${shown.length} most urgent of ${total}. The rest moves up as these are decided.`
        : undefined,
  };
}

/** Of equal urgency the one that has waited longest comes first. */
function byUrgency({ interrupt: a }: Waiting, { interrupt: b }: Waiting): number {
  return urgency(a) - urgency(b) || a.requestedAt - b.requestedAt;
}

function factsOf(interrupt: Interrupt, now: number): Words {
  const asked = `asked ${duration(now - interrupt.requestedAt)} ago · `;
  const digest = shownDigest(interrupt.digest);
  return interrupt.deadlineAt === undefined
    ? [`${asked}no deadline · ${digest}`]
    : [`${asked}until `, { at: interrupt.deadlineAt, as: "time" }, ` · ${digest}`];
}
