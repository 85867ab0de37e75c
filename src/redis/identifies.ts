import type { Redis } from "ioredis";
import type { Identifies } from "../core/ports/identifies.ts";
import type { Keys } from "./keys.ts";
import { script, serverNow } from "./script.ts";

/**
 * Least time between two in one bucket, in milliseconds: Discord's five seconds (docs, events/gateway, rate
 * limiting), and a little for the way there.
 */
const SPACING_MS = 5_500;
/** After that many without a session the time doubles, and so often at most: up to about six minutes. */
const FREE_TRIES = 2;
const DOUBLINGS = 6;
const KEPT_MS = 24 * 60 * 60 * 1000;

/** `offsetMs` is added to the server's time; only tests set it. */
export function createIdentifies(redis: Redis, keys: Keys, offsetMs = 0): Identifies {
  return {
    async take(bucket) {
      const args = [offsetMs, SPACING_MS, FREE_TRIES, DOUBLINGS, KEPT_MS];
      return Number(await take(redis, [keys.identifies(bucket)], args));
    },

    async settle(bucket) {
      await settle(redis, [keys.identifies(bucket)], []);
    },
  };
}

const take = script(`
${serverNow("ARGV[1]")}
local next = tonumber(redis.call('HGET', KEYS[1], 'next') or '0')
if now < next then return next - now end
local tries = redis.call('HINCRBY', KEYS[1], 'tries', 1)
local doublings = math.min(math.max(tries - tonumber(ARGV[3]), 0), tonumber(ARGV[4]))
redis.call('HSET', KEYS[1], 'next', now + tonumber(ARGV[2]) * 2 ^ doublings)
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 0
`);

const settle = script(`
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'tries', 0) end
`);
