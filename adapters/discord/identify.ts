import type { Identifies } from "../../src/core/ports/identifies.ts";
import type { Log } from "../../src/core/log.ts";
import { type Pause, pausing } from "../../src/waiting/within.ts";
import { lowWords, readConnectionLimit } from "./application.ts";
import { SPARE_CONNECTIONS } from "./limits.ts";
import type { Rest } from "./rest.ts";

export interface ThrottleDeps {
  readonly identifies: Identifies;
  readonly rest: Rest;
  readonly log: Log;
  readonly applicationId: string;
  readonly pause: Pause;
}

/** Lets a session introduce itself when its turn has come, counted over all replicas. */
export interface IdentifyThrottle {
  /** Resolves when this one may; rejects only when the signal is aborted. `onWait` hears how long each wait is. */
  wait(shardId: number, signal: AbortSignal, onWait?: (ms: number) => void): Promise<void>;
  /** The latest introduction led to a session. */
  settle(shardId: number): Promise<void>;
  /** Why none is made now, while too few are left of the day's. */
  problem(): string | undefined;
}

/** Without the store nobody is asked; five seconds is what Discord wants between two of one process. */
const ALONE_MS = 5_500;
/** While nearly none are left, Discord is asked again so often at most. */
const ASK_AGAIN_MS = 60_000;

export function identifyThrottle(deps: ThrottleDeps): IdentifyThrottle {
  const { identifies, rest, log, applicationId, pause } = deps;
  let concurrency = 1;
  let low: string | undefined;
  let aloneSince: number | undefined;
  const bucketOf = (shardId: number) => `discord:${applicationId}:${shardId % concurrency}`;

  /** Milliseconds to wait before asking again; 0: now. */
  async function turn(shardId: number): Promise<number> {
    const limit = await readConnectionLimit(rest).catch(() => undefined);
    if (limit !== undefined) concurrency = Math.max(1, limit.concurrency);
    const { remaining, resetAfterMs } = limit ?? {};
    if (remaining !== undefined && remaining <= SPARE_CONNECTIONS) {
      return refuse(remaining, resetAfterMs);
    }
    low = undefined;
    try {
      const waitMs = await identifies.take(bucketOf(shardId));
      aloneSince = undefined;
      return waitMs;
    } catch {
      aloneSince ??= performance.now();
      const leftMs = Math.ceil(aloneSince + ALONE_MS - performance.now());
      if (leftMs > 0) return leftMs;
      aloneSince = undefined;
      return 0;
    }
  }

  function refuse(remaining: number, resetAfterMs: number | undefined): number {
    const words = lowWords(remaining);
    if (low === undefined) log.error({ degraded: true, remaining, resetAfterMs }, words);
    low = words;
    return Math.min(resetAfterMs ?? ASK_AGAIN_MS, ASK_AGAIN_MS);
  }

  return {
    async wait(shardId, signal, onWait) {
      for (;;) {
        signal.throwIfAborted();
        const waitMs = await turn(shardId);
        if (waitMs <= 0) return;
        onWait?.(waitMs);
        await pausing(pause, waitMs, signal);
      }
    },
    async settle(shardId) {
      await identifies.settle(bucketOf(shardId)).catch(() => undefined);
    },
    problem: () => low,
  };
}
