import type { Redis } from "ioredis";
import type { Interview } from "../core/interview.ts";
import type { CopyName } from "../core/ports/copies.ts";
import type { Interviews } from "../core/ports/interviews.ts";
import { asking } from "./connection.ts";
import { copyMember } from "./copies.ts";
import type { Keys } from "./keys.ts";
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
        [field(name), keys.copiesDue(name.partition), keys.interrupt(name.partition, name.ref)],
        [name.address, previous?.step ?? "", JSON.stringify(next), copyMember(name)],
      );
      return saved === 1;
    },
  };
}

/**
 * The step says which state it is. The copy becomes due with it, so that a crash keeps no question from being asked.
 * Answers live no longer than the record: the first one can come when its run has ended, and the record has a life.
 */
const save = script(`
local life = redis.call('PTTL', KEYS[3])
if life == -2 then return 0 end
local known = redis.call('HGET', KEYS[1], ARGV[1])
local step = ''
if known then step = tostring(cjson.decode(known)['step']) end
if step ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if life >= 0 then redis.call('PEXPIRE', KEYS[1], life) end
redis.call('ZADD', KEYS[2], 0, ARGV[4])
return 1
`);
