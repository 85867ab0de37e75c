import type { Redis } from "ioredis";
import type { ThreadCursors } from "../core/ports/thread-cursors.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { script } from "./script.ts";

/** Cursors are ids whose order is that of numbers, too long for Lua's: the longer, or else the later text, is further. */
export function createThreadCursors(redis: Redis, keys: Keys): ThreadCursors {
  return {
    async begin(platform, threadId, after) {
      await asking(() => redis.hsetnx(keys.threadCursors(platform), threadId, after));
    },

    async advance(platform, threadId, messageId) {
      await advance(redis, [keys.threadCursors(platform)], [threadId, messageId]);
    },

    async all(platform) {
      const cursors = await asking(() => redis.hgetall(keys.threadCursors(platform)));
      return new Map(Object.entries(cursors));
    },

    async drop(platform, threadId) {
      await asking(() => redis.hdel(keys.threadCursors(platform), threadId));
    },
  };
}

const advance = script(`
local cursor = redis.call('HGET', KEYS[1], ARGV[1])
if not cursor then return end
local further = #ARGV[2] > #cursor or (#ARGV[2] == #cursor and ARGV[2] > cursor)
if further then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
`);
