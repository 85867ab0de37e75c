import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Crews } from "../core/ports/crews.ts";
import type { Keys } from "./keys.ts";
import { script, serverNow } from "./script.ts";

/** `offsetMs` is added to the server's time; only tests set it. */
export function createCrews(redis: Redis, keys: Keys, offsetMs = 0): Crews {
  const me = randomUUID();
  return {
    async beat(crew, forMs) {
      const { replicas, shards } = keys.crew(crew);
      const answer = await beat(redis, [replicas, shards], [offsetMs, me, forMs]);
      const [there = 1, agreed = 0] = (answer as unknown[]).map(Number);
      return { replicas: there, shards: agreed === 0 ? undefined : agreed };
    },

    async leave(crew) {
      return Number(await leave(redis, [keys.crew(crew).replicas], [offsetMs, me]));
    },

    async agree(crew, shards, keepMs) {
      return Number(await agree(redis, [keys.crew(crew).shards], [shards, keepMs]));
    },
  };
}

const beat = script(`
${serverNow("ARGV[1]")}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {redis.call('ZCARD', KEYS[1]), tonumber(redis.call('GET', KEYS[2]) or '0')}
`);

const leave = script(`
${serverNow("ARGV[1]")}
redis.call('ZREM', KEYS[1], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZCARD', KEYS[1])
`);

const agree = script(`
local shards = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), tonumber(ARGV[1]))
redis.call('SET', KEYS[1], shards, 'PX', ARGV[2])
return shards
`);
