import { agreeing, isSamePerson, tally } from "../core/ballot.ts";
import { isBlank } from "../core/characters.ts";
import type { Interrupt, Vote } from "../core/interrupt.ts";
import { deciderName, decidingVotes, voterNames } from "./deciders.ts";
import { cleanLine, clip } from "./text.ts";

/** A ballot in words: only for gates that need more than one voice. */

/**
 * `1 of 3 approved · Ada`, what else was said, and what voters wrote with it; undefined where one voice is enough.
 * After the end, those who decided are named by the outcome and not here again.
 */
export function ballotWords(interrupt: Interrupt): string | undefined {
  const { payload, votes, outcome } = interrupt;
  if (payload.kind !== "approval" || (payload.data.requiredApprovals ?? 1) === 1) return undefined;
  const { needed, vetoes } = tally(payload.data, votes);
  const deciding = new Set(outcome?.kind === "decided" ? decidingVotes(interrupt, outcome) : []);
  const lines = groupsOf(votes, needed).map((group) => lineOf(group, deciding));
  const isRuleAhead = outcome === undefined && payload.data.actions.includes("reject");
  const rule = isRuleAhead ? rejectionRule(vetoes) : undefined;
  return [...lines, rule, ...remarkLines(votes, outcome)]
    .filter((line) => line !== undefined)
    .join("\n");
}

/** Those who say the same, and what. */
interface Group {
  readonly votes: readonly Vote[];
  readonly what: string;
}

function groupsOf(votes: readonly Vote[], needed: number): readonly Group[] {
  const by = (action: Vote["action"]) => votes.filter((each) => each.action === action);
  const edits = editGroups(by("edit-accept"), needed);
  const accepted = by("accept");
  const others = [
    { votes: by("reject"), what: "rejected" },
    { votes: by("refine"), what: "sent it back" },
  ];
  // Beside approvals with edits, a line that says that nobody has approved would contradict them.
  const isAcceptSaid = accepted.length > 0 || edits.length === 0;
  return [
    ...(isAcceptSaid ? [{ votes: accepted, what: `of ${needed} approved` }] : []),
    ...edits,
    ...others.filter((group) => group.votes.length > 0),
  ];
}

/** A group for each content: only the same edit adds up. */
function editGroups(edits: readonly Vote[], needed: number): readonly Group[] {
  const same = edits.map((each) => agreeing(edits, each));
  const once = same.filter(([first], index) => first === edits[index]);
  return once.map((votes, index) => ({
    votes,
    what: `of ${needed} approved with ${index === 0 ? "edits" : "other edits"}`,
  }));
}

/** Of those who decided, only the count that the outcome does not say. */
function lineOf({ votes, what }: Group, deciding: ReadonlySet<Vote>): string | undefined {
  const count = `${votes.length} ${what}`;
  const [first] = votes;
  if (first === undefined) return count;
  if (!deciding.has(first)) return `${count} · ${voterNames(votes)}`;
  return first.action === "accept" || first.action === "edit-accept" ? count : undefined;
}

/** The latest remarks, each cut to this length: the card has to say more than that. */
const MOST_REMARKS = 3;
const MAX_REMARK = 200;

/** What voters wrote with their votes; that of the vote which decided stands with the outcome. */
function remarkLines(votes: readonly Vote[], outcome: Interrupt["outcome"]): readonly string[] {
  const said = votes.flatMap(({ by, resumeValue, action }) => {
    const decided = outcome?.kind === "decided" && isSamePerson(outcome.by, by);
    const { feedback = "" } = resumeValue as { readonly feedback?: string };
    const text = clip(cleanLine(feedback), MAX_REMARK);
    return decided || action === "refine" || isBlank(text) ? [] : [`${deciderName(by)}: “${text}”`];
  });
  return said.slice(-MOST_REMARKS);
}

function rejectionRule(vetoes: number): string {
  return vetoes === 1 ? "1 rejection decides" : `${vetoes} rejections decide`;
}

/** The same in a few words, without names: `1 of 3 approved, 1 rejected`; undefined where one voice is enough. */
export function votesSoFar({ payload, votes }: Interrupt): string | undefined {
  if (payload.kind !== "approval" || (payload.data.requiredApprovals ?? 1) === 1) return undefined;
  const { grants, rejects, refines, needed } = tally(payload.data, votes);
  const others = [
    { said: rejects, what: "rejected" },
    { said: refines, what: "sent it back" },
  ].filter(({ said }) => said > 0);
  // Approvals of different contents do not add up: nobody may read that enough have approved.
  const approved = `${grants} of ${needed} approved`;
  return [approved, ...others.map(({ said, what }) => `${said} ${what}`)].join(", ");
}
