import { RESPOND_SCOPE } from "../core/eligibility.ts";
import type { Interrupt, InvalidationReason, Outcome, Via } from "../core/interrupt.ts";
import type { Refusal } from "../core/refusal.ts";
import { titleOf, whoMayDecide } from "./naming.ts";
import { cleanLine, cleanText, clip, duration } from "./text.ts";
import type { Words } from "./words.ts";

/** Every sentence that a person hears. Each names the thing, the reason and the next step. */

const PLATFORM_WORD: Readonly<Record<Via, string>> = { slack: "Slack", discord: "Discord" };

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
      const verb = outcome.action === "accept" ? "Accepted" : "Rejected";
      return [`${verb} by ${nameOf(outcome.by)} · ${after} · from ${PLATFORM_WORD[outcome.via]}`];
    }
    case "answered": {
      const answer = clip(cleanText(Object.values(outcome.answers).join("\n")), MAX_SHOWN_ANSWER);
      return [
        `Answered by ${nameOf(outcome.by)} · ${after} · from ${PLATFORM_WORD[outcome.via]}\n“${answer}”`,
      ];
    }
    case "expired":
      return interrupt.payload.kind === "approval"
        ? ["Rejected: deadline passed, nobody decided · ", { at: outcome.at, as: "time" }]
        : ["Expired: deadline passed, nobody answered · ", { at: outcome.at, as: "time" }];
    case "resolved-elsewhere":
      return ["Decided elsewhere, not through this card · ", { at: outcome.at, as: "time" }];
    case "invalidated":
      return [`Withdrawn: ${REASON_WORDS[outcome.reason]} · `, { at: outcome.at, as: "time" }];
  }
}

/** What the person whose press was refused hears, privately. `now` is milliseconds. */
export function refusalWords(refusal: Refusal, now: number): Words {
  switch (refusal.code) {
    case "unknown-interrupt":
      return [
        "This request is not known here any more. Nothing changed. /pending lists what waits for you.",
      ];
    case "account-unknown":
      return [
        `This account is not linked to anyone who may decide. Nothing changed. An operator can add you to the roster as ${refusal.account}.`,
      ];
    case "scope-missing":
      return [
        `You are on the roster without the right to respond, so you cannot decide ${quoted(refusal.interrupt)}. Nothing changed. An operator can give you the scope ${RESPOND_SCOPE}.`,
      ];
    case "not-eligible":
      return [
        `Only ${whoMayDecide(refusal.interrupt.payload)} can decide ${quoted(refusal.interrupt)}. Nothing changed. Ask one of them to look at it.`,
      ];
    case "already-decided":
      return alreadyDecided(refusal.interrupt, refusal.own, now);
    case "expired":
      return expired(refusal.interrupt);
    case "withdrawn":
      return withdrawn(refusal.interrupt);
    case "payload-changed":
      return [
        `This card of ${quoted(refusal.interrupt)} was out of date and has been refreshed. Nothing changed. Read it again before you decide.`,
      ];
    case "action-not-available":
      return [
        `That is not possible for ${quoted(refusal.interrupt)}. Nothing changed. The card shows what is.`,
      ];
    case "answer-invalid":
      return [refusal.problem];
  }
}

function alreadyDecided(interrupt: Interrupt, own: boolean, now: number): Words {
  const { outcome } = interrupt;
  if (outcome === undefined) return ["This is being decided. Look at the card in a moment."];
  const ago = howLongAgo(now - outcome.at);
  if (outcome.kind !== "decided" && outcome.kind !== "answered") {
    return [
      `The engine went on with ${quoted(interrupt)} ${ago}, decided elsewhere. Yours changed nothing.`,
    ];
  }
  const what = `${verbOf(outcome)} ${quoted(interrupt)} ${ago}, from ${PLATFORM_WORD[outcome.via]}`;
  return own
    ? [`You ${what}. That stands; there is nothing more to do.`]
    : [`${nameOf(outcome.by)} ${what}. Yours changed nothing.`];
}

function verbOf(outcome: Extract<Outcome, { kind: "decided" | "answered" }>): string {
  if (outcome.kind === "answered") return "answered";
  return outcome.action === "accept" ? "accepted" : "rejected";
}

function howLongAgo(ms: number): string {
  return ms < 2_000 ? "just now" : `${duration(ms)} ago`;
}

function expired(interrupt: Interrupt): Words {
  const then =
    interrupt.payload.kind === "approval" ? "it counts as rejected" : "nobody can answer any more";
  return [
    `The deadline of ${quoted(interrupt)} passed at `,
    { at: interrupt.deadlineAt ?? 0, as: "time" },
    `; ${then}. Yours changed nothing.`,
  ];
}

function withdrawn(interrupt: Interrupt): Words {
  const { outcome } = interrupt;
  const reason =
    outcome?.kind === "invalidated" ? REASON_WORDS[outcome.reason] : "it was withdrawn";
  return [
    `${reason[0]?.toUpperCase()}${reason.slice(1)}, so there is nothing left to decide in ${quoted(interrupt)}. Yours changed nothing.`,
  ];
}

function quoted({ payload }: Interrupt): string {
  return `“${titleOf(payload)}”`;
}

/** Said when the press never reached the store. */
export const NOT_RECORDED: Words = [
  "Nothing was recorded (the store is away). Press again in a minute.",
];

/** Said when the press may or may not have reached the store. */
export const NOT_CONFIRMED: Words = [
  "Not confirmed yet. The card will show the outcome; pressing again is harmless.",
];

/** Said when a press was recorded and its outcome is not known yet. */
export const RECORDED: Words = ["Recorded. The card will show the outcome."];

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
export function tooLargeWords(bytes: number, platform: Via): Words {
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

/** The first line of a thread in which an answer is typed. */
export function threadInvitation(question: string, mention: string | undefined): string {
  const how =
    mention === undefined
      ? "Write your answer here, in one message."
      : `Write your answer here, in one message that mentions ${mention}.`;
  return `${question}\n${how}`;
}

function nameOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return clip(cleanLine(name), 80) || clip(cleanLine(id), 80);
}
