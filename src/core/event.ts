import { z } from "zod";
import { isEventType } from "./event-types.ts";
import { boundId, eventId, nodeId, tenantOf } from "./ids.ts";
import { json } from "./json-checks.ts";
import { parseJson } from "./json.ts";
import { problemsOf } from "./problems.ts";

/** A whole `event` field may not be larger than this: 1 MiB of UTF-16 code units. */
export const MAX_EVENT_LENGTH = 1_048_576;

const bounded = (max: number) => z.string().min(1).max(max);

/** Ours are minted above the engine's, and have to be exact numbers too. */
const MAX_SEQUENCE = 2 ** 52;

/** RunEventDoc, the closed envelope of every event of a run. */
const eventSchema = z.strictObject({
  eventId,
  runId: boundId,
  type: z.string().refine(isEventType, {
    error: "must be an event type like interrupt.requested or acme.invoice-paid",
  }),
  payload: json,
  timestamp: z.iso.datetime({
    offset: true,
    error: "must be a date and time like 2026-03-03T10:00:00Z",
  }),
  sequence: z.int().min(0).max(MAX_SEQUENCE),
  schemaVersion: z.int().min(1),
  nodeId: nodeId.optional(),
  engineVersion: z.int().min(0).optional(),
  causationId: eventId.optional(),
});
export type RunEvent = z.infer<typeof eventSchema>;

/** What the closed payload cannot carry: who asks, and where the work began. Closed, every string bounded. */
const contextSchema = z.strictObject({
  interruptId: boundId.optional(),
  workflowId: bounded(128).optional(),
  agent: bounded(200).optional(),
  model: bounded(200).optional(),
  initiator: bounded(256).optional(),
  jobId: bounded(256).optional(),
  sessionId: bounded(256).optional(),
  origin: z
    .strictObject({
      platform: z.enum(["slack", "discord"]),
      channel: bounded(64),
      thread: bounded(64).optional(),
    })
    .optional(),
});
export type Context = z.infer<typeof contextSchema>;

export interface Incoming {
  readonly event: RunEvent;
  readonly context: Context;
}

export type ParsedEntry =
  | { readonly ok: true; readonly incoming: Incoming }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads one entry of the events stream: field `event`, and field `context` if there is one. A type that can be
 * none is a problem, unlike one that is merely unknown: behind a misspelled type may be a question, and
 * nobody would hear of it.
 */
export function parseEntry(fields: Readonly<Record<string, string>>): ParsedEntry {
  const event = parseField(fields["event"], "event", eventSchema);
  const context =
    fields["context"] === undefined
      ? { value: {} as Context, problems: [] }
      : parseField(fields["context"], "context", contextSchema);
  const problems = [...event.problems, ...context.problems];
  if (event.value === undefined || context.value === undefined) return { ok: false, problems };
  const bound = context.value.interruptId;
  if (bound !== undefined && tenantOf(bound) !== tenantOf(event.value.runId)) {
    return { ok: false, problems: ["context.interruptId: must be of the run's own tenant"] };
  }
  return { ok: true, incoming: { event: event.value, context: context.value } };
}

function parseField<T>(text: string | undefined, name: string, schema: z.ZodType<T>) {
  if (text === undefined) return { value: undefined, problems: [`${name}: is missing`] };
  if (text.length > MAX_EVENT_LENGTH) {
    return {
      value: undefined,
      problems: [`${name}: must not be longer than ${MAX_EVENT_LENGTH} characters`],
    };
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return { value: undefined, problems: [`${name}: ${parsed.problem}`] };
  const result = schema.safeParse(parsed.value);
  return result.success
    ? { value: result.data, problems: [] }
    : { value: undefined, problems: problemsOf(result.error, name) };
}
