import type { z } from "zod";
import type { Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Asked, Places } from "../core/places.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Conversations } from "../core/ports/conversations.ts";
import type { Hints } from "../core/ports/hints.ts";
import type { Runs } from "../core/ports/runs.ts";
import { problemsOf } from "../core/problems.ts";
import type { DecidingOptions } from "./deciding.ts";

/** How an entry of the events stream was handled. */
export type Handled =
  /** With the interrupts whose cards and events should go out at once. */
  | { readonly type: "done"; readonly changed: readonly Interrupt[] }
  /** Never to be understood, and why: a code, a colon, a sentence that names the field. */
  | { readonly type: "dead"; readonly reason: string };

export interface EngineOptions extends DecidingOptions {
  readonly runs: Runs;
  readonly hints: Hints;
  readonly conversations: Conversations;
  readonly partitionOf: (runId: string) => number;
  /** Where a card goes and what is to happen meanwhile; undefined for a tenant that the roster does not have. */
  readonly placesFor: (tenant: string, asked: Asked) => Places | undefined;
  /** How many people on the roster may decide it. */
  readonly decidersOf: (interrupt: Interrupt) => number;
  readonly clock: Clock;
  readonly log: Log;
}

export const DONE: Handled = { type: "done", changed: [] };

export function doneWith(next: Interrupt | undefined): Handled {
  return next === undefined ? DONE : { type: "done", changed: [next] };
}

/** An entry that is put aside: a code, and sentences that name the fields. */
export function dead(code: string, problems: readonly string[]): Handled {
  return { type: "dead", reason: `${code}: ${problems.join("; ")}` };
}

export function invalidPayload(error: z.ZodError): Handled {
  return dead("invalid-payload", problemsOf(error, "event.payload"));
}
