import { randomBytes, randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { digestOf, shownDigest } from "../../src/core/digest.ts";
import type { Json } from "../../src/core/json.ts";
import type { Payload } from "../../src/core/payload.ts";
import { until } from "../support/until.ts";

/** A workflow engine, as parley sees one: it writes one stream and reads another. */

/** Something that was asked. */
export interface Asked {
  readonly runId: string;
  readonly payload: Payload;
  /** How the foot of its card ends, and no other's. */
  readonly mark: string;
  /** What stands on the stream. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface SeenEvent {
  readonly type: string;
  readonly runId: string;
  readonly payload: Readonly<Record<string, Json>>;
}

/** Payloads of any kind, without the key: every run asks once. */
export type Question = Payload extends infer Each
  ? Each extends unknown
    ? Omit<Each, "key">
    : never
  : never;

const NODE = "gate";

export async function startEngine(url: string, prefix: string) {
  const redis = new Redis(url);
  const events: SeenEvent[] = [];
  let last = "-";

  async function read(): Promise<readonly SeenEvent[]> {
    const entries = await redis.xrange(
      `${prefix}:resolutions`,
      last === "-" ? "-" : `(${last}`,
      "+",
    );
    for (const [id, fields] of entries) {
      last = id;
      events.push(JSON.parse(fields[1] ?? "") as SeenEvent);
    }
    return events;
  }

  const append = async (fields: Readonly<Record<string, string>>) => {
    await redis.xadd(`${prefix}:events`, "*", ...Object.entries(fields).flat());
  };
  const ofRun = async ({ runId }: Asked, type: string) =>
    (await read()).filter((event) => event.runId === runId && event.type === type);

  return {
    redis,
    async ask(question: Question, context?: Json): Promise<Asked> {
      const payload = { ...question, key: `gate:${randomBytes(6).toString("hex")}` };
      const runId = `acme/${randomBytes(12).toString("hex")}`;
      const event = eventOf(runId, "interrupt.requested", payload as Json);
      const fields = {
        event: JSON.stringify(event),
        ...(context === undefined ? {} : { context: JSON.stringify(context) }),
      };
      await append(fields);
      return { runId, payload, fields, mark: shownDigest(digestOf(payload as Json)) };
    },
    /** The same request once more. */
    again: async ({ fields }: Asked) => append(fields),
    /** Something else about the run. */
    async tell({ runId }: Asked, type: string, payload: Json) {
      await append({ event: JSON.stringify(eventOf(runId, type, payload)) });
    },
    /** What parley calls the interrupt. */
    async idOf(asked: Asked): Promise<string> {
      const [told] = await until("node.suspended", async () =>
        someOf(await ofRun(asked, "node.suspended")),
      );
      const id = told?.payload["interruptId"];
      return typeof id === "string" ? id : "";
    },
    /** The events of a type about a run, once there is one. */
    async told(asked: Asked, type: string): Promise<readonly SeenEvent[]> {
      return until(type, async () => someOf(await ofRun(asked, type)));
    },
    /** Every resume value that the run was given, so far. */
    async resolutions(asked: Asked): Promise<readonly Json[]> {
      return (await ofRun(asked, "interrupt.resolved")).map(
        ({ payload }) => payload["resumeValue"] ?? null,
      );
    },
    close() {
      redis.disconnect();
    },
  };
}

const someOf = <T>(found: readonly T[]) => (found.length === 0 ? undefined : found);

function eventOf(runId: string, type: string, payload: Json) {
  return {
    eventId: randomUUID(),
    runId,
    type,
    payload,
    timestamp: new Date().toISOString(),
    sequence: 1,
    schemaVersion: 1,
    nodeId: NODE,
  };
}
