import type { Redis } from "ioredis";
import { asking } from "./connection.ts";
import { type Keys, PARTITIONS } from "./keys.ts";
import { fieldsOf } from "./stream-ids.ts";
import { script } from "./script.ts";

/** An event can be as large as a request, and a whole batch has to arrive within one request's time. */
const MOST_AT_ONCE = 10;

/**
 * Appends events, notes which, and counts one more move, if nobody has moved since the count was read: of
 * two relays that read the same entries one appends them. KEYS: 1 resolutions, 2 relayed. ARGV:
 * 1 partition, 2 count read, 3 ids of the entries, then their events.
 */
const forward = script(`
if (redis.call('HGET', KEYS[2], ARGV[1]) or '0') ~= ARGV[2] then
  return 0
end
for i = 4, #ARGV do
  redis.call('XADD', KEYS[1], '*', 'event', ARGV[i])
end
redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
redis.call('HSET', KEYS[2], ARGV[1] .. ':last', ARGV[3])
return 1
`);

/**
 * Moves events from the outboxes, where a commit wrote them, to the stream that engines read. At least
 * once: after a failure an event can arrive again, with the same `eventId`. Entries are deleted by their
 * own ids and only once they were appended; ids are never compared, since a server's clock can step back.
 */
export function createRelay(redis: Redis, keys: Keys) {
  /** Moves that are under way, and those that begin when they end: whoever comes then need not come again. */
  const moving = new Map<number, Promise<void>>();
  const waiting = new Map<number, Promise<void>>();

  /** What is in the outbox now will have been moved; many who ask at once are served by one move. */
  function move(partition: number): Promise<void> {
    const next = waiting.get(partition);
    if (next !== undefined) return next;
    const before = moving.get(partition);
    if (before === undefined) return begin(partition);
    const after = before
      .catch(() => undefined)
      .then(() => {
        waiting.delete(partition);
        return begin(partition);
      });
    waiting.set(partition, after);
    return after;
  }

  function begin(partition: number): Promise<void> {
    const work = moveNow(partition).finally(() => moving.delete(partition));
    moving.set(partition, work);
    return work;
  }

  async function moveNow(partition: number): Promise<void> {
    const outbox = keys.outbox(partition);
    for (;;) {
      const [moves, last] = await asking(() =>
        redis.hmget(keys.relayed, String(partition), `${partition}:last`),
      );
      const entries = await asking(() => redis.xrange(outbox, "-", "+", "COUNT", MOST_AT_ONCE));
      const moved = new Set(last?.split(" "));
      const passed = entries.map(([id]) => id).filter((id) => moved.has(id));
      if (passed.length > 0) await asking(() => redis.xdel(outbox, ...passed));
      const fresh = entries.filter(([id]) => !moved.has(id));
      if (fresh.length === 0) return;
      const ids = fresh.map(([id]) => id);
      const events = fresh.map(([, flat]) => fieldsOf(flat)["event"] ?? "");
      const done = await forward(
        redis,
        [keys.resolutions, keys.relayed],
        [partition, moves ?? "0", ids.join(" "), ...events],
      );
      if (done === 0) continue;
      await asking(() => redis.xdel(outbox, ...ids));
      // Whatever came since asks for a move of its own.
      if (entries.length < MOST_AT_ONCE) return;
    }
  }

  return {
    move,

    /** Moves what was left behind in any outbox. */
    async moveAll(): Promise<void> {
      const moved = await Promise.allSettled(PARTITIONS.map(move));
      // One outbox that cannot be moved holds up no other.
      for (const each of moved) if (each.status === "rejected") throw each.reason;
    },
  };
}
