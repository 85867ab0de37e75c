import { type Pause, pausing } from "../../src/waiting/within.ts";
import { ANSWER_BY_MS, HOLD_BACK_MS } from "./limits.ts";
import type { PlainInteraction } from "./receive.ts";

/** How many milliseconds are left, from when it came, before the first answer has to be on its way. */
export function firstAnswerClock({
  cameAt = performance.now(),
}: Pick<PlainInteraction, "cameAt">): () => number {
  const by = cameAt + ANSWER_BY_MS;
  return () => Math.max(0, by - performance.now());
}

/**
 * Every replica hears every interaction. One that has to say that something did not work lets those go
 * first for which it did: Discord then refuses what is said here, and nobody hears it.
 */
export async function afterOthers(pause: Pause, left: () => number): Promise<void> {
  await pausing(pause, Math.min(HOLD_BACK_MS, left()));
}
