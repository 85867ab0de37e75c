import type { Redis } from "ioredis";
import type { StreamEntry } from "../core/ports/stream-entry.ts";
import { asking } from "./connection.ts";
import { isBeyondUs, isHandedOn } from "./handing-on.ts";
import { GROUP } from "./keys.ts";
import type { Replicas } from "./replicas.ts";
import { script } from "./script.ts";
import { fieldsOf } from "./stream-ids.ts";

/** An entry is left alone for this long by its own taker's later reads. Milliseconds. */
const IDLE_MS = 1_000;
/** So many entries are listed at once. */
export const PAGE = 100;
/** One by one, since each can be as large as a request may be; the rest is for the next turn. */
const TAKEN_AT_ONCE = 20;

/**
 * Entries of a stream that were delivered and never finished: those of replicas that are gone, and own
 * ones that are not in hand (a reply was lost, or the store was away when they were to be finished). What was
 * handed on to a newer version is left to it.
 * Claiming resets the idle time, so that of two replicas that sweep at once mostly one gets an entry;
 * where both do, the commit keeps the second from counting.
 */
export async function claimOrphans(
  redis: Redis,
  stream: string,
  replicas: Replicas,
  inHand: ReadonlySet<string>,
): Promise<readonly StreamEntry[]> {
  const pending = await pendingOf(redis, stream, { first: "-", last: "+", restedMs: IDLE_MS });
  const others = [...new Set(pending.map(({ consumer }) => consumer))];
  const gone = await replicas.gone(others);
  const mine = pending.filter(
    ({ id, consumer }) =>
      (gone.has(consumer) && !isBeyondUs(consumer)) ||
      (consumer === replicas.me && !inHand.has(id)),
  );
  const claimed: StreamEntry[] = [];
  // Those first that nobody has tried for longest: what cannot be handled must hide nothing behind it.
  const longest = mine.toSorted((one, other) => other.idleMs - one.idleMs);
  for (const entry of longest.slice(0, TAKEN_AT_ONCE)) {
    claimed.push(...(await claim(redis, stream, replicas.me, entry)));
  }
  return claimed;
}

/**
 * Takes one entry, unless somebody else was faster or it is gone. An entry that comes back to its own taker
 * keeps its count, and so does one that was handed on: only deaths of replicas are counted, not the times that
 * Redis could not serve.
 */
async function claim(
  redis: Redis,
  stream: string,
  me: string,
  { id, consumer, deliveries }: Pending,
): Promise<StreamEntry[]> {
  const count = consumer === me || isHandedOn(consumer) ? deliveries : deliveries + 1;
  const reply = await asking(() =>
    redis.xclaim(stream, GROUP, me, IDLE_MS, id, "RETRYCOUNT", count),
  );
  return (reply as readonly (readonly [string, readonly string[]] | null)[]).flatMap((entry) =>
    entry === null ? [] : [{ id: entry[0], fields: fieldsOf(entry[1]), deliveries: count }],
  );
}

interface Pending {
  readonly id: string;
  readonly consumer: string;
  /** Since it was last delivered or claimed; milliseconds. */
  readonly idleMs: number;
  readonly deliveries: number;
}

/** Which of the entries from the first to the last wait for a newer version than this one. */
export async function beyondUs(
  redis: Redis,
  stream: string,
  first: string,
  last: string,
): Promise<ReadonlySet<string>> {
  const pending = await pendingOf(redis, stream, { first, last, restedMs: 0 });
  return new Set(pending.flatMap(({ id, consumer }) => (isBeyondUs(consumer) ? [id] : [])));
}

interface Range {
  readonly first: string;
  readonly last: string;
  /** Only what was left alone for so long. Milliseconds. */
  readonly restedMs: number;
}

/** Everything of a range that is pending, page by page. */
async function pendingOf(redis: Redis, stream: string, range: Range): Promise<readonly Pending[]> {
  const pending: Pending[] = [];
  for (let { first } = range; ; first = `(${pending.at(-1)?.id ?? "-"}`) {
    const page = await pageOfPending(redis, stream, { ...range, first });
    pending.push(...page);
    if (page.length < PAGE) return pending;
  }
}

async function pageOfPending(redis: Redis, stream: string, { first, last, restedMs }: Range) {
  try {
    const rows = await redis.xpending(stream, GROUP, "IDLE", restedMs, first, last, PAGE);
    return (rows as readonly (readonly [string, string, number, number])[]).map(
      ([id, consumer, idleMs, deliveries]) => ({ id, consumer, idleMs, deliveries }),
    );
  } catch (error) {
    // No such stream or group yet: nobody has written to it.
    if (error instanceof Error && error.message.startsWith("NOGROUP")) return [];
    return asking(() => Promise.reject(error));
  }
}

/** A consumer without anything pending is deleted; one that has something never is, or it would be lost. */
const forget = script(`
local pending = redis.call('XPENDING', KEYS[1], '${GROUP}', '-', '+', 1, ARGV[1])
if #pending > 0 then return 0 end
redis.call('XGROUP', 'DELCONSUMER', KEYS[1], '${GROUP}', ARGV[1])
return 1
`);

/** Takes the names of replicas that are gone, and left nothing, off a group: every start adds one. */
export async function forgetConsumers(
  redis: Redis,
  stream: string,
  replicas: Replicas,
): Promise<void> {
  const names = await consumersOf(redis, stream);
  for (const name of await replicas.gone(names)) await forget(redis, [stream], [name]);
}

async function consumersOf(redis: Redis, stream: string): Promise<readonly string[]> {
  try {
    const rows = (await redis.xinfo("CONSUMERS", stream, GROUP)) as readonly (readonly unknown[])[];
    return rows.map((row) => String(row[row.indexOf("name") + 1]));
  } catch (error) {
    if (error instanceof Error && /^(?:NOGROUP|ERR no such key)/.test(error.message)) return [];
    return asking(() => Promise.reject(error));
  }
}
