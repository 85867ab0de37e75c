import { agreeing, tally, voteOf } from "../core/ballot.ts";
import type { Interrupt, Vote, VotingAction } from "../core/interrupt.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Offer } from "./platform.ts";
import type { Words } from "./words.ts";

/** What somebody hears, privately, whose press counted and ended nothing. */

const VOTE_WORDS: Readonly<Record<VotingAction, { readonly verb: string; readonly noun: string }>> =
  {
    accept: { verb: "approve", noun: "approval" },
    "edit-accept": { verb: "approve with edits", noun: "edited approval" },
    reject: { verb: "reject", noun: "rejection" },
    refine: { verb: "send back", noun: "request to change it" },
  };

/** Also for who asks the same again while it waits: it is asked once. */
export const ASKED: Words = [
  "Your question is with whoever asked. The request stays open; the answer will be on the card.",
];

/** Undefined where the card itself says everything: the interrupt has ended. */
export function countedWords(previous: Interrupt, next: Interrupt): Words | undefined {
  if (next.outcome !== undefined) return undefined;
  if (next.exchanges.length > previous.exchanges.length) return ASKED;
  const vote = next.votes.find((each) => !previous.votes.includes(each));
  return vote === undefined ? undefined : [voteWords(previous, next, vote)];
}

function voteWords(previous: Interrupt, next: Interrupt, vote: Vote): string {
  const before = voteOf(previous.votes, vote.by);
  const { verb, noun } = VOTE_WORDS[vote.action];
  const state = stillNeeded(next, vote);
  if (before === undefined) return `Your ${noun} counts. ${state}`;
  if (before.action === vote.action) return `Your ${noun} stands. ${state}`;
  return `Changed from ${VOTE_WORDS[before.action].verb} to ${verb}. ${state}`;
}

/** How far it is, told from what this vote asks for: of edits, those of the same content. */
function stillNeeded({ payload, votes }: Interrupt, vote: Vote): string {
  if (payload.kind !== "approval") return "";
  const { needed, vetoes } = tally(payload.data, votes);
  const isGrant = vote.action === "accept" || vote.action === "edit-accept";
  const wanted = isGrant ? needed : vetoes;
  const count = agreeing(votes, vote).length;
  return `${count} of ${wanted} so far; ${more(wanted - count)}.`;
}

function more(count: number): string {
  return count === 1 ? "one more is needed" : `${count} more are needed`;
}

/** The form that gives what was missing, where one does. */
export function offerAfter(refusal: Refusal): Offer | undefined {
  return refusal.code === "reason-needed"
    ? { purpose: "override", label: "Give a reason" }
    : undefined;
}
