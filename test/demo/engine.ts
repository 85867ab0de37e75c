import { randomBytes, randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { type Json, members } from "./json.ts";
import type { Question } from "./question.ts";

/** A workflow engine as parley sees one: it puts questions on a stream and reads what comes back. */
export interface Engine {
  raise(question: Question, agent?: string): Promise<Raised>;
  /** Appends an event exactly as given, a second delivery of the same one included. */
  append(event: EngineEvent, agent?: string): Promise<string>;
  /** Answers what somebody asked back on one of its questions. */
  answer(
    asked: Pick<Raised, "runId" | "nodeId">,
    interruptId: string,
    askId: string,
    answer: string,
  ): Promise<string>;
  /** Appends a field `event` that need not even be JSON. */
  appendRaw(event: string): Promise<string>;
  /** Every event parley has sent for this run, in order, each eventId once. */
  resolutionsOf(runId: string): readonly EngineEvent[];
  /** Every event parley has sent, each eventId once. */
  allResolutions(): readonly EngineEvent[];
  /** How often an event with this id has been delivered: at least once is the promise. */
  deliveriesOf(eventId: string): number;
  deadLetters(): Promise<readonly Entry[]>;
  /** Tells of every entry of all streams as it arrives, and of the newest ones at first. */
  watch(listener: (entry: StreamEntry) => void): () => void;
  close(): Promise<void>;
}

/** RunEventDoc: the envelope of every event of a run. */
export interface EngineEvent {
  readonly eventId: string;
  readonly runId: string;
  readonly type: string;
  readonly payload: Json;
  readonly timestamp: string;
  readonly sequence: number;
  readonly schemaVersion: 1;
  readonly nodeId?: string;
}

export interface Raised {
  readonly runId: string;
  readonly nodeId: string;
  readonly event: EngineEvent;
}

/** One entry of a stream: its id and its fields. */
export interface Entry {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
}

export const STREAMS = ["events", "resolutions", "dead-letters"] as const;
export type StreamName = (typeof STREAMS)[number];

export interface StreamEntry extends Entry {
  readonly stream: StreamName;
}

export interface EngineOptions {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly tenant: string;
}

const KEPT_ENTRIES = 200;

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const keyOf = (stream: StreamName) => `${options.prefix}:${stream}`;
  const writer = connection(options.redisUrl);
  const reader = connection(options.redisUrl);
  await Promise.all([writer.connect(), reader.connect()]);
  const inbox = new Inbox();
  const reading = readForever(reader, keyOf, (entry) => inbox.take(entry));

  const add = async (fields: Readonly<Record<string, string>>) => {
    const id = await writer.xadd(keyOf("events"), "*", ...Object.entries(fields).flat());
    if (id === null) throw new Error(`Redis appended nothing to ${keyOf("events")}.`);
    return id;
  };
  const append = (event: EngineEvent, agent?: string) =>
    add({
      event: JSON.stringify(event),
      ...(agent === undefined ? {} : { context: JSON.stringify({ agent }) }),
    });
  return {
    append,
    async raise(question, agent) {
      const raised = requestOf(question, options.tenant);
      await append(raised.event, agent);
      return raised;
    },
    answer({ runId, nodeId }, interruptId, askId, answer) {
      const payload = { nodeId, interruptId, askId, answer };
      return append(eventOf(runId, "parley.interrupt.answered", payload, 1, nodeId));
    },
    appendRaw: (event) => add({ event }),
    resolutionsOf: (runId) => inbox.resolutionsOf(runId),
    allResolutions: () => inbox.allResolutions(),
    deliveriesOf: (eventId) => inbox.deliveries.get(eventId) ?? 0,
    async deadLetters() {
      const entries = await writer.xrange(keyOf("dead-letters"), "-", "+");
      return entries.map(([id, fields]) => ({ id, fields: fieldsOf(fields) }));
    },
    watch: (listener) => inbox.watch(listener),
    async close() {
      writer.disconnect();
      reader.disconnect();
      await reading;
    },
  };
}

