import type { Redis } from "ioredis";
import type { Announcement } from "../core/announce.ts";
import { answerable } from "../core/answerable.ts";
import { eligibilityOf, formatEligibility } from "../core/eligibility.ts";
import { type Interrupt, urgency } from "../core/interrupt.ts";
import { nextDue } from "../core/steps.ts";
import type { EarlyResolution } from "../core/ports/hints.ts";
import type { StoredAnswer } from "../core/ports/idempotency.ts";
import {
  ALL_WAITING,
  type Change,
  type Committed,
  type Interrupts,
  type WaitingAsked,
} from "../core/ports/interrupts.ts";
import type { PressMade } from "../core/ports/presses.ts";
import type { RunEnd } from "../core/ports/runs.ts";
import { commit, layOut, type Write } from "./commit.ts";
import { pipelined } from "./connection.ts";
import { GROUP, type Keys, PARTITIONS } from "./keys.ts";
import { readInterrupt } from "./layouts.ts";
import { KEPT_AFTER_END_MS, KEPT_ANSWERS_MS } from "./retention.ts";
import { script, serverNow } from "./script.ts";

/** The record of every interrupt, and the indexes that are kept with it. */
export function createInterrupts(redis: Redis, keys: Keys, offsetMs: number): Interrupts {
  return {
    async load(partition, ref) {
      const [fields, payload] = await pipelined(
        redis
          .pipeline()
          .hget(keys.interrupt(partition, ref), "state")
          .get(keys.payload(partition, ref)),
      );
      return readInterrupt(fields, payload);
    },

    async commit(change) {
      const { next } = change;
      const { partition, runId } = next;
      const interrupt = keys.interrupt(partition, next.ref);
      const cause = causeOf(change, keys);
      const { keys: named, args } = layOut(
        [
          interrupt,
          cause.key ?? interrupt,
          keys.run(partition, runId),
          keys.outbox(partition),
          keys.hints(partition, runId),
        ],
        writesOf(change, keys),
      );
      // A request that is opened in its end (its run was over first) may be written after the run's end.
      const opening = change.from === 0 && next.outcome === undefined;
      const reply = await commit(redis, named, [
        change.from,
        opening ? "open" : "change",
        cause.kind,
        next.interruptId,
        ...args,
      ]);
      return committed(reply as readonly string[]);
    },

    async announceAgain({ partition, ref }) {
      await announceAgain(redis, [keys.interrupt(partition, ref), keys.outbox(partition)], []);
    },

    waiting: async (asked) => waiting(redis, keys, asked),

    async overdue(partition) {
      const [now, ...flat] = (await overdue(
        redis,
        [keys.deadlines(partition)],
        [offsetMs],
      )) as string[];
      const due = flat.flatMap((ref, index) =>
        index % 2 === 0 ? [{ ref, dueAt: Number(flat[index + 1]) }] : [],
      );
      return { now: Number(now), due };
    },
  };
}

const announceAgain = script(`
local event = redis.call('HGET', KEYS[1], 'announced')
if event then
  redis.call('XADD', KEYS[2], '*', 'event', event)
end
return event and 1 or 0
`);

const overdue = script(`
${serverNow("ARGV[1]")}
local due = redis.call(
  'ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now), 'WITHSCORES', 'LIMIT', 0, 100
)
table.insert(due, 1, string.format('%.0f', now))
return due
`);

/** What brings a change, and would not bring it twice. */
function causeOf({ next, press, answer }: Change, keys: Keys) {
  if (press !== undefined) {
    return { kind: "press", key: keys.press(next.partition, press.id) } as const;
  }
  return answer === undefined
    ? ({ kind: "none", key: undefined } as const)
    : ({ kind: "request", key: keys.answer(next.partition, answer.record) } as const);
}

