import { tally } from "../core/ballot.ts";
import type { Interrupt, Vote } from "../core/interrupt.ts";
import { voterNames } from "./deciders.ts";

/** A ballot in words: only for gates that need more than one voice. */

/** `1 of 3 approved · Ada`, and what else was said; undefined where one voice is enough. */
export function ballotWords({ payload, votes }: Interrupt): string | undefined {
  if (payload.kind !== "approval" || (payload.data.requiredApprovals ?? 1) === 1) return undefined;
  const { needed, vetoes } = tally(payload.data, votes);
  const lines = [
    counted(votes, "accept", `of ${needed} approved`) ?? `0 of ${needed} approved`,
    counted(votes, "edit-accept", `of ${needed} approved with edits`),
    counted(votes, "reject", "rejected"),
    counted(votes, "refine", "sent it back"),
    payload.data.actions.includes("reject") ? rejectionRule(vetoes) : undefined,
  ];
  return lines.filter((line) => line !== undefined).join("\n");
}

function counted(votes: readonly Vote[], action: Vote["action"], what: string): string | undefined {
  const of = votes.filter((each) => each.action === action);
  return of.length === 0 ? undefined : `${of.length} ${what} · ${voterNames(of)}`;
}

function rejectionRule(vetoes: number): string {
  return vetoes === 1 ? "1 rejection decides" : `${vetoes} rejections decide`;
}
