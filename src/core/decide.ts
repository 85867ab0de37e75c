import { isOnlyTold } from "./answerable.ts";
import { cast, isSame, isSamePerson, verdictOf } from "./ballot.ts";
import { isBlank } from "./characters.ts";
import { digestOf, shownDigest } from "./digest.ts";
import {
  formatEligibility,
  isOpenToBearer,
  matchOf,
  type Principal,
  RESPOND_SCOPE,
} from "./eligibility.ts";
import type {
  Decider,
  EligibilityRecord,
  Interrupt,
  InvalidationReason,
  Outcome,
  Via,
  Vote,
} from "./interrupt.ts";
import type { Json } from "./json.ts";
import type { ApprovalData } from "./payload.ts";
import type { Refusal } from "./refusal.ts";
import { readResume, type Response } from "./resume.ts";
import { fallenBack, stepped } from "./steps.ts";

/** Most questions that are asked back on one interrupt: a record must stay of a size to be read. */
export const MAX_EXCHANGES = 100;

/** Something that wants to change an interrupt. `at` is an instant of the Redis server's clock. */
export type Command =
  | {
      readonly type: "respond";
      /** What the person answers, as JSON that follows the interrupt's kind. */
      readonly resumeValue: Json;
      /** Undefined for whoever holds a bearer token that names nobody. */
      readonly by: Principal | undefined;
      readonly via: Via;
      /** Digest, or its beginning, of what the person saw; undefined where nobody can know. */
      readonly shown?: string | undefined;
      readonly at: number;
      /** Orders this among the votes of the same principal. */
      readonly place: string;
    }
  | { readonly type: "reply"; readonly askId: string; readonly answer: string; readonly at: number }
  | { readonly type: "note"; readonly at: number }
  /** Does whatever is due by then, besides the deadline. */
  | { readonly type: "step"; readonly at: number }
  /** No address of it takes it: these besides, or none where there is no other. */
  | { readonly type: "fall-back"; readonly to: readonly string[] }
  | { readonly type: "expire"; readonly at: number }
  | { readonly type: "invalidate"; readonly reason: InvalidationReason; readonly at: number }
  | { readonly type: "resolve-elsewhere"; readonly resumeValue: Json; readonly at: number }
  | { readonly type: "name"; readonly interruptId: string };

export type Decision =
  /** The very interrupt that was given where it is so already, and whoever comes again is told the same. */
  | { readonly ok: true; readonly next: Interrupt }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * The one place that decides. A pure function: the same interrupt and command always give the same next
 * interrupt or the same refusal. Whoever comes second, by whatever door, is refused here.
 */
export function decide(interrupt: Interrupt, command: Command): Decision {
  const late = lateRefusal(interrupt, command.type === "respond" ? command.by : undefined);
  if (late !== undefined) return refuse(late);
  switch (command.type) {
    case "respond":
      return respond(interrupt, command);
    case "reply":
      return reply(interrupt, command);
    case "step":
      return changedIf(interrupt, stepped(interrupt, command.at));
    case "fall-back":
      return changedIf(interrupt, fallenBack(interrupt, command.to));
    case "note":
      return end(interrupt, { kind: "noted", at: command.at });
    case "expire":
      if (interrupt.deadlineAt === undefined || command.at < interrupt.deadlineAt) {
        return refuse({ code: "nothing-to-change", interrupt });
      }
      return end(interrupt, { kind: "expired", at: interrupt.deadlineAt });
    case "invalidate":
      return end(interrupt, { kind: "invalidated", reason: command.reason, at: command.at });
    case "resolve-elsewhere": {
      const { resumeValue, at } = command;
      return end(interrupt, { kind: "resolved-elsewhere", resumeValue, at });
    }
    case "name":
      if (command.interruptId === interrupt.interruptId) {
        return refuse({ code: "nothing-to-change", interrupt });
      }
      return changed(interrupt, { interruptId: command.interruptId });
  }
}

type Respond = Extract<Command, { type: "respond" }>;

