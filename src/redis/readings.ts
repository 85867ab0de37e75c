import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Kept, Reading, Readings } from "../core/ports/readings.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { takeLease } from "./leases.ts";
import { script } from "./script.ts";

/**
 * What was read on platforms, so that replicas share it: only a cache, which may be gone at any time. What is
 * forgotten leaves a mark in its place, and what is kept afterwards carries it on, so that a look-up that began
 * before is known when it ends.
 */
export function createReadings(redis: Redis, keys: Keys): Readings {
  return {
    async load(name) {
      return read(await asking(() => redis.get(keys.reading(name))));
    },

    async save(name, { values, readAt }, { keepMs, mark }) {
      const text = JSON.stringify({ values, readAt, mark });
      return (await save(redis, [keys.reading(name)], [text, keepMs, mark])) === 1;
    },

    async forget(name, keepMs) {
      const text = JSON.stringify({ mark: randomUUID() });
      await asking(() => redis.set(keys.reading(name), text, "PX", keepMs));
    },

    take: async (name, forMs) => takeLease(redis, keys.readingLease(name), forMs),
  };
}

/** Keeps a reading unless there is another mark by now. What is no reading, nor a mark, gives way. */
const save = script(`
local text = redis.call('GET', KEYS[1])
local isJson, kept = pcall(cjson.decode, text or '')
if isJson and type(kept) == 'table' and (kept.mark or '') ~= ARGV[3] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`);

/** No reading where this version would not have written it: it is read again. */
function read(text: string | null): Kept {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "{}");
  } catch {
    return { mark: "" };
  }
  const { values, readAt, mark: said } = (kept ?? {}) as Partial<Reading & Kept>;
  const mark = typeof said === "string" ? said : "";
  if (typeof readAt !== "number" || !Array.isArray(values)) return { mark };
  const isSound = values.every((each) => typeof each === "string");
  return isSound ? { reading: { values, readAt }, mark } : { mark };
}
