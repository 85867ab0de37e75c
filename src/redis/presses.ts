import type { Redis } from "ioredis";
import { LAYOUT } from "../core/interrupt.ts";
import type { Appended, Clock, Orphan, Presses } from "../core/ports.ts";
import type { Press } from "../core/press.ts";
import { pipelined } from "./connection.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { GROUP, type Keys } from "./keys.ts";
import { claimOrphans, instantOf, type OrphanEntry } from "./orphans.ts";
import type { Replicas } from "./replicas.ts";
import { script, serverNow } from "./script.ts";

/** How long a press is remembered after it was recorded, for deliveries of the same press. Milliseconds. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/**
 * Appends a press and takes it in one step, so that nobody else reads it and nobody has to block on a
 * stream of presses. KEYS: 1 presses, 2 press. ARGV: 1 offset, 2 not after, 3 consumer, 4 JSON, 5 life.
 */
const append = script(`
${serverNow("ARGV[1]")}
if redis.call('EXISTS', KEYS[2]) == 1 then
  return { 'duplicate' }
end
if now > tonumber(ARGV[2]) then
  return { 'late' }
end
local id = redis.call('XADD', KEYS[1], '*', 'press', ARGV[4])
local function take()
  return redis.pcall('XREADGROUP', 'GROUP', '${GROUP}', ARGV[3], 'COUNT', 100, 'STREAMS', KEYS[1], '>')
end
local taken = take()
if type(taken) == 'table' and taken.err then
  redis.call('XGROUP', 'CREATE', KEYS[1], '${GROUP}', '0')
  take()
end
redis.call('HSET', KEYS[2], 'place', id)
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return { 'recorded', id }
`);

export interface PressOptions {
  readonly redis: Redis;
  readonly keys: Keys;
  readonly replicas: Replicas;
  readonly deadLetters: DeadLetters;
  readonly clock: Clock;
  readonly offsetMs: number;
}

/** The presses of every partition: recorded before they are acknowledged, forgotten once handled. */
export function createPresses(options: PressOptions): Presses {
  const { redis, keys, replicas, deadLetters, clock, offsetMs } = options;
  const inHand = new Set<string>();

  async function done(partition: number, place: string): Promise<void> {
    const stream = keys.presses(partition);
    try {
      await pipelined(redis.pipeline().xack(stream, GROUP, place).xdel(stream, place));
    } finally {
      // What could not be finished is swept up again.
      inHand.delete(handle(partition, place));
    }
  }

  return {
    async append(press, withinMs): Promise<Appended> {
      const { partition } = press.reference;
      const notAfter = Math.ceil(clock() + withinMs);
      const reply = (await append(
        redis,
        [keys.presses(partition), keys.press(partition, press.id)],
        [offsetMs, notAfter, replicas.me, JSON.stringify(press), REMEMBERED_MS],
      )) as readonly [string, string?];
      const [state, place] = reply;
      if (state === "duplicate" || state === "late") return { state };
      if (place === undefined) throw new Error(`the append script answered ${state}`);
      inHand.add(handle(partition, place));
      return { state: "recorded", place, at: instantOf(place) + offsetMs };
    },

    done,

    async orphans(partition) {
      const stream = keys.presses(partition);
      const mine = new Set(
        [...inHand]
          .filter((name) => name.startsWith(`${partition} `))
          .map((name) => name.slice(name.indexOf(" ") + 1)),
      );
      const entries = await claimOrphans(redis, stream, replicas, mine);
      const orphans = entries.flatMap((entry) => readOrphan(entry, partition, offsetMs));
      for (const { place } of orphans) inHand.add(handle(partition, place));
      return orphans;
    },

    async bury({ partition, place, press, deliveries }, reason) {
      const { platform, account, reference } = press;
      const stream = keys.presses(partition);
      await deadLetters.append({
        stream,
        id: place,
        reason,
        deliveries,
        entry: { platform, account, ref: reference.ref, action: press.response.action },
      });
      await done(partition, place);
    },
  };
}

function handle(partition: number, place: string): string {
  return `${partition} ${place}`;
}

function readOrphan(entry: OrphanEntry, partition: number, offsetMs: number): Orphan[] {
  const press = JSON.parse(entry.fields["press"] ?? "null") as Press | null;
  // A press of a newer layout waits for a replica that can read it.
  if (press === null || press.layout > LAYOUT) return [];
  return [
    {
      partition,
      place: entry.id,
      at: instantOf(entry.id) + offsetMs,
      press,
      deliveries: entry.deliveries,
    },
  ];
}
