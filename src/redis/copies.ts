import type { Redis } from "ioredis";
import type { Copies, Copy, CopyName, CopySchedule, LeftBehind } from "../core/ports/copies.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { script, serverNow } from "./script.ts";

/** What we know of every copy of a card, as JSON under its address. */
export function createCopies(redis: Redis, keys: Keys): Copies {
  const field = ({ partition, ref }: CopyName) => keys.copies(partition, ref);
  return {
    async load(name) {
      const text = await asking(() => redis.hget(field(name), name.address));
      return text === null ? undefined : copyOf(text);
    },

    async all(partition, ref) {
      const fields = await asking(() => redis.hgetall(keys.copies(partition, ref)));
      return new Map(Object.entries(fields).map(([address, text]) => [address, copyOf(text)]));
    },

    async save(name, copy, when) {
      const revision = copy.revision ?? 0;
      const saved = await save(
        redis,
        [field(name), keys.copiesDue(name.partition)],
        [
          name.address,
          revision,
          JSON.stringify({ ...copy, revision: revision + 1 }),
          when === "due" ? copyMember(name) : "",
        ],
      );
      return saved === 1;
    },

    async settle(name, shown, step) {
      const { partition, ref } = name;
      const settled = await settle(
        redis,
        [
          keys.interrupt(partition, ref),
          keys.copiesDue(partition),
          keys.interviews(partition, ref),
          field(name),
        ],
        [shown, copyMember(name), name.address, step ?? ""],
      );
      return settled === 1;
    },
  };
}

/** Copies that need work, in the order in which they became due. */
export function createCopySchedule(redis: Redis, keys: Keys, offsetMs: number): CopySchedule {
  return {
    async due(partition) {
      const members = (await due(
        redis,
        [keys.copiesDue(partition)],
        [offsetMs],
      )) as readonly string[];
      return members.map((text) => {
        const space = text.indexOf(" ");
        return { partition, ref: text.slice(0, space), address: text.slice(space + 1) };
      });
    },

    async postpone(name, delayMs) {
      await postpone(
        redis,
        [keys.copiesDue(name.partition)],
        [offsetMs, delayMs, copyMember(name)],
      );
    },

    async giveUp(name) {
      await asking(() => redis.zrem(keys.copiesDue(name.partition), copyMember(name)));
    },
  };
}

/** A copy as it stands among those that are due. */
export function copyMember({ ref, address }: CopyName): string {
  return `${ref} ${address}`;
}

/** Earlier versions left one message behind at most. */
function copyOf(text: string): Copy {
  const copy = JSON.parse(text) as Copy & { readonly left?: LeftBehind };
  return { ...copy, left: copy.left && [copy.left].flat() };
}

/** What earlier versions wrote has no revision, and counts as the first one. */
const save = script(`
local known = redis.call('HGET', KEYS[1], ARGV[1])
local revision = known and cjson.decode(known)['revision'] or 0
if revision ~= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if ARGV[4] ~= '' then redis.call('ZADD', KEYS[2], 0, ARGV[4]) end
return 1
`);

/**
 * A change that came meanwhile has raised the version. The copy is made due again even if somebody else
 * has settled it: whoever lost the lease while drawing may have drawn over something newer, and says so in the copy.
 * The same where an interview has gone on.
 */
const settle = script(`
local isNow = redis.call('HGET', KEYS[1], 'version') == ARGV[1]
if isNow then
  local copy = redis.call('HGET', KEYS[4], ARGV[3])
  isNow = copy and cjson.decode(copy)['shown'] == tonumber(ARGV[1])
end
if isNow and ARGV[4] ~= '' then
  local known = redis.call('HGET', KEYS[3], ARGV[3])
  local step = known and tostring(cjson.decode(known)['step']) or '0'
  isNow = step == ARGV[4]
end
if isNow then
  redis.call('ZREM', KEYS[2], ARGV[2])
  return 1
end
redis.call('ZADD', KEYS[2], 0, ARGV[2])
return 0
`);

const due = script(`
${serverNow("ARGV[1]")}
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now), 'LIMIT', 0, 50)
`);

const postpone = script(`
${serverNow("ARGV[1]")}
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now + tonumber(ARGV[2])), ARGV[3])
`);
