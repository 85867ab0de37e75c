import { answerable } from "../core/answerable.ts";
import { isBlank } from "../core/characters.ts";
import { MAX_EXCHANGES } from "../core/decide.ts";
import { RESPOND_SCOPE } from "../core/eligibility.ts";
import type {
  Interrupt,
  InvalidationReason,
  Outcome,
  PlatformName,
  Via,
} from "../core/interrupt.ts";
import type { Payload } from "../core/payload.ts";
import type { Refusal } from "../core/refusal.ts";
import type { AnswerProblem } from "../core/resume.ts";
import { answerText } from "./answer-text.ts";
import { deciderName, decidingVotes, voterNames } from "./deciders.ts";
import { changesNothing } from "./edit-diff.ts";
import { type NameOf, titleOf, whoInSentence } from "./naming.ts";
import { cleanLine, cleanText, clip, duration } from "./text.ts";
import type { Words } from "./words.ts";

/** Every sentence that a person hears. Each names the thing, the reason and the next step. */

const PLATFORM_WORD: Readonly<Record<PlatformName, string>> = {
  slack: "Slack",
  discord: "Discord",
};

/** Where it was decided, at the end of a sentence. */
const VIA_WORDS: Readonly<Record<Via, string>> = {
  slack: "from Slack",
  discord: "from Discord",
  http: "over HTTP",
  link: "by link",
};

const REASON_WORDS: Readonly<Record<InvalidationReason, string>> = {
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

type Decided = Extract<Outcome, { kind: "decided" }>;

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
function whoDecided(interrupt: Interrupt, outcome: Decided): string {
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

/** Said when the press never reached the store. */
export const NOT_RECORDED: Words = [
  "Nothing was recorded (the store is away). Press again in a minute.",
];

/** What stands in a view until what it shows was read. */
export const LOADING: Words = ["One moment. This fills in by itself."];

/** Said when the press may or may not have reached the store. */
export const NOT_CONFIRMED: Words = [
  "Not confirmed yet. The card will show the outcome; pressing again is harmless.",
];

/** Said when a press was recorded and its outcome is not known yet. */
export const RECORDED: Words = ["Recorded. The card will show the outcome."];

/** Said to somebody who asks for everything without the right to see it. */
export const MAY_NOT_READ_ALL: Words = [
  "You may see what waits for you (/pending), not everything that waits. An operator can give you the scope interrupts:read.",
];

/** The name of the link from a copy that can only be read to the card itself. */
export const OPEN_MESSAGE = "Open the message";

/** Above a copy that can only be read; at most 24 characters. */
export const LOOKING = "To read, not to decide";

/** In place of that link. */
export const DECIDE_ON_CARD = "To decide, use the card where it was sent.";

/** Said to somebody who names a list that there is not. */
export const UNKNOWN_LIST: Words = [
  "/pending lists what waits for you, /pending all everything that waits.",
];

/** Said to somebody whose list cannot be read now. */
export const LIST_UNAVAILABLE: Words = [
  "The list cannot be read just now (the store is away). Try again in a minute.",
];

/**
 * Said in public of a typed answer that this replica could not record: another may have recorded it, so
 * the sentence is true either way.
 */
export const NOT_CONFIRMED_TYPED: Words = [
  "Not confirmed yet (the store is away). If the card has not changed in a minute, write your answer again; answering twice is harmless.",
];

/** Said when what was filled in does not fit; what is wrong stands at the fields. */
export const FORM_INVALID: Words = ["Something in the form does not fit. Nothing changed."];

/** Said when a form is asked for that the request does not have. */
export const FORM_GONE: Words = [
  "There is nothing to fill in for this request. Nothing changed. The card shows what is possible.",
];

/** Said when a button or a form means nothing to this version. */
export const UNKNOWN_BUTTON: Words = [
  "This button is not known here (its card is of another version). Nothing changed. /pending lists what waits for you.",
];

/** Said when a form or a text was not shown, mostly because reading it took too long. */
export const NOT_OPENED: Words = [
  "This could not be opened in time. Nothing changed. Press again.",
];

/** Said to who presses while this process ends. */
export const RESTARTING: Words = [
  "Nothing was recorded (this is being restarted). Press again in a minute.",
];

/** Said to who presses where nobody is asked. */
export const NOT_SERVED_HERE: Words = [
  "Requests are not decided here (parley does not serve this place). Nothing changed. Use the channel in which the card was posted.",
];

/** Stands above the files that hold everything of a request. */
export const WHOLE_FOLLOWS = "Everything, exactly as it was sent:";

/** Said when everything of a request is more than the platform takes. */
export function tooLargeWords(bytes: number, platform: PlatformName): Words {
  const mebibytes = (bytes / 1024 / 1024).toFixed(1);
  return [
    `The whole text has ${mebibytes} MiB, more than ${PLATFORM_WORD[platform]} takes as a file. Nothing changed. Ask whoever runs the workflow for it.`,
  ];
}

/** Stands in a card whose body the platform refused. */
export const NO_PREVIEW = "The preview could not be shown here. Show all opens it.";

/** Stands in a card below what the platform had room for. */
export const MORE_THAN_FITS = "There is more than this message can hold. Show all opens it.";

/** Stands in a form beside its field. */
export const CLOSING_DECIDES_NOTHING = "Closing this decides nothing.";

/** Said to who answers a question that is not asked any more. */
export const QUESTION_OVER: Words = [
  "The questions have moved on. Nothing changed. Answer the latest one in the thread.",
];

/** Said when an answer to one of several questions may or may not have been kept. */
export const NOT_CONFIRMED_ANSWER: Words = [
  "Not confirmed yet (the store is away). In a minute, answer the latest question in the thread.",
];

/** Said of what was written before anybody could see the question that it would answer. */
export const TOO_EARLY: Words = [
  "This was written before the question that is asked now, so it is not taken for an answer. Nothing changed. Answer the latest question.",
];

/** Said to who writes on when everything is answered. */
export const SEND_OR_CHANGE: Words = [
  "Everything is answered. Nothing changed. Choose an answer to change above, or press Send answers.",
];

export const ANSWERS_SENT: Words = ["The answers were sent."];

/** In place of the answers that nobody sent, once they cannot be sent any more. */
export const ANSWERS_NOT_SENT: Words = ["The answers given here were not sent."];

/** In place of a question, once nobody can answer it any more. */
export const NOT_ASKED_ANY_MORE = (question: string): Words => [`Not asked any more: ${question}`];

export const NOT_ALL_ANSWERED: Words = [
  "Not everything is answered yet. Nothing was sent. Answer the latest question in the thread.",
];

export const ASKED_AGAIN = (question: string): Words => [`“${question}” is asked again below.`];

/** Said in a thread in which an answer is typed. */
export function threadInvitation(mention: string | undefined): string {
  return mention === undefined
    ? "Write your answer here, in one message."
    : `Write your answer here, in one message that mentions ${mention}.`;
}
