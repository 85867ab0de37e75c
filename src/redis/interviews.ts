import type { Redis } from "ioredis";
import type { Interview } from "../core/interview.ts";
import type { CopyName, Interviews } from "../core/ports.ts";
import { asking } from "./connection.ts";
import { copyMember } from "./copies.ts";
import type { Keys } from "./keys.ts";
import { KEPT_AFTER_END_MS } from "./retention.ts";
import { script } from "./script.ts";

/** Answers of an interview as JSON under the address of the copy in whose thread they are given. */
export function createInterviews(redis: Redis, keys: Keys): Interviews {
  const field = ({ partition, ref }: CopyName) => keys.interviews(partition, ref);
  return {
    async load(name) {
      const text = await asking(() => redis.hget(field(name), name.address));
      return text === null ? undefined : (JSON.parse(text) as Interview);
    },

    async save(name, next, previous) {
      const saved = await save(
        redis,
        [field(name), keys.copiesDue(name.partition)],
        [
          name.address,
          previous?.step ?? "",
          // The step first: that is where the script looks for it.
          JSON.stringify({ ...FIRST, ...next }),
          KEPT_AFTER_END_MS,
          copyMember(name),
        ],
      );
      return saved === 1;
    },
  };
}

/** Puts the step in front. */
const FIRST = { step: 0 };

/** The step says which state it is. The copy becomes due with it, so that a crash keeps no question from being asked. */
const save = script(`
local known = redis.call('HGET', KEYS[1], ARGV[1])
local step = ''
if known then step = string.match(known, '^{"step":(%d+)') or '?' end
if step ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], 0, ARGV[5])
return 1
`);
