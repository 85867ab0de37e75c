import type { Card } from "../../src/presentation/card.ts";
import type { Words } from "../../src/presentation/words.ts";

/** What is said about forms that only a dialog of Slack's needs. */

/** Stands at the first of several inputs. */
export const ONE_TEXT = "Together these are one text. Empty one to take its part away.";

/** ` (2 of 4)`, for the label of an input. */
export function pieceCount(piece: number, pieces: number): string {
  return ` (${piece} of ${pieces})`;
}

/** Stands above what somebody wrote in a form that is of no use any more. */
export const YOU_WROTE = "You wrote:";

/** Said in the place of a form that is too large, with what can be done instead. */
export function tooLargeToFill(card: Card): Words {
  const why = "This is too large to fill in here: a dialog of Slack's does not hold all of it.";
  return [`${why} Nothing changed. ${wayWithout(card)}`];
}

/** Said when Slack refuses a form that ought to fit. */
export function formRefused(card: Card): Words {
  return [`Slack does not show this form. Nothing changed. ${wayWithout(card)}`];
}

function wayWithout({ buttons }: Card): string {
  return buttons.some(({ action }) => action === "refine")
    ? "Send back on the card takes what should change in words."
    : "Decide on the card without it, or ask whoever runs the workflow for another way.";
}
