import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Json } from "../../../src/core/json.ts";
import { refOf } from "../../../src/core/reference.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { approval, ASKED_AT } from "../redis/stores.ts";

/** What engines write to the events stream, and what they read. */

export const newRun = () => `acme/${randomBytes(8).toString("hex")}`;

/** One entry of the events stream, of the node `settle`; sequence 3. */
export function entry(runId: string, type: string, payload: unknown, context?: Json) {
  const event = {
    eventId: `evt-${randomBytes(8).toString("hex")}`,
    runId,
    type,
    payload,
    timestamp: "2026-03-03T10:00:00Z",
    sequence: 3,
    schemaVersion: 1,
    nodeId: "settle",
  };
  const fields = { event: JSON.stringify(event) };
  return {
    fields: context === undefined ? fields : { ...fields, context: JSON.stringify(context) },
    at: ASKED_AT,
  };
}

/** The interrupt that a run asked under the key of the samples. */
export const load = async (store: Store, runId: string, key = approval().key) =>
  store.interrupts.load(partitionOf(runId), refOf(runId, key));

export interface SentEvent {
  readonly type: string;
  readonly runId: string;
  readonly sequence: number;
  readonly eventId: string;
  readonly payload: Readonly<Record<string, Json>>;
}

/** What the outbox holds for a run, in order. */
export async function sentEvents(
  redis: Redis,
  store: Store,
  runId: string,
): Promise<readonly SentEvent[]> {
  const rows = await redis.xrange(store.keys.outbox(partitionOf(runId)), "-", "+");
  return rows
    .map(([, fields]) => JSON.parse(fields[1] ?? "") as SentEvent)
    .filter((event) => event.runId === runId);
}
