import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { ShardLease, Shards } from "../core/connections.ts";
import type { Keys } from "./keys.ts";
import { script } from "./script.ts";

/**
 * A lease with an owner of its own for every try, and beside it who stands by and who is leaving: that is
 * all two replicas need to know of each other for a change without a gap.
 */
export function createShards(redis: Redis, keys: Keys): Shards {
  const me = randomUUID();
  return {
    async take(shard, forMs) {
      const { holder, standby, leaving } = keys.shard(shard);
      const owner = randomUUID();
      const leftMs = Number(await take(redis, [holder, standby], [owner, forMs, me]));
      if (leftMs >= 0) return { lease: undefined, leftMs };
      const lease: ShardLease = {
        renew: async () => (await renew(redis, [holder], [owner, forMs])) === 1,
        release: async () => void (await release(redis, [holder], [owner])),
        passOn: async (withinMs) =>
          (await passOn(redis, [holder, standby, leaving], [owner, withinMs])) === 1,
        isFollowed: async () =>
          (await isFollowed(redis, [holder, standby, leaving], [owner])) === 1,
        follow: async () => void (await follow(redis, [holder, leaving], [owner])),
      };
      return { lease };
    },
  };
}

/** -1 when taken, else how long the holder's lease runs. */
const take = script(`
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  if redis.call('GET', KEYS[2]) == ARGV[3] then redis.call('DEL', KEYS[2]) end
  return -1
end
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[2])
return math.max(0, redis.call('PTTL', KEYS[1]))
`);

const renew = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`);

const release = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`);

const passOn = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
return 1
`);

/** Also when nobody is left who could follow: who stood by may have died. */
const isFollowed = script(`
if redis.call('GET', KEYS[3]) ~= ARGV[1] then return 1 end
if redis.call('EXISTS', KEYS[1], KEYS[2]) == 0 then return 1 end
return 0
`);

const follow = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
`);
