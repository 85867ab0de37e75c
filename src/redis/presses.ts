import type { Redis } from "ioredis";
import { type Interrupt, LAYOUT } from "../core/interrupt.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Appended, LeftPresses, Presses, TakenPress } from "../core/ports/presses.ts";
import type { StreamEntry } from "../core/ports/stream-entry.ts";
import type { Press } from "../core/press.ts";
import { asking, pipelined } from "./connection.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { handOn } from "./handing-on.ts";
import { GROUP, type Keys, PARTITIONS } from "./keys.ts";
import { readInterrupt, responseOf } from "./layouts.ts";
import { beyondUs, claimOrphans, PAGE } from "./orphans.ts";
import type { Replicas } from "./replicas.ts";
import { script, serverNow } from "./script.ts";
import { fieldsOf, instantOf } from "./stream-ids.ts";

/** How long a press is remembered after it was recorded, for deliveries of the same press. Milliseconds. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/**
 * Appends a press and takes it in one step, so that nobody else reads it and nobody has to block on a
 * stream of presses. With it comes what it is about, so that deciding need not ask for that. KEYS: 1 presses,
 * 2 press, 3 interrupt, 4 payload. ARGV: 1 offset, 2 not after, 3 consumer, 4 JSON, 5 life.
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
local function textOf(...)
  local found = redis.pcall(...)
  return type(found) == 'string' and found
end
return { 'recorded', id, textOf('HGET', KEYS[3], 'state'), textOf('GET', KEYS[4]) }
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
export function createPresses(options: PressOptions): Presses & LeftPresses {
  const { redis, keys, replicas, deadLetters, clock, offsetMs } = options;
  const inHand = PARTITIONS.map(() => new Set<string>());

  function hold(partition: number, place: string): void {
    inHand[partition]?.add(place);
  }

  function letGo({ press, place }: TakenPress): void {
    inHand[press.reference.partition]?.delete(place);
  }

  async function done(taken: TakenPress): Promise<void> {
    const stream = keys.presses(taken.press.reference.partition);
    await remove(redis, stream, taken.place);
    letGo(taken);
  }

  return {
    async append(press, withinMs): Promise<Appended> {
      const { partition, ref } = press.reference;
      const notAfter = Math.ceil(clock() + withinMs);
      const reply = (await append(
        redis,
        [
          keys.presses(partition),
          keys.press(partition, press.id),
          keys.interrupt(partition, ref),
          keys.payload(partition, ref),
        ],
        [offsetMs, notAfter, replicas.me, JSON.stringify(press), REMEMBERED_MS],
      )) as readonly [state: string, place?: string, record?: unknown, payload?: unknown];
      const [state, place, record, payload] = reply;
      if (state === "duplicate" || state === "late") return { state };
      if (place === undefined) throw new Error(`the append script answered ${state}`);
      hold(partition, place);
      const at = instantOf(place) + offsetMs;
      const interrupt = recordOf(record, payload);
      return { state: "recorded", taken: { place, at, press, interrupt, deliveries: 1 } };
    },

    done,
    letGo,

    async wasCommitted({ id, reference }) {
      const key = keys.press(reference.partition, id);
      return (await asking(() => redis.hexists(key, "answer"))) === 1;
    },

    oldest: async (partition) => oldest(options, partition),

    async take(partition) {
      const mine = inHand[partition] ?? new Set();
      const entries = await claimOrphans(redis, keys.presses(partition), replicas, mine);
      const taken = await readable(options, partition, entries);
      for (const { place } of taken) hold(partition, place);
      return taken;
    },

    async handOn({ press, place }) {
      await handOn(redis, keys.presses(press.reference.partition), place, replicas);
    },

    async bury(taken, reason) {
      const { platform, account, reference } = taken.press;
      await deadLetters.append({
        stream: keys.presses(reference.partition),
        id: taken.place,
        reason,
        deliveries: taken.deliveries,
        entry: { platform, account, ref: reference.ref },
      });
      await done(taken);
    },
  };
}

/** The press is recorded whatever is stored of its interrupt: whoever decides it finds what is wrong there. */
function recordOf(record: unknown, payload: unknown): Interrupt | undefined {
  try {
    return readInterrupt(record, payload);
  } catch {
    return undefined;
  }
}

/** The presses among these entries; what else they are is disposed of. */
async function readable(
  options: PressOptions,
  partition: number,
  entries: readonly StreamEntry[],
): Promise<readonly TakenPress[]> {
  const { redis, keys, replicas, offsetMs } = options;
  const taken: TakenPress[] = [];
  for (const entry of entries) {
    const read = readTaken(entry, offsetMs);
    if (read === "newer") await handOn(redis, keys.presses(partition), entry.id, replicas);
    else if (read === undefined) await discard(options, partition, entry);
    else taken.push(read);
  }
  return taken;
}

/** What only a newer version can read may wait for one for long: that must not stop the clocks meanwhile. */
async function oldest({ redis, keys, offsetMs }: PressOptions, partition: number) {
  const stream = keys.presses(partition);
  for (let from = "-"; ;) {
    const entries = await asking(() => redis.xrange(stream, from, "+", "COUNT", PAGE));
    const [first, last] = [entries[0]?.[0], entries.at(-1)?.[0]];
    if (first === undefined || last === undefined) return undefined;
    const beyond = await beyondUs(redis, stream, first, last);
    const ours = entries.find(([id, flat]) => {
      const entry = { id, fields: fieldsOf(flat), deliveries: 1 };
      return !beyond.has(id) && readTaken(entry, offsetMs) !== "newer";
    });
    if (ours !== undefined) return instantOf(ours[0]) + offsetMs;
    from = `(${last}`;
  }
}

/** Only we write to these streams; what cannot be read was put there by somebody else. */
async function discard(
  { redis, keys, deadLetters }: PressOptions,
  partition: number,
  { id, deliveries }: StreamEntry,
): Promise<void> {
  const stream = keys.presses(partition);
  const reason = "malformed-entry: press: is not a press";
  await deadLetters.append({ stream, id, reason, deliveries, entry: {} });
  await remove(redis, stream, id);
}

/**
 * The entry first: cut off in between it is pending without a body, which the next claim drops. The other
 * way round it would stay for ever, taken by nobody, and hold up deadlines.
 */
async function remove(redis: Redis, stream: string, id: string): Promise<void> {
  await pipelined(redis.pipeline().xdel(stream, id).xack(stream, GROUP, id));
}

/** A press of a newer layout is for a replica that can read it; undefined is none of ours at all. */
function readTaken(entry: StreamEntry, offsetMs: number): TakenPress | "newer" | undefined {
  let press: Partial<Press> | null;
  try {
    press = JSON.parse(entry.fields["press"] ?? "null") as Partial<Press> | null;
  } catch {
    return undefined;
  }
  if (typeof press?.layout !== "number" || press.reference === undefined) return undefined;
  if (press.layout > LAYOUT) return "newer";
  const { id, deliveries } = entry;
  const response = responseOf({ ...press.response });
  return {
    place: id,
    at: instantOf(id) + offsetMs,
    press: { ...(press as Press), response },
    deliveries,
  };
}
