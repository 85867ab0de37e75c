import { answerable } from "../core/answerable.ts";
import { isBlank } from "../core/characters.ts";
import type { Interrupt, InvalidationReason, Outcome, Via } from "../core/interrupt.ts";
import type { Payload } from "../core/payload.ts";
import { answerText } from "./answer-text.ts";
import { deciderName, decidingVotes, voterNames } from "./deciders.ts";
import { changesNothing } from "./edit-diff.ts";
import { cleanLine, cleanText, clip, duration } from "./text.ts";
import type { Words } from "./words.ts";

/** How it ended, in the one line that stands where the buttons were. */

/** Where it was decided, at the end of a sentence. */
export const VIA_WORDS: Readonly<Record<Via, string>> = {
  slack: "from Slack",
  discord: "from Discord",
  http: "over HTTP",
  link: "by link",
};

export const REASON_WORDS: Readonly<Record<InvalidationReason, string>> = {
  "run.cancelled": "the run was cancelled",
  "run.completed": "the run went on without it",
  "run.failed": "the run failed",
};

/** Longest part of an answer that the card repeats. */
const MAX_SHOWN_ANSWER = 500;

/** The one line that stands where the buttons were. */
export function outcomeWords(interrupt: Interrupt, outcome: Outcome): Words {
  const after = `${duration(outcome.at - interrupt.requestedAt)} after asking`;
  switch (outcome.kind) {
    case "decided": {
      const line = `${decidedBy(interrupt, outcome)} · ${after}${viaEnd(outcome)}`;
      const said = remarkOf(outcome);
      return [said === undefined ? line : `${line}\n${said}`];
    }
    case "answered": {
      const goes = goesAhead(interrupt);
      const verb = goes === undefined ? "Answered" : goes ? "Told to go ahead" : "Stopped";
      const line = `${verb} by ${deciderName(outcome.by)} · ${after}${viaEnd(outcome)}`;
      if (goes !== undefined) return [line];
      return [`${line}\n${answerText(interrupt.payload, outcome.resumeValue, MAX_SHOWN_ANSWER)}`];
    }
    case "noted":
      // It ended when it was asked, and when that was stands above.
      return ["For you to know; nothing waits for an answer."];
    case "expired":
      return interrupt.payload.kind === "approval"
        ? [expiredApproval(interrupt), { at: outcome.at, as: "time" }]
        : ["Expired: deadline passed, nobody answered · ", { at: outcome.at, as: "time" }];
    case "resolved-elsewhere":
      return [
        `${elsewhereWord(interrupt.payload)}, not through this card · `,
        { at: outcome.at, as: "time" },
      ];
    case "invalidated":
      return [`Withdrawn: ${REASON_WORDS[outcome.reason]} · `, { at: outcome.at, as: "time" }];
  }
}

/** How it ended where the engine or another program brought the end: a question is answered, not decided. */
export function elsewhereWord({ kind }: Payload): string {
  return kind === "approval" ? "Decided elsewhere" : "Answered elsewhere";
}

/** Whether an agent that was not sure goes on or stops; undefined where that was not what was asked. */
export function goesAhead({ payload, outcome }: Interrupt): boolean | undefined {
  if (answerable(payload).way !== "go-or-stop" || outcome?.kind !== "answered") return undefined;
  return typeof outcome.resumeValue === "boolean" ? outcome.resumeValue : undefined;
}

export type Decided = Extract<Outcome, { kind: "decided" }>;

/** Where it was decided; said already where whoever decided is known by nothing but the link. */
function viaEnd({ by, via }: Extract<Outcome, { kind: "decided" | "answered" }>): string {
  return by === "bearer" && via === "link" ? "" : ` · ${VIA_WORDS[via]}`;
}

function decidedBy(interrupt: Interrupt, outcome: Decided): string {
  const who = whoDecided(interrupt, outcome);
  switch (outcome.verdict) {
    case "granted":
      if (outcome.action !== "edit-accept") return `Accepted by ${who}`;
      return changesNothing(interrupt)
        ? `Accepted by ${who}, with nothing changed`
        : `Edited and accepted by ${who}`;
    case "overridden":
      return `Accepted by ${who} alone, without the missing approvals`;
    case "rejected":
      return `Rejected by ${who}`;
    case "refined":
      return `Sent back by ${who}`;
  }
}

/** Where several voices were needed, all of those that decided. */
export function whoDecided(interrupt: Interrupt, outcome: Decided): string {
  const together = decidingVotes(interrupt, outcome);
  return together.length < 2 ? deciderName(outcome.by) : voterNames(together);
}

/** What whoever decided wrote with it. */
function remarkOf({ action, resumeValue }: Decided): string | undefined {
  const { feedback, refineFeedback } = resumeValue as Remarks;
  if (action === "refine") return refineLines(refineFeedback ?? {});
  const shown = clip(cleanText(feedback ?? ""), MAX_SHOWN_ANSWER);
  return isBlank(shown) ? undefined : `“${shown}”`;
}

interface Remarks {
  readonly feedback?: string;
  readonly refineFeedback?: RefineFeedback;
}

interface RefineFeedback {
  readonly sectionPath?: string;
  readonly itemIds?: readonly string[];
  readonly tags?: readonly string[];
  readonly text?: string;
}

/** What should change, then where, then its tags: a line each, together no longer than a remark. */
function refineLines({ sectionPath = "", itemIds = [], tags = [], text = "" }: RefineFeedback) {
  const words = cleanText(text).trim();
  const said = [
    isBlank(words) ? "" : `“${words}”`,
    labelled(["Section", "Section"], [sectionPath]),
    labelled(["Item", "Items"], itemIds),
    labelled(["Tag", "Tags"], tags),
  ].filter((line) => line !== "");
  return said.length === 0 ? undefined : clip(said.join("\n"), MAX_SHOWN_ANSWER);
}

function labelled([one, more]: readonly [string, string], values: readonly string[]): string {
  const shown = values.map(cleanLine).filter((value) => value !== "");
  return shown.length === 0 ? "" : `${shown.length === 1 ? one : more}: ${shown.join(", ")}`;
}

function expiredApproval({ votes }: Interrupt): string {
  return votes.length === 0
    ? "Rejected: deadline passed, nobody decided · "
    : "Rejected: deadline passed before enough had voted · ";
}
