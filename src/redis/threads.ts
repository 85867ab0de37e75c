import type { Redis } from "ioredis";
import type { Threads } from "../core/ports.ts";
import { formatReference, parseReference } from "../core/reference.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { KEPT_HINTS_MS } from "./retention.ts";

/** Pointers are written once; only the record that one points to is believed. */
export function createThreads(redis: Redis, keys: Keys): Threads {
  return {
    async point(platform, threadId, reference) {
      const key = keys.thread(platform, threadId);
      await asking(() => redis.set(key, formatReference(reference), "PX", KEPT_HINTS_MS, "NX"));
    },

    async find(platform, threadId) {
      const text = await asking(() => redis.get(keys.thread(platform, threadId)));
      return text === null ? undefined : parseReference(text);
    },
  };
}
