import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Claim, Idempotency } from "../core/ports/idempotency.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { KEPT_ANSWERS_MS } from "./retention.ts";
import { script } from "./script.ts";

/** Compare and delete: only who made a claim gives it up. KEYS: 1 claim. ARGV: 1 JSON of the claim. */
const release = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
return 1
`);

/** Keeps the first answer, with a life from now. KEYS: 1 answer. ARGV: 1 JSON, 2 life. Returns an earlier one. */
const keep = script(`
local kept = redis.call('HGET', KEYS[1], 'answer')
if kept then
  return kept
end
redis.call('HSET', KEYS[1], 'answer', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return false
`);

/** A claim outlives the answer to its request, so that no key means another request while that is kept. */
const KEPT_CLAIMS_MS = 2 * KEPT_ANSWERS_MS;

export function createIdempotency(redis: Redis, keys: Keys): Idempotency {
  return {
    async claim(record, digest) {
      const claim: Claim = { digest, owner: randomUUID() };
      const key = keys.claim(record);
      const set = await asking(() =>
        redis.set(key, JSON.stringify(claim), "PX", KEPT_CLAIMS_MS, "NX"),
      );
      if (set === "OK") return claim;
      const held = await asking(() => redis.get(key));
      // Given up in this very moment: the commit decides between the two.
      return held === null ? { digest } : { digest: (JSON.parse(held) as Claim).digest };
    },

    async answered(partition, record) {
      const key = keys.answer(partition, record);
      return (await asking(() => redis.hget(key, "answer"))) ?? undefined;
    },

    async keep(partition, record, text) {
      const key = keys.answer(partition, record);
      const kept = await keep(redis, [key], [text, KEPT_ANSWERS_MS]);
      return typeof kept === "string" ? kept : undefined;
    },

    async release(record, claim) {
      await release(redis, [keys.claim(record)], [JSON.stringify(claim)]);
    },
  };
}
