/** What a platform lets us do in a span of time, and who goes first when that is not enough for all. */

/** So many calls in any span of that length, of a whole workspace or of one channel of it. */
export interface Limit {
  readonly per: "workspace" | "channel";
  readonly calls: number;
  readonly windowMs: number;
}

/** The calls that bring a card to people, by what they do. */
export type CardCall = "post" | "edit";

/** Limits of each call; all of them hold. */
export type CardLimits = Readonly<Record<CardCall, readonly Limit[]>>;

/**
 * Who goes first: the end of a question, a new card, a vote or another change, a reminder. Each leaves a tenth
 * of every limit more to those before it than the one before does, so that an end finds room at once.
 */
export const URGENCY = { ended: 0, posted: 1, changed: 2, reminded: 3 } as const;
export type Urgency = (typeof URGENCY)[keyof typeof URGENCY];

export interface Spending {
  /** Platform and workspace: `slack:T0ACME`. */
  readonly workspace: string;
  readonly channel: string;
  readonly urgency: Urgency;
  /** All at once, or none of them. */
  readonly calls: readonly CardCall[];
  readonly limits: CardLimits;
}