/** A run of its own for each question, so that nothing of one sample can be mistaken for another's. */
function requestOf(question: Question, tenant: string): Raised {
  const runId = `${tenant}/${randomBytes(12).toString("hex")}`;
  const nodeId = "gate";
  const payload = { ...ownConversation(question), key: `${nodeId}:1` } as unknown as Json;
  return { runId, nodeId, event: eventOf(runId, "interrupt.requested", payload, 0, nodeId) };
}

/** Every conversation that begins has an id that no other one has. */
function ownConversation(question: Question): Question {
  if (question.kind !== "conversation.start") return question;
  const conversationId = `research-${randomBytes(6).toString("hex")}`;
  return { ...question, data: { ...question.data, conversationId } };
}

export function eventOf(
  runId: string,
  type: string,
  payload: Json,
  sequence: number,
  nodeId?: string,
): EngineEvent {
  return {
    eventId: randomUUID(),
    runId,
    type,
    payload,
    timestamp: new Date().toISOString(),
    sequence,
    schemaVersion: 1,
    ...(nodeId === undefined ? {} : { nodeId }),
  };
}

class Inbox {
  readonly deliveries = new Map<string, number>();
  readonly #byRun = new Map<string, EngineEvent[]>();
  readonly #texts = new Set<string>();
  readonly #listeners = new Set<(entry: StreamEntry) => void>();
  readonly #newest: StreamEntry[] = [];

  take(entry: StreamEntry): void {
    this.#newest.push(entry);
    if (this.#newest.length > KEPT_ENTRIES) this.#newest.shift();
    for (const listener of this.#listeners) listener(entry);
    if (entry.stream === "resolutions") this.#keep(entry.fields["event"]);
  }

  /**
   * Resolutions come at least once: what was seen before changes nothing. An eventId that comes again and
   * says something else is no repetition but a second decision, and is kept to be found.
   */
  #keep(text = ""): void {
    const event = parseEvent(text);
    if (event === undefined) return;
    this.deliveries.set(event.eventId, (this.deliveries.get(event.eventId) ?? 0) + 1);
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    this.#byRun.set(event.runId, [...this.resolutionsOf(event.runId), event]);
  }

  resolutionsOf(runId: string): readonly EngineEvent[] {
    return this.#byRun.get(runId) ?? [];
  }

  allResolutions(): readonly EngineEvent[] {
    return [...this.#byRun.values()].flat();
  }

  watch(listener: (entry: StreamEntry) => void): () => void {
    for (const entry of this.#newest) listener(entry);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function parseEvent(text = ""): EngineEvent | undefined {
  try {
    const event = members(JSON.parse(text));
    return typeof event["eventId"] === "string" ? (event as unknown as EngineEvent) : undefined;
  } catch {
    return undefined;
  }
}

function connection(url: string): Redis {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null });
  // Lost connections come back by themselves; without a listener the first one would end the process.
  redis.on("error", () => {});
  return redis;
}

async function readForever(
  reader: Redis,
  keyOf: (stream: StreamName) => string,
  take: (entry: StreamEntry) => void,
): Promise<void> {
  const from = new Map<StreamName, string>();
  const keys = STREAMS.map(keyOf);
  while (reader.status !== "end") {
    try {
      const ids = STREAMS.map((stream) => from.get(stream) ?? "0");
      const found = await reader.xread("BLOCK", 1_000, "STREAMS", ...keys, ...ids);
      for (const [key, entries] of found ?? []) {
        const stream = STREAMS.find((name) => keyOf(name) === key);
        if (stream === undefined) continue;
        for (const [id, fields] of entries) {
          take({ stream, id, fields: fieldsOf(fields) });
          from.set(stream, id);
        }
      }
    } catch {
      // Closed while it waited: the loop's condition tells. Anything else is tried again.
      if (reader.status !== "ready") await reconnected(reader);
    }
  }
}

async function reconnected(reader: Redis): Promise<void> {
  if (reader.status === "end") return;
  await new Promise<void>((resolve) => {
    reader.once("ready", resolve);
    reader.once("end", resolve);
  });
}

function fieldsOf(flat: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at + 1 < flat.length; at += 2) fields[flat[at] ?? ""] = flat[at + 1] ?? "";
  return fields;
}
