import { setTimeout } from "node:timers/promises";
import { ANSWER_BY_MS, HOLD_BACK_MS } from "./limits.ts";

/** Waits that long; rejects when the signal is aborted before. Tests give one that they step. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<unknown>;

export const realPause: Pause = async (ms, signal) => setTimeout(ms, undefined, { signal });

/** The value if it comes within `ms`, else undefined; it may still come. */
export async function within<Value>(
  value: Promise<Value>,
  ms: number,
  pause: Pause,
): Promise<Value | undefined> {
  const over = new AbortController();
  const late = pause(ms, over.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([value, late]);
  } finally {
    over.abort();
  }
}

/** From now on: how many milliseconds are left before the first answer has to be on its way. */
export function firstAnswerClock(): () => number {
  const by = performance.now() + ANSWER_BY_MS;
  return () => Math.max(0, by - performance.now());
}

/**
 * Every replica hears every interaction. One that has to say that something did not work lets those go
 * first for which it did: Discord then refuses what is said here, and nobody hears it.
 */
export async function afterOthers(pause: Pause, left: () => number): Promise<void> {
  await pause(Math.min(HOLD_BACK_MS, left()));
}
