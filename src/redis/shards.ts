import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { ShardLease, Shards } from "../core/ports/shards.ts";
import type { Keys } from "./keys.ts";
import { script } from "./script.ts";

/**
 * A lease with an owner of its own for every try, and beside it who stands by and whether the holder is
 * connected: that is all two replicas need to know of each other for a change without a gap.
 */
export function createShards(redis: Redis, keys: Keys): Shards {
  const me = randomUUID();
  return {
    async take(shard, forMs) {
      const { holder, listening, standby } = keys.shard(shard);
      const owner = randomUUID();
      const seen = await take(redis, [holder, listening, standby], [owner, forMs, me]);
      const [leftMs = 0, listens] = (seen as unknown[]).map(Number);
      if (leftMs >= 0) return { lease: undefined, leftMs, listens: listens === 1 };
      const lease: ShardLease = {
        renew: async () => (await renew(redis, [holder, listening], [owner, forMs])) === 1,
        release: async () => void (await release(redis, [holder, listening], [owner])),
        passOn: async () => (await passOn(redis, [holder, listening, standby], [owner])) === 1,
        listens: async () => void (await listen(redis, [holder, listening], [owner, forMs])),
      };
      return { lease };
    },

    async look(shard) {
      const { holder, listening, standby } = keys.shard(shard);
      const seen = await look(redis, [holder, listening, standby], []);
      const [leftMs = 0, listens, awaited] = (seen as unknown[]).map(Number);
      return { leftMs, listens: listens === 1, awaited: awaited === 1 };
    },
  };
}

const SEEN = `
local owner = redis.call('GET', KEYS[1])
local left = owner and math.max(0, redis.call('PTTL', KEYS[1])) or 0
local listens = (owner and redis.call('GET', KEYS[2]) == owner) and 1 or 0
`;

/** -1 when taken, else how long the holder's lease runs, and whether the holder listens. */
const take = script(`
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  if redis.call('GET', KEYS[3]) == ARGV[3] then redis.call('DEL', KEYS[3]) end
  return {-1, 0}
end
redis.call('SET', KEYS[3], ARGV[3], 'PX', ARGV[2])
${SEEN}
return {left, listens}
`);

const look = script(`
${SEEN}
return {left, listens, redis.call('EXISTS', KEYS[3])}
`);

const renew = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('PEXPIRE', KEYS[2], ARGV[2]) end
return 1
`);

const release = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1], KEYS[2]) end
`);

const passOn = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if redis.call('EXISTS', KEYS[3]) == 0 then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
return 1
`);

const listen = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2]) end
`);
