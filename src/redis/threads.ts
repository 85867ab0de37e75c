import type { Redis } from "ioredis";
import type { Threads } from "../core/ports.ts";
import { formatReference, parseReference } from "../core/reference.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";

/** A pointer outlives every deadline that people set; only the record it points to is believed. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

export function createThreads(redis: Redis, keys: Keys): Threads {
  return {
    async point(platform, threadId, reference) {
      const key = keys.thread(platform, threadId);
      await asking(() => redis.set(key, formatReference(reference), "PX", KEPT_MS, "NX"));
    },

    async find(platform, threadId) {
      const text = await asking(() => redis.get(keys.thread(platform, threadId)));
      return text === null ? undefined : parseReference(text);
    },
  };
}
