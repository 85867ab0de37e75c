import { setTimeout as pause } from "node:timers/promises";

export interface UntilOptions {
  readonly withinMs?: number;
  readonly everyMs?: number;
}

/**
 * Asks again and again until the probe answers with something other than `undefined`, and gives that back.
 * A probe may throw: what it threw last is told when the time is over, since "never happened" alone explains nothing.
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | Promise<T | undefined>,
  { withinMs = 20_000, everyMs = 20 }: UntilOptions = {},
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  let lastError: unknown;
  for (;;) {
    try {
      const found = await probe();
      if (found !== undefined) return found;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= giveUpAt) break;
    await pause(everyMs);
  }
  const because = lastError instanceof Error ? `: ${lastError.message}` : "";
  throw new Error(`${what}: not within ${withinMs} ms${because}`, { cause: lastError });
}
