import { setTimeout } from "node:timers/promises";

/** Waits that long; rejects when the signal is aborted before. Tests give one that they step. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<unknown>;

export const realPause: Pause = async (ms, signal) => setTimeout(ms, undefined, { signal });

/** The value if it comes within `ms`, else undefined; it may still come. */
export async function within<Value>(
  value: Promise<Value>,
  ms: number,
  pause: Pause = realPause,
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