/** In this order, so that nobody learns from a refusal what they may not decide. */
function respond(interrupt: Interrupt, command: Respond): Decision {
  // It is about to end by itself, and nobody was asked.
  if (isOnlyTold(interrupt.payload)) return refuse({ code: "nothing-to-change", interrupt });
  if (interrupt.deadlineAt !== undefined && command.at >= interrupt.deadlineAt) {
    return refuse({ code: "expired", interrupt });
  }
  const ineligible = ineligibility(command.by, interrupt);
  if (ineligible !== undefined) return refuse(ineligible);
  if (command.shown !== undefined && !isOf(command.shown, interrupt)) {
    return refuse({ code: "payload-changed", interrupt });
  }
  const read = readResume(interrupt.payload, command.resumeValue);
  if (!read.ok) {
    return refuse(
      read.action
        ? { code: "action-not-available", interrupt }
        : { code: "answer-invalid", interrupt, problems: read.problems },
    );
  }
  return apply(interrupt, command, read.response);
}

function isOf(shown: string, { digest }: Interrupt): boolean {
  return shown === digest || shown === shownDigest(digest);
}

function apply(interrupt: Interrupt, command: Respond, response: Response): Decision {
  const { via, at } = command;
  const by = deciderOf(command.by);
  switch (response.type) {
    case "answer":
      return end(interrupt, { kind: "answered", resumeValue: response.resumeValue, by, via, at });
    case "ask": {
      const { question } = response;
      if (waits(interrupt, question, by)) return { ok: true, next: interrupt };
      if (interrupt.exchanges.length >= MAX_EXCHANGES) {
        return refuse({ code: "too-many-questions", interrupt });
      }
      const exchange = { askId: askIdOf(interrupt), question, by, via, at };
      return changed(interrupt, { exchanges: [...interrupt.exchanges, exchange] });
    }
    case "vote": {
      const { action, resumeValue } = response;
      const { place } = command;
      const eligibility = recordOf(command.by, interrupt, at);
      return vote(interrupt, { by, action, resumeValue, place, at, via, eligibility }, command.by);
    }
  }
}

/** Was this asked by the same principal before, and not answered yet? Who is not sure presses again. */
function waits({ exchanges }: Interrupt, question: string, by: Decider): boolean {
  return exchanges.some(
    (each) => each.question === question && isSame(each.by, by) && each.answer === undefined,
  );
}

/** Puts a vote on the ballot, and ends the gate if it is the one that decides. */
function vote(interrupt: Interrupt, given: Vote, by: Principal | undefined): Decision {
  const votes = cast(interrupt.votes, given);
  if (votes === undefined) return refuse({ code: "superseded", interrupt });
  const data = interrupt.payload.data as ApprovalData;
  const verdict = verdictOf(data, votes, given);
  const isGrant = given.action === "accept" || given.action === "edit-accept";
  const overrides =
    verdict === undefined &&
    isGrant &&
    by?.override === true &&
    data.overrideBypassesQuorum === true;
  if (overrides && !hasReason(given.resumeValue)) {
    return refuse({ code: "reason-needed", interrupt });
  }
  const decided = overrides ? "overridden" : verdict;
  if (decided === undefined) {
    return isTooLarge(votes) ? refuse(tooLarge(interrupt)) : changed(interrupt, { votes });
  }
  const { action, via, at } = given;
  const resumeValue = stamped(given, decided === "overridden");
  const outcome: Outcome = {
    kind: "decided",
    verdict: decided,
    action,
    resumeValue,
    by: given.by,
    via,
    at,
  };
  return end({ ...interrupt, votes }, outcome);
}

/** Every vote is written again with every change: the ballot has to stay of a size that is quickly written. */
export const MAX_BALLOT_LENGTH = 1_000_000;

function isTooLarge(votes: readonly Vote[]): boolean {
  return JSON.stringify(votes.map((each) => each.resumeValue)).length > MAX_BALLOT_LENGTH;
}

function tooLarge(interrupt: Interrupt): Refusal {
  const rule = "is too large to be kept beside the other votes";
  return { code: "answer-invalid", interrupt, problems: [{ path: [], rule }] };
}

