import { Fault } from "../core/fault.ts";
import { type Interrupt, LAYOUT, type Outcome } from "../core/interrupt.ts";
import type { Json } from "../core/json.ts";
import type { Payload } from "../core/payload.ts";
import type { PressResponse } from "../core/press.ts";

/** Records that earlier versions wrote, brought to the present layout as they are read. */

/** The stored state of an interrupt, of any layout up to the present one. Its payload has a key of its own. */
export type StoredState = Omit<Interrupt, "payload" | "votes" | "exchanges" | "steps" | "outcome"> &
  Partial<Pick<Interrupt, "votes" | "exchanges" | "steps">> & {
    readonly outcome?: Outcome | FirstOutcome | undefined;
  };

/** How layout 1 wrote the ends that have changed since. */
type FirstOutcome = { readonly by: { readonly id: string; readonly name: string } } & {
  readonly via: "slack" | "discord";
  readonly at: number;
} & (
    | { readonly kind: "decided"; readonly action: "accept" | "reject" }
    | { readonly kind: "answered"; readonly answers: Readonly<Record<string, string>> }
  );

/** What is stored of an interrupt, state and payload; undefined where either is not there. */
export function readInterrupt(state: unknown, payload: unknown): Interrupt | undefined {
  if (typeof state !== "string" || typeof payload !== "string") return undefined;
  const stored = JSON.parse(state) as StoredState;
  if (stored.layout > LAYOUT) {
    throw new Fault("newer-layout", `a newer parley wrote layout ${stored.layout}`, {
      retryable: true,
    });
  }
  return { ...broughtUp(stored), payload: JSON.parse(payload) as Payload };
}

/**
 * The number is brought up with the rest: what is made of the record is written as the present layout, and
 * a replica that knows only the first one has to leave it alone.
 */
export function broughtUp(stored: StoredState): Omit<Interrupt, "payload"> {
  const { votes = [], exchanges = [], steps = [], outcome } = stored;
  return {
    ...stored,
    layout: LAYOUT,
    votes,
    exchanges,
    steps,
    outcome: outcome === undefined ? undefined : outcomeOf(outcome),
  };
}

function outcomeOf(outcome: Outcome | FirstOutcome): Outcome {
  if (outcome.kind === "answered" && "answers" in outcome) {
    const { by, via, at, answers } = outcome;
    return { kind: "answered", resumeValue: { answers }, by, via, at };
  }
  if (outcome.kind === "decided" && !("verdict" in outcome)) {
    const { action, by, via, at } = outcome;
    const resumeValue = { action, decidedBy: by.id, decidedAt: new Date(at).toISOString() };
    const verdict = action === "accept" ? "granted" : "rejected";
    return { kind: "decided", verdict, action, resumeValue, by, via, at };
  }
  return outcome;
}

/** Layout 1 named the action of a button; now every press that is not typed carries its resume value. */
export function responseOf(stored: Readonly<Record<string, Json>>): PressResponse {
  const { resumeValue, answer, action } = stored;
  if (resumeValue !== undefined) return { resumeValue };
  return typeof answer === "string" ? { answer } : { resumeValue: { action: action ?? null } };
}
