import type { Redis } from "ioredis";
import type { Retention } from "../core/ports.ts";
import { pipelined } from "./connection.ts";
import type { Keys } from "./keys.ts";

/**
 * How long a run's records are kept after its end, in milliseconds. A life is only ever set once nothing
 * can come any more; being right never depends on it.
 */
export const KEPT_AFTER_END_MS = 90 * 24 * 60 * 60 * 1000;

/** How long what is known of a run is kept that never asked us anything. */
export const KEPT_UNKNOWN_MS = 7 * 24 * 60 * 60 * 1000;

/** How long hints and pointers are kept after they were last written: longer than people leave questions open. */
export const KEPT_HINTS_MS = 400 * 24 * 60 * 60 * 1000;

export function createRetention(redis: Redis, keys: Keys): Retention {
  return {
    async expire(partition, ref) {
      const pipeline = redis.pipeline();
      for (const key of [
        keys.interrupt(partition, ref),
        keys.payload(partition, ref),
        keys.copies(partition, ref),
      ]) {
        pipeline.pexpire(key, KEPT_AFTER_END_MS);
      }
      await pipelined(pipeline);
    },
  };
}
