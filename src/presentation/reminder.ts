import { tally } from "../core/ballot.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Reminded } from "../core/ports/reminding.ts";
import { duration } from "./text.ts";
import type { Words } from "./words.ts";

/** One line in a card's thread for those who have not decided. */
export interface Reminder extends Reminded {
  readonly words: Words;
}

/** `Still waiting for 1 of 2 approvals, 30 min left (until 14:00).` */
export function reminderWords(interrupt: Interrupt, now: number): Words {
  const { deadlineAt } = interrupt;
  const still = `Still waiting for ${missing(interrupt)}`;
  if (deadlineAt === undefined) return [`${still}.`];
  const left = duration(deadlineAt - now);
  return [`${still}, ${left} left (until `, { at: deadlineAt, as: "time" }, ")."];
}

function missing({ payload, votes }: Interrupt): string {
  if (payload.kind !== "approval") return "an answer";
  const { grants, needed } = tally(payload.data, votes);
  return needed === 1 ? "a decision" : `${needed - grants} of ${needed} approvals`;
}
