import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Claim, Idempotency } from "../core/ports.ts";
import { asking, pipelined } from "./connection.ts";
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

/** Claims live as long as answers do, so that no key means another request while an answer is kept. */
export function createIdempotency(redis: Redis, keys: Keys): Idempotency {
  return {
    async claim(record, digest) {
      const claim: Claim = { digest, owner: randomUUID() };
      const key = keys.claim(record);
      const set = await asking(() =>
        redis.set(key, JSON.stringify(claim), "PX", KEPT_ANSWERS_MS, "NX"),
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
      const [isFirst, kept] = await pipelined(
        redis
          .pipeline()
          .hsetnx(key, "answer", text)
          .hget(key, "answer")
          .pexpire(key, KEPT_ANSWERS_MS, "NX"),
      );
      return isFirst === 0 && typeof kept === "string" ? kept : undefined;
    },

    async release(record, claim) {
      await release(redis, [keys.claim(record)], [JSON.stringify(claim)]);
    },
  };
}
