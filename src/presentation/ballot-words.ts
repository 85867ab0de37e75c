import { agreeing, tally } from "../core/ballot.ts";
import type { Interrupt, Vote } from "../core/interrupt.ts";
import { voterNames } from "./deciders.ts";

/** A ballot in words: only for gates that need more than one voice. */

/** `1 of 3 approved · Ada`, and what else was said; undefined where one voice is enough. */
export function ballotWords({ payload, votes, outcome }: Interrupt): string | undefined {
  if (payload.kind !== "approval" || (payload.data.requiredApprovals ?? 1) === 1) return undefined;
  const { needed, vetoes } = tally(payload.data, votes);
  const lines = [
    counted(votes, "accept", `of ${needed} approved`) ?? `0 of ${needed} approved`,
    ...editLines(votes, needed),
    counted(votes, "reject", "rejected"),
    counted(votes, "refine", "sent it back"),
    outcome === undefined && payload.data.actions.includes("reject")
      ? rejectionRule(vetoes)
      : undefined,
  ];
  return lines.filter((line) => line !== undefined).join("\n");
}

function counted(votes: readonly Vote[], action: Vote["action"], what: string): string | undefined {
  const of = votes.filter((each) => each.action === action);
  return of.length === 0 ? undefined : `${of.length} ${what} · ${voterNames(of)}`;
}

/** A line for each content: only the same edit adds up. */
function editLines(votes: readonly Vote[], needed: number): readonly string[] {
  const edits = votes.filter(({ action }) => action === "edit-accept");
  const same = edits.map((each) => agreeing(edits, each));
  const once = same.filter(([first], index) => first === edits[index]);
  return once.map((of, index) => {
    const what = index === 0 ? "edits" : "other edits";
    return `${of.length} of ${needed} approved with ${what} · ${voterNames(of)}`;
  });
}

function rejectionRule(vetoes: number): string {
  return vetoes === 1 ? "1 rejection decides" : `${vetoes} rejections decide`;
}

/** The same in a few words, without names: `1 of 3 approved, 1 rejected`; undefined where one voice is enough. */
export function votesSoFar({ payload, votes }: Interrupt): string | undefined {
  if (payload.kind !== "approval" || (payload.data.requiredApprovals ?? 1) === 1) return undefined;
  const { needed } = tally(payload.data, votes);
  const count = (...actions: readonly Vote["action"][]) =>
    votes.filter(({ action }) => actions.includes(action)).length;
  const others = [
    { said: count("reject"), what: "rejected" },
    { said: count("refine"), what: "sent it back" },
  ].filter(({ said }) => said > 0);
  const approved = `${count("accept", "edit-accept")} of ${needed} approved`;
  return [approved, ...others.map(({ said, what }) => `${said} ${what}`)].join(", ");
}
