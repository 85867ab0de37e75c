import { answerable } from "../core/answerable.ts";
import { MAX_EXCHANGES } from "../core/decide.ts";
import { RESPOND_SCOPE } from "../core/eligibility.ts";
import type { Interrupt, Outcome } from "../core/interrupt.ts";
import type { Refusal } from "../core/refusal.ts";
import type { AnswerProblem } from "../core/resume.ts";
import { deciderName } from "./deciders.ts";
import { changesNothing } from "./edit-diff.ts";
import { type NameOf, titleOf, whoInSentence } from "./naming.ts";
import { cleanLine, clip, duration } from "./text.ts";
import type { Words } from "./words.ts";
import { elsewhereWord, REASON_WORDS, VIA_WORDS, whoDecided } from "./outcome-wording.ts";

/** What people hear whose press was refused. Each names the thing, the reason and the next step. */

/** What the person whose press was refused hears, privately. `now` is milliseconds. */
export function refusalWords(refusal: Refusal, now: number, nameOf: NameOf): Words {
  switch (refusal.code) {
    case "unknown-interrupt":
      return [
        "This request is not known here any more. Nothing changed. /pending lists what waits for you.",
      ];
    case "account-unknown":
      return [
        `This account is not linked to anyone who may decide. Nothing changed. An operator can add you to the roster as ${refusal.account}.`,
      ];
    case "guest":
      return [
        `Guests and people of other workspaces cannot decide here. Nothing changed. An operator can allow it in the roster (guestsMayDecide), or make ${refusal.account} a full member.`,
      ];
    case "membership-unknown":
      return [
        `Who belongs to ${whoInSentence(refusal.interrupt, nameOf)} could not be looked up, so your answer to ${quoted(refusal.interrupt)} was not counted. Nothing changed. Try again in some minutes.`,
      ];
    case "scope-missing":
      return [
        `You are on the roster without the right to respond, so you cannot decide ${quoted(refusal.interrupt)}. Nothing changed. An operator can give you the scope ${RESPOND_SCOPE}.`,
      ];
    case "not-eligible":
      return [
        `Only ${whoInSentence(refusal.interrupt, nameOf)} can decide ${quoted(refusal.interrupt)}. Nothing changed. Ask them to look at it.`,
      ];
    case "already-decided":
      return alreadyDecided(refusal.interrupt, refusal.own, now);
    case "expired":
      return expired(refusal.interrupt);
    case "withdrawn":
      return withdrawn(refusal.interrupt);
    case "own-run":
      return [
        `You started the run that asks ${quoted(refusal.interrupt)}, and the roster lets nobody decide their own runs. Nothing changed. Ask another approver.`,
      ];
    case "superseded":
      return [
        `You have voted on ${quoted(refusal.interrupt)} again since then, and the later vote stands. This one changed nothing.`,
      ];
    case "form-needed":
      return [
        `${quoted(refusal.interrupt)} is not answered by a message. Nothing changed. Use ${answerable(refusal.interrupt.payload).way === "form" ? "the Answer button" : "the buttons"} on its card.`,
      ];
    case "reason-needed":
      return [
        `Accepting ${quoted(refusal.interrupt)} now overrides the approvals that are missing, and that needs a reason. Nothing changed. Give one, and it is accepted.`,
      ];
    case "too-many-questions":
      return [
        `${MAX_EXCHANGES} questions have been asked on ${quoted(refusal.interrupt)}; there is no room for more. Nothing changed. Decide, or talk to whoever runs the workflow.`,
      ];
    case "nothing-to-change":
      return [`There is nothing left to change in ${quoted(refusal.interrupt)}.`];
    case "payload-changed":
      return [
        `This card of ${quoted(refusal.interrupt)} was out of date and has been refreshed. Nothing changed. Read it again before you decide.`,
      ];
    case "action-not-available":
      return [
        `That is not possible for ${quoted(refusal.interrupt)}. Nothing changed. The card shows what is possible.`,
      ];
    case "answer-invalid":
      return [answerProblemWords(refusal.interrupt, refusal.problems)];
  }
}

/** What somebody wanted to look at: all that waits, or more of one request than its card shows. */
type Looking = "list" | "request";

const CANNOT_SEE: Readonly<Record<Looking, string>> = {
  list: "what waits cannot be listed for you",
  request: "no more of this request can be shown to you",
};

