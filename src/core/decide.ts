import { answerable, type Pressable } from "./answerable.ts";
import { characters, isBlank } from "./characters.ts";
import { isEligible, type Principal, RESPOND_SCOPE } from "./eligibility.ts";
import type { Interrupt, InvalidationReason, Outcome, Via } from "./interrupt.ts";
import type { Json } from "./json.ts";
import type { Refusal } from "./refusal.ts";
import { shownDigest } from "./digest.ts";

/** Longest answer to a free-text question, in code points; both platforms' forms and threads allow it. */
export const MAX_ANSWER_LENGTH = 3000;

/** What a person answered. */
export type Response =
  { readonly action: Pressable } | { readonly action: "answer"; readonly answer: string };

/** Something that wants to change an interrupt. `at` is an instant of the Redis server's clock. */
export type Command =
  | {
      readonly type: "respond";
      readonly response: Response;
      readonly by: Principal;
      readonly via: Via;
      /** Digest prefix of what the person saw. */
      readonly shown: string;
      readonly at: number;
    }
  | { readonly type: "expire"; readonly at: number }
  | { readonly type: "invalidate"; readonly reason: InvalidationReason; readonly at: number }
  | { readonly type: "resolve-elsewhere"; readonly resumeValue: Json; readonly at: number }
  | { readonly type: "name"; readonly interruptId: string };

export type Decision =
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
    case "expire":
      if (interrupt.deadlineAt === undefined || command.at < interrupt.deadlineAt) {
        return refuse({ code: "action-not-available", interrupt });
      }
      return end(interrupt, { kind: "expired", at: interrupt.deadlineAt });
    case "invalidate":
      return end(interrupt, { kind: "invalidated", reason: command.reason, at: command.at });
    case "resolve-elsewhere":
      return end(interrupt, {
        kind: "resolved-elsewhere",
        resumeValue: command.resumeValue,
        at: command.at,
      });
    case "name":
      if (command.interruptId === interrupt.interruptId) {
        return refuse({ code: "action-not-available", interrupt });
      }
      return {
        ok: true,
        next: { ...interrupt, interruptId: command.interruptId, version: interrupt.version + 1 },
      };
  }
}

type Respond = Extract<Command, { type: "respond" }>;

function respond(interrupt: Interrupt, command: Respond): Decision {
  if (interrupt.deadlineAt !== undefined && command.at >= interrupt.deadlineAt) {
    return refuse({ code: "expired", interrupt });
  }
  const ineligible = ineligibility(command.by, interrupt);
  if (ineligible !== undefined) return refuse(ineligible);
  if (command.shown !== shownDigest(interrupt.digest)) {
    return refuse({ code: "payload-changed", interrupt });
  }
  const ways = answerable(interrupt.payload);
  const { response, via, at } = command;
  const by = { id: command.by.id, name: command.by.name };
  if (response.action === "answer") {
    if (ways.way !== "question") return refuse({ code: "action-not-available", interrupt });
    const problem = answerProblem(response.answer);
    if (problem !== undefined) return refuse({ code: "answer-invalid", interrupt, problem });
    const answers = { [ways.question.id]: response.answer };
    return end(interrupt, { kind: "answered", answers, by, via, at });
  }
  if (ways.way !== "approval" || !ways.actions.includes(response.action)) {
    return refuse({ code: "action-not-available", interrupt });
  }
  return end(interrupt, { kind: "decided", action: response.action, by, via, at });
}

/** Why this principal may not decide this interrupt; undefined when they may. */
export function ineligibility(by: Principal, interrupt: Interrupt): Refusal | undefined {
  if (!by.scopes.includes(RESPOND_SCOPE)) return { code: "scope-missing", interrupt };
  return isEligible(by, interrupt.payload) ? undefined : { code: "not-eligible", interrupt };
}

function answerProblem(answer: string): string | undefined {
  if (!answer.isWellFormed()) return "The answer has half a character in it. Write it again.";
  if (isBlank(answer)) return "The answer is empty. Write at least one word.";
  const length = characters(answer);
  if (length <= MAX_ANSWER_LENGTH) return undefined;
  return `The answer has ${length} characters; at most ${MAX_ANSWER_LENGTH} fit. Shorten it a little.`;
}

function end(interrupt: Interrupt, outcome: Outcome): Decision {
  return { ok: true, next: { ...interrupt, outcome, version: interrupt.version + 1 } };
}

/** What somebody hears who comes after the end; undefined while there is none. */
export function lateRefusal(interrupt: Interrupt, by?: Principal): Refusal | undefined {
  const { outcome } = interrupt;
  switch (outcome?.kind) {
    case undefined:
      return undefined;
    case "decided":
    case "answered":
      return { code: "already-decided", interrupt, own: outcome.by.id === by?.id };
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