/** Everything that a change writes, besides the event's sequence, derived from the interrupt it ends in. */
function writesOf(change: Change, keys: Keys): readonly Write[] {
  const { next, from, seen, announcement, quiet = false, press, answer } = change;
  const writes: Write[] = [];
  if (seen !== undefined) writes.push({ command: "SEEN", args: [seen] });
  writes.push({
    command: "HSET",
    key: keys.interrupt(next.partition, next.ref),
    args: ["version", next.version, "state", stateOf(next)],
  });
  if (from === 0) writes.push(...opened(next, keys, seen ?? 0));
  if (from > 0 && next.outcome !== undefined) writes.push(...ended(next, keys));
  writes.push(...timerWrites(next, keys), ...copiesDue(next, keys));
  if (announcement !== undefined) writes.push(announce(announcement, quiet));
  if (answer !== undefined) writes.push(...answerWrites(answer, next.partition, keys));
  if (press !== undefined) writes.push(...forgotten(press, keys.presses(next.partition)));
  return writes;
}

/** Decided is done with: nothing is left that a sweep would have to take for an open press. */
function forgotten({ place }: PressMade, stream: string): readonly Write[] {
  return [
    { command: "XDEL", key: stream, args: [place] },
    { command: "XACK", key: stream, args: [GROUP, place] },
  ];
}

function opened(next: Interrupt, keys: Keys, seen: number): readonly Write[] {
  const { partition, ref } = next;
  const record: Write[] = [
    { command: "SET", key: keys.payload(partition, ref), args: [JSON.stringify(next.payload)] },
    { command: "SADD", key: keys.runInterrupts(partition, next.runId), args: [ref] },
  ];
  if (next.outcome !== undefined) {
    return [...record, endedOnNode(next, keys), ...lifeOf(next, keys)];
  }
  return [
    ...record,
    {
      command: "ZADD",
      key: keys.nodeWaiting(partition, next.runId, next.nodeId),
      // Requests of one millisecond are in the order of their sequences.
      args: [next.requestedAt + (seen % 1_000) / 1_000, ref],
    },
    ...waitingKeys(next, keys).map((key): Write => ({
      command: "ZADD",
      key,
      args: [urgency(next), ref],
    })),
  ];
}

function answerWrites(
  { record, text }: StoredAnswer,
  partition: number,
  keys: Keys,
): readonly Write[] {
  const key = keys.answer(partition, record);
  return [
    { command: "HSET", key, args: ["answer", text] },
    { command: "PEXPIRE", key, args: [KEPT_ANSWERS_MS] },
  ];
}

/** A request of a run that has ended leaves records with the life that the run's end gave the others. */
function lifeOf(
  { partition, ref, runId, nodeId, outcome }: Interrupt,
  keys: Keys,
): readonly Write[] {
  if (outcome?.kind !== "invalidated") return [];
  return [
    keys.interrupt(partition, ref),
    keys.payload(partition, ref),
    keys.run(partition, runId),
    keys.runInterrupts(partition, runId),
    keys.nodeEnded(partition, runId, nodeId),
  ].map((key): Write => ({ command: "PEXPIRE", key, args: [KEPT_AFTER_END_MS] }));
}

function ended(next: Interrupt, keys: Keys): readonly Write[] {
  const { partition, ref, runId, nodeId } = next;
  const lists = [keys.nodeWaiting(partition, runId, nodeId), ...waitingKeys(next, keys)];
  return [
    ...lists.map((key): Write => ({ command: "ZREM", key, args: [ref] })),
    endedOnNode(next, keys),
  ];
}

function endedOnNode({ partition, ref, runId, nodeId }: Interrupt, keys: Keys): Write {
  return { command: "SET", key: keys.nodeEnded(partition, runId, nodeId), args: [ref] };
}

/** The one moment at which a sweep has to look at the interrupt again. */
function timerWrites(next: Interrupt, keys: Keys): readonly Write[] {
  const { partition, ref } = next;
  const key = keys.deadlines(partition);
  const dueAt = nextDue(next);
  return dueAt === undefined
    ? [{ command: "ZREM", key, args: [ref] }]
    : [{ command: "ZADD", key, args: [dueAt, ref] }];
}