function hasReason(resumeValue: Json): boolean {
  const { feedback } = resumeValue as { readonly feedback?: unknown };
  return typeof feedback === "string" && !isBlank(feedback);
}

/**
 * What the engine continues with: the vote as it was given, with who and when. The name is that of the
 * principal, whatever the value claims; only where nobody is known does a claimed one stand. A claimed
 * time stands, and nothing depends on it.
 */
function stamped({ resumeValue, by, at }: Vote, isOverride: boolean): Json {
  return {
    decidedAt: new Date(at).toISOString(),
    ...(resumeValue as Readonly<Record<string, Json>>),
    ...(by === "bearer" ? {} : { decidedBy: by.id }),
    ...(isOverride ? { decision: "overridden" } : {}),
  };
}

function reply(interrupt: Interrupt, command: Extract<Command, { type: "reply" }>): Decision {
  const asked = interrupt.exchanges.find(({ askId }) => askId === command.askId);
  if (asked === undefined || asked.answer !== undefined) {
    return refuse({ code: "nothing-to-change", interrupt });
  }
  const answer = { text: command.answer, at: command.at };
  return changed(interrupt, {
    exchanges: interrupt.exchanges.map((each) => (each === asked ? { ...each, answer } : each)),
  });
}

/** Why this principal may not decide this interrupt; undefined when they may. */
export function ineligibility(
  by: Principal | undefined,
  interrupt: Interrupt,
): Refusal | undefined {
  const { payload, context } = interrupt;
  if (by === undefined) {
    return isOpenToBearer(payload) ? undefined : { code: "not-eligible", interrupt };
  }
  if (!by.scopes.includes(RESPOND_SCOPE)) return { code: "scope-missing", interrupt };
  if (matchOf(by, payload) === undefined) return { code: "not-eligible", interrupt };
  if (!by.decidesOwnRuns && context.initiator === by.id) return { code: "own-run", interrupt };
  return undefined;
}

function recordOf(
  by: Principal | undefined,
  { payload }: Interrupt,
  at: number,
): EligibilityRecord {
  const matched = by === undefined ? undefined : matchOf(by, payload);
  return {
    reference: matched === undefined ? "open" : formatEligibility(matched),
    readAt: by?.readAt ?? at,
  };
}

function deciderOf(by: Principal | undefined): Decider {
  return by === undefined ? "bearer" : { id: by.id, name: by.name };
}

/** One for every question, the same however often the change is decided anew: 22 characters. */
function askIdOf({ ref, version }: Interrupt): string {
  return Buffer.from(digestOf(`${ref} ${version}`), "hex")
    .subarray(0, 16)
    .toString("base64url");
}

function changedIf(interrupt: Interrupt, change: Partial<Interrupt> | undefined): Decision {
  return change === undefined
    ? refuse({ code: "nothing-to-change", interrupt })
    : changed(interrupt, change);
}

function changed(interrupt: Interrupt, change: Partial<Interrupt>): Decision {
  return { ok: true, next: { ...interrupt, ...change, version: interrupt.version + 1 } };
}

function end(interrupt: Interrupt, outcome: Outcome): Decision {
  return changed(interrupt, { outcome });
}

/** What somebody hears who comes after the end; undefined while there is none. */
export function lateRefusal(interrupt: Interrupt, by?: Principal): Refusal | undefined {
  const { outcome } = interrupt;
  switch (outcome?.kind) {
    case undefined:
      return undefined;
    case "decided":
    case "answered":
      return {
        code: "already-decided",
        interrupt,
        own: isSamePerson(outcome.by, deciderOf(by)),
      };
    case "noted":
    case "resolved-elsewhere":
      return { code: "already-decided", interrupt, own: false };
    case "expired":
      return { code: "expired", interrupt };
    case "invalidated":
      return { code: "withdrawn", interrupt };
  }
}

function refuse(refusal: Refusal): Decision {
  return { ok: false, refusal };
}
