import type { Context } from "./event.ts";
import type { Payload } from "./payload.ts";
import type { StepPlan } from "./steps.ts";

/** What is asked, as far as it chooses where. */
export interface Asked {
  readonly payload: Payload;
  readonly context: Context;
}

/** Where a card goes, and what is to happen while it waits. */
export interface Places {
  /** Addresses, each once: the channels first, then whom it goes to directly. */
  readonly destinations: readonly string[];
  readonly plan: StepPlan;
}