/** Every copy is out of date now; a destination that is new has one from now on. */
function copiesDue(next: Interrupt, keys: Keys): readonly Write[] {
  const { partition, ref } = next;
  return next.destinations.flatMap((address): readonly Write[] => [
    {
      command: "HSETNX",
      key: keys.copies(partition, ref),
      args: [address, JSON.stringify({ shown: 0, failures: 0 })],
    },
    { command: "ZADD", key: keys.copiesDue(partition), args: [0, `${ref} ${address}`] },
  ]);
}

/** The event as JSON with a gap where the commit writes its sequence. */
function announce(announcement: Announcement, quiet: boolean): Write {
  const { eventId, runId, type, nodeId, timestamp, payload } = announcement;
  const head = JSON.stringify({
    eventId,
    runId,
    type,
    payload,
    timestamp,
    schemaVersion: 1,
    nodeId,
  });
  return { command: quiet ? "KEEP" : "ANNOUNCE", args: [`${head.slice(0, -1)},"sequence":`, "}"] };
}

/** Lists of what waits: for people, where somebody can answer it here, and in the list of everything. */
function waitingKeys({ partition, tenant, payload }: Interrupt, keys: Keys): readonly string[] {
  const asked = answerable(payload).way === "none" ? [] : eligibilityOf(payload);
  return [...asked.map(formatEligibility), ALL_WAITING].map((reference) =>
    keys.waiting(partition, tenant, reference),
  );
}

/** A total stops here for each reference and partition; nobody reads on that far. */
const MOST_COUNTED = 1_000;

async function waiting(redis: Redis, keys: Keys, { of, from, limit }: WaitingAsked) {
  const lists = PARTITIONS.flatMap((partition) =>
    of.flatMap(({ tenant, references }) =>
      references.map((reference) => ({
        partition,
        key: keys.waiting(partition, tenant, reference),
      })),
    ),
  );
  const pipeline = redis.pipeline();
  for (const { key } of lists) pipeline.zrange(key, 0, String(MOST_COUNTED - 1), "WITHSCORES");
  const replies = await pipelined(pipeline);
  const found = new Map<string, { partition: number; ref: string; score: number }>();
  for (const [index, reply] of replies.entries()) {
    const flat = reply as readonly string[];
    for (let at = 0; at + 1 < flat.length; at += 2) {
      const ref = flat[at] ?? "";
      const partition = lists[index]?.partition ?? 0;
      found.set(ref, { partition, ref, score: Number(flat[at + 1]) });
    }
  }
  // Equally urgent ones keep one order, so that nothing is on two pages or on none.
  const page = [...found.values()]
    .sort((a, b) => a.score - b.score || (a.ref < b.ref ? -1 : 1))
    .slice(from, from + limit);
  const loading = redis.pipeline();
  for (const { partition, ref } of page) {
    loading.hget(keys.interrupt(partition, ref), "state").get(keys.payload(partition, ref));
  }
  const records = await pipelined(loading);
  const interrupts = page.flatMap(
    (_, index) => readInterrupt(records[2 * index], records[2 * index + 1]) ?? [],
  );
  return { interrupts, total: found.size };
}

/** The stored state: the interrupt without its payload, which has a key of its own. */
function stateOf(interrupt: Interrupt): string {
  return JSON.stringify({ ...interrupt, payload: undefined });
}

function committed(reply: readonly string[]): Committed {
  const [state, detail] = reply;
  switch (state) {
    case "committed":
    case "conflict":
      return { state };
    case "replayed":
      return { state, answer: detail ?? "" };
    case "run-ended":
      return { state, end: JSON.parse(detail ?? "") as RunEnd };
    case "resolved-before":
      return { state, resolution: JSON.parse(detail ?? "") as EarlyResolution };
    default:
      throw new Error(`the commit script answered ${state}`);
  }
}