/**
 * What a person hears who may not look at something, privately: there was nothing to decide, and nothing
 * that might have changed.
 */
export function unseenWords(
  looking: Looking,
  refusal: Refusal,
  now: number,
  nameOf: NameOf,
): Words {
  switch (refusal.code) {
    case "unknown-interrupt":
      return ["This request is not known here any more. /pending lists what waits for you."];
    case "account-unknown":
      return [
        `This account is not linked to anyone on the roster, so ${CANNOT_SEE[looking]}. An operator can add you to the roster as ${refusal.account}.`,
      ];
    case "guest":
      return [
        `You are a guest here or belong to another workspace, so ${CANNOT_SEE[looking]}. An operator can allow it in the roster (guestsMayDecide), or make ${refusal.account} a full member.`,
      ];
    default:
      return refusalWords(refusal, now, nameOf);
  }
}

/** What is wrong with an answer, and what to do about it; never the answer. */
function answerProblemWords(
  interrupt: Interrupt,
  [first, ...others]: readonly AnswerProblem[],
): string {
  const which = `The answer to ${quoted(interrupt)} does not fit`;
  const again = "Nothing changed. Correct it and answer again.";
  if (first === undefined) return `${which}. ${again}`;
  const count = others.length === 0 ? "" : ` (1 of ${others.length + 1} problems)`;
  const isTyped = answerable(interrupt.payload).way === "question";
  if (isTyped) return `The answer ${first.rule}${count}. Nothing changed. Write another one.`;
  const place = clip(cleanLine(first.path.join(".")), 80) || "it";
  return `${which}: ${place} ${first.rule}${count}. ${again}`;
}

function alreadyDecided(interrupt: Interrupt, own: boolean, now: number): Words {
  const { outcome } = interrupt;
  if (outcome === undefined) return ["This is being decided. Look at the card in a moment."];
  const ago = howLongAgo(now - outcome.at);
  if (outcome.kind !== "decided" && outcome.kind !== "answered") {
    const ended = elsewhereWord(interrupt.payload).toLowerCase();
    return [`${quoted(interrupt)} was ${ended} ${ago}. Your answer changed nothing.`];
  }
  const isAlone = outcome.kind === "decided" && outcome.verdict === "overridden";
  const which = `${quoted(interrupt)}${isAlone ? " alone" : ""}`;
  const what = `${pastOf(interrupt, outcome)} ${which} ${ago}, ${VIA_WORDS[outcome.via]}`;
  if (own) return [`You ${what}. That stands; there is nothing more to do.`];
  const who = outcome.kind === "decided" ? whoDecided(interrupt, outcome) : deciderName(outcome.by);
  return [`${who} ${what}. Your answer changed nothing.`];
}

function pastOf(
  interrupt: Interrupt,
  outcome: Extract<Outcome, { kind: "decided" | "answered" }>,
): string {
  if (outcome.kind === "answered") return "answered";
  switch (outcome.verdict) {
    case "granted":
    case "overridden":
      return outcome.action === "edit-accept" && !changesNothing(interrupt)
        ? "edited and accepted"
        : "accepted";
    case "rejected":
      return "rejected";
    case "refined":
      return "sent back";
  }
}

function howLongAgo(ms: number): string {
  return ms < 2_000 ? "just now" : `${duration(ms)} ago`;
}

function expired(interrupt: Interrupt): Words {
  const then =
    interrupt.payload.kind === "approval" ? "it counts as rejected" : "nobody can answer any more";
  return [
    `The deadline of ${quoted(interrupt)} has passed (`,
    { at: interrupt.deadlineAt ?? 0, as: "time" },
    `), so ${then}. Your answer changed nothing.`,
  ];
}

function withdrawn(interrupt: Interrupt): Words {
  const { outcome } = interrupt;
  const reason =
    outcome?.kind === "invalidated" ? REASON_WORDS[outcome.reason] : "it was withdrawn";
  return [
    `${reason[0]?.toUpperCase()}${reason.slice(1)}, so there is nothing left to decide in ${quoted(interrupt)}. Your answer changed nothing.`,
  ];
}

function quoted({ payload }: Interrupt): string {
  return `“${titleOf(payload)}”`;
}
