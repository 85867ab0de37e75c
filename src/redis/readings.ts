import type { Redis } from "ioredis";
import type { Reading, Readings } from "../core/ports.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { takeLease } from "./leases.ts";

/** What was read on platforms, so that replicas share it: only a cache, which may be gone at any time. */
export function createReadings(redis: Redis, keys: Keys): Readings {
  return {
    async load(name) {
      const text = await asking(() => redis.get(keys.reading(name)));
      return text === null ? undefined : read(text);
    },

    async save(name, reading, keepMs) {
      await asking(() => redis.set(keys.reading(name), JSON.stringify(reading), "PX", keepMs));
    },

    async drop(name) {
      await asking(() => redis.del(keys.reading(name)));
    },

    take: async (name, forMs) => takeLease(redis, keys.readingLease(name), forMs),
  };
}

/** Undefined for what this version does not write: it is read again. */
function read(text: string): Reading | undefined {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { values, readAt } = (kept ?? {}) as Partial<Reading>;
  if (typeof readAt !== "number" || !Array.isArray(values)) return undefined;
  return values.every((each) => typeof each === "string") ? { values, readAt } : undefined;
}
