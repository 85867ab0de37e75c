import type { Redis } from "ioredis";
import { asking, pipelined } from "./connection.ts";
import { type Keys, PARTITIONS } from "./keys.ts";
import { fieldsOf } from "./orphans.ts";
import { script } from "./script.ts";

const MOST_AT_ONCE = 100;

/**
 * Appends events and moves the cursor in one step, if the cursor still stands where it was read: of two
 * relays that move the same entries one appends them. KEYS: 1 resolutions, 2 relayed. ARGV: 1 partition,
 * 2 cursor read, 3 cursor after, then events.
 */
const forward = script(`
if (redis.call('HGET', KEYS[2], ARGV[1]) or '') ~= ARGV[2] then
  return 0
end
for i = 4, #ARGV do
  redis.call('XADD', KEYS[1], '*', 'event', ARGV[i])
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
return 1
`);

/**
 * Moves events from the outboxes, where a commit wrote them, to the stream that engines read. At least
 * once: after a failure an event can arrive again, with the same `eventId`.
 */
export function createRelay(redis: Redis, keys: Keys) {
  async function move(partition: number): Promise<void> {
    const outbox = keys.outbox(partition);
    for (;;) {
      const [cursor, entries] = await Promise.all([
        asking(() => redis.hget(keys.relayed, String(partition))),
        asking(() => redis.xrange(outbox, "-", "+", "COUNT", MOST_AT_ONCE)),
      ]);
      const fresh = entries.filter(([id]) => cursor === null || isAfter(id, cursor));
      const last = entries.at(-1)?.[0];
      if (last === undefined) return;
      if (fresh.length > 0) {
        const events = fresh.map(([, flat]) => fieldsOf(flat)["event"] ?? "");
        await forward(
          redis,
          [keys.resolutions, keys.relayed],
          [partition, cursor ?? "", last, ...events],
        );
      }
      await trim(
        outbox,
        entries.map(([id]) => id),
        cursor,
      );
      if (entries.length < MOST_AT_ONCE) return;
    }
  }

  /** Only what the cursor read before has surely passed. */
  async function trim(outbox: string, ids: readonly string[], cursor: string | null) {
    const passed = ids.filter((id) => cursor !== null && !isAfter(id, cursor));
    if (passed.length > 0) await asking(() => redis.xdel(outbox, ...passed));
  }

  return {
    move,

    /** Looks into every outbox at once and moves what was left behind. */
    async moveAll(): Promise<void> {
      const pipeline = redis.pipeline();
      for (const partition of PARTITIONS) pipeline.xlen(keys.outbox(partition));
      const lengths = await pipelined(pipeline);
      for (const partition of PARTITIONS) {
        if (Number(lengths[partition]) > 0) await move(partition);
      }
    },
  };
}

/** Is a stream id later than another? Compared as numbers: text would put 9-0 after 10-0. */
export function isAfter(id: string, other: string): boolean {
  const [ms, sequence] = split(id);
  const [otherMs, otherSequence] = split(other);
  return ms > otherMs || (ms === otherMs && sequence > otherSequence);
}

function split(id: string): readonly [number, number] {
  const dash = id.indexOf("-");
  return [Number(id.slice(0, dash)), Number(id.slice(dash + 1))];
}
