import { digestOf } from "./digest.ts";
import { comparePlaces, type Decider, type Verdict, type Vote } from "./interrupt.ts";
import type { Json } from "./json.ts";
import type { ApprovalData } from "./payload.ts";

/**
 * The ballot of an approval: one live vote a principal. A quorum counts grants of the same content, so
 * nothing is released that fewer people approved than the gate asks for; rejections and refinements are
 * counted apart, each against the rejection threshold.
 */

export interface Tally {
  /** Grants of the content that most people granted. */
  readonly grants: number;
  readonly rejects: number;
  readonly refines: number;
  /** Grants of one content that release the gate: `requiredApprovals`. */
  readonly needed: number;
  /** Rejections that reject it, and refinements that send it back. */
  readonly vetoes: number;
}

/** Counts the live votes. */
export function tally(data: ApprovalData, votes: readonly Vote[]): Tally {
  const contents = votes.map(contentOf).filter((content) => content !== undefined);
  const grants = contents.map((content) => contents.filter((each) => each === content).length);
  return {
    grants: Math.max(0, ...grants),
    rejects: votes.filter(({ action }) => action === "reject").length,
    refines: votes.filter(({ action }) => action === "refine").length,
    needed: neededFor(data),
    vetoes: vetoesFor(data),
  };
}

/** Grants that an approval needs: at least one. */
export function neededFor({ requiredApprovals = 1 }: ApprovalData): number {
  return requiredApprovals;
}

/** `single-veto`: one. `majority`: more than half of the approvals asked for, whoever may vote. */
function vetoesFor(data: ApprovalData): number {
  return data.rejectionPolicy === "majority" ? Math.floor(neededFor(data) / 2) + 1 : 1;
}

/**
 * What a vote grants: the artifact as it was sent, or one particular edit of it. Two edits are the same
 * when their canonical JSON is; an edit that changes nothing is still an edit. Undefined grants nothing.
 */
function contentOf({
  action,
  resumeValue,
}: Pick<Vote, "action" | "resumeValue">): string | undefined {
  if (action === "accept") return "as sent";
  if (action !== "edit-accept") return undefined;
  return digestOf((resumeValue as { readonly editedArtifactData: Json }).editedArtifactData);
}

/**
 * The votes after one more. The later vote of a principal counts, whatever order they are handled in;
 * undefined when the one that stands was given after this one.
 */
export function cast(votes: readonly Vote[], vote: Vote): readonly Vote[] | undefined {
  const earlier = voteOf(votes, vote.by);
  if (earlier === undefined) return [...votes, vote];
  if (comparePlaces(vote.place, earlier.place) < 0) return undefined;
  return votes.map((each) => (each === earlier ? vote : each));
}

/** The live vote of somebody. */
export function voteOf(votes: readonly Vote[], by: Decider): Vote | undefined {
  return votes.find((each) => isSame(each.by, by));
}

/** Are they one principal? Whoever holds a token that names nobody counts as one. */
export function isSame(one: Decider, other: Decider): boolean {
  return one === "bearer" || other === "bearer" ? one === other : one.id === other.id;
}

/** Are they one person whom we know? Of two who hold tokens that name nobody, nobody can say so. */
export function isSamePerson(one: Decider, other: Decider): boolean {
  return one !== "bearer" && isSame(one, other);
}

/** The live votes that say the same as this one; of edits, those of the same content. */
export function agreeing(
  votes: readonly Vote[],
  vote: Pick<Vote, "action" | "resumeValue">,
): readonly Vote[] {
  const content = contentOf(vote);
  return votes.filter((each) => each.action === vote.action && contentOf(each) === content);
}

/**
 * What the latest vote decides, given that it is among the live ones; undefined while the gate stays
 * open. One vote changes one count, so only the count it belongs to can reach its threshold.
 */
export function verdictOf(
  data: ApprovalData,
  votes: readonly Vote[],
  latest: Vote,
): Exclude<Verdict, "overridden"> | undefined {
  const count = agreeing(votes, latest).length;
  switch (latest.action) {
    case "accept":
    case "edit-accept":
      return count >= neededFor(data) ? "granted" : undefined;
    case "reject":
      return count >= vetoesFor(data) ? "rejected" : undefined;
    case "refine":
      return count >= vetoesFor(data) ? "refined" : undefined;
  }
}
