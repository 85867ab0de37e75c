import { agreeing } from "../core/ballot.ts";
import type { Decider, Interrupt, Outcome, Vote } from "../core/interrupt.ts";
import { cleanLine, clip, inSentence } from "./text.ts";

/** Most names that one line holds. */
const MOST_NAMES = 6;

/** Somebody who decided, as people know them. */
export function deciderName(decider: Decider): string {
  if (decider === "bearer") return "whoever held the link";
  return clip(cleanLine(decider.name), 80) || clip(cleanLine(decider.id), 80);
}

/** The votes that decided together; none where one person released it alone, over a quorum. */
export function decidingVotes(
  { votes }: Interrupt,
  { verdict, action, resumeValue }: Extract<Outcome, { kind: "decided" }>,
): readonly Vote[] {
  return verdict === "overridden" ? [] : agreeing(votes, { action, resumeValue });
}

/** `Ada, Grace and Lin`, `Ada, Grace and 4 more`. */
export function voterNames(votes: readonly Vote[]): string {
  const names = votes.slice(0, MOST_NAMES).map(({ by }) => deciderName(by));
  const left = votes.length - names.length;
  return inSentence(left === 0 ? names : [...names, `${left} more`]);
}
