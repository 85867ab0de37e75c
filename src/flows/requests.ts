import type { z } from "zod";
import { announceEnd, announceSuspension, resolvedValue } from "../core/announce.ts";
import { decide, type Command } from "../core/decide.ts";
import { digestOf } from "../core/digest.ts";
import { type Context, type Incoming, parseEntry, type RunEvent, tenantOf } from "../core/event.ts";
import { type Interrupt, type InvalidationReason, LAYOUT } from "../core/interrupt.ts";
import type { Json } from "../core/json.ts";
import type { Log } from "../core/log.ts";
import { type Payload, payloadSchema } from "../core/payload.ts";
import { resolvedEvent, suspendedEvent } from "../core/engine-events.ts";
import type { Interrupts, Runs } from "../core/ports.ts";
import { problemsOf } from "../core/problems.ts";
import { refOf } from "../core/reference.ts";

/** How an entry of the events stream was handled. */
export type Handled =
  /** With the interrupts whose cards and events should go out at once. */
  | { readonly type: "done"; readonly changed: readonly Interrupt[] }
  /** Never to be understood, and why: a code, a colon, a sentence that names the field. */
  | { readonly type: "dead"; readonly reason: string };

export interface RequestsOptions {
  readonly interrupts: Interrupts;
  readonly runs: Runs;
  readonly partitionOf: (runId: string) => number;
  /** Addresses that show the cards of a tenant; undefined for a tenant that the roster does not have. */
  readonly destinationsOf: (tenant: string) => readonly string[] | undefined;
  readonly log: Log;
}

export interface RequestEntry {
  readonly fields: Readonly<Record<string, string>>;
  /** When the entry reached the stream: milliseconds, server clock. */
  readonly at: number;
}

const DONE: Handled = { type: "done", changed: [] };

/**
 * What engines say: they ask, they name, they decide elsewhere, their runs end. Each is handled so that
 * a second delivery, at once or after a restart, changes nothing more.
 */
export function createRequests(options: RequestsOptions) {
  return {
    async handle(entry: RequestEntry): Promise<Handled> {
      const parsed = parseEntry(entry.fields);
      if (!parsed.ok)
        return { type: "dead", reason: `malformed-entry: ${parsed.problems.join("; ")}` };
      const { incoming } = parsed;
      switch (incoming.event.type) {
        case "interrupt.requested":
        case "approval.requested":
        case "clarification.requested":
          return open(options, incoming, entry.at);
        case "interrupt.resolved":
          return resolvedElsewhere(options, incoming.event, entry.at);
        case "node.suspended":
          return name(options, incoming.event);
        case "run.cancelled":
        case "run.completed":
        case "run.failed":
          return endRun(options, incoming.event, incoming.event.type, entry.at);
        default:
          return DONE;
      }
    },
  };
}

async function open(options: RequestsOptions, incoming: Incoming, at: number): Promise<Handled> {
  const { event, context } = incoming;
  const parsed = payloadSchema.safeParse(event.payload);
  if (!parsed.success) return invalidPayload(parsed.error);
  if (event.nodeId === undefined) {
    return { type: "dead", reason: "malformed-entry: event.nodeId: is missing" };
  }
  const tenant = tenantOf(event.runId);
  const destinations = options.destinationsOf(tenant);
  if (destinations === undefined) {
    return {
      type: "dead",
      reason: `unknown-tenant: event.runId: the roster has no tenant ${JSON.stringify(tenant)}`,
    };
  }
  const partition = options.partitionOf(event.runId);
  const ref = refOf(event.runId, parsed.data.key);
  const known = await options.interrupts.load(partition, ref);
  if (known !== undefined) return again(options, known, event.payload);
  const given = context.interruptId ?? (await options.runs.nameOf(event.runId, ref));
  if (given !== undefined) await options.runs.name(event.runId, ref, given);
  const interrupt = newInterrupt({
    event: { ...event, nodeId: event.nodeId },
    payload: parsed.data,
    context,
    place: { partition, ref, tenant, at, destinations },
    given,
  });
  return commitOpening(options, interrupt, { named: given !== undefined, seen: event.sequence });
}

/** The same request once more: it is one interrupt, and an engine that recovers gets its answer again. */
async function again(options: RequestsOptions, known: Interrupt, payload: Json): Promise<Handled> {
  if (digestOf(payload) !== known.digest) {
    options.log.warn(
      { ref: known.ref, node: known.nodeId },
      "a request came again under its key with another payload; the first one stands",
    );
  }
  if (known.outcome !== undefined) await options.interrupts.announceAgain(known);
  return DONE;
}

interface Opening {
  readonly event: RunEvent & { readonly nodeId: string };
  readonly payload: Payload;
  readonly context: Context;
  readonly place: Pick<Interrupt, "partition" | "ref" | "tenant" | "destinations"> & { at: number };
  readonly given: string | undefined;
}

function newInterrupt({ event, payload, context, place, given }: Opening): Interrupt {
  const { partition, ref, tenant, at, destinations } = place;
  const timeoutMs = payload.timeoutMs ?? 0;
  return {
    layout: LAYOUT,
    ref,
    partition,
    tenant,
    runId: event.runId,
    nodeId: event.nodeId,
    interruptId: given ?? `${tenant}/${ref}`,
    payload,
    digest: digestOf(event.payload),
    context,
    requestedAt: at,
    // 0 means no timer.
    deadlineAt: timeoutMs === 0 ? undefined : at + timeoutMs,
    destinations,
    version: 1,
  };
}

async function commitOpening(
  options: RequestsOptions,
  interrupt: Interrupt,
  { named, seen }: { named: boolean; seen: number },
): Promise<Handled> {
  const { interrupts } = options;
  const announcement = named ? undefined : announceSuspension(interrupt);
  const opened = await interrupts.commit({ from: 0, next: interrupt, announcement, seen });
  if (opened.state === "run-ended") {
    const ended: Interrupt = {
      ...interrupt,
      destinations: [],
      outcome: { kind: "invalidated", reason: opened.reason, at: interrupt.requestedAt },
    };
    await interrupts.commit({ from: 0, next: ended, announcement: announceEnd(ended), seen });
    await options.runs.expire(interrupt.partition, interrupt.ref);
    return DONE;
  }
  return { type: "done", changed: opened.state === "committed" ? [interrupt] : [] };
}

/** The engine, or another door of its own, decided: the cards close. */
async function resolvedElsewhere(
  options: RequestsOptions,
  event: RunEvent,
  at: number,
): Promise<Handled> {
  const parsed = resolvedEvent.safeParse(event.payload);
  if (!parsed.success) return invalidPayload(parsed.error);
  const { interruptId, resumeValue = null } = parsed.data;
  const ref = await refOfId(options, event.runId, interruptId);
  const command: Command = { type: "resolve-elsewhere", resumeValue, at };
  const changed = await change(
    options,
    { runId: event.runId, ref },
    { command, seen: event.sequence },
  );
  if (changed.refused !== undefined) noteConflict(options.log, changed.refused, resumeValue);
  return doneWith(changed.next);
}

/** Our decision stands; an engine that says otherwise is told to the operator. */
function noteConflict(log: Log, interrupt: Interrupt, resumeValue: Json): void {
  const ours = resolvedValue(interrupt);
  if (ours !== undefined && digestOf(ours) === digestOf(resumeValue)) return;
  log.warn(
    { ref: interrupt.ref, run: interrupt.runId, node: interrupt.nodeId },
    "the engine resolved an interrupt with another value after it had ended here; the first end stands",
  );
}

/** The engine's own id is the one written out, if it comes before the decision. */
async function name(options: RequestsOptions, event: RunEvent): Promise<Handled> {
  const parsed = suspendedEvent.safeParse(event.payload);
  if (!parsed.success) return invalidPayload(parsed.error);
  const { key, interruptId } = parsed.data;
  if (key === undefined) return DONE;
  if (tenantOf(interruptId) !== tenantOf(event.runId)) {
    return {
      type: "dead",
      reason: "malformed-entry: event.payload.interruptId: must be of the run's own tenant",
    };
  }
  const ref = refOf(event.runId, key);
  const partition = options.partitionOf(event.runId);
  const known = await options.interrupts.load(partition, ref);
  if (known?.interruptId === interruptId) return DONE;
  await options.runs.name(event.runId, ref, interruptId);
  const command: Command = { type: "name", interruptId };
  const { next } = await change(
    options,
    { runId: event.runId, ref },
    { command, seen: event.sequence },
  );
  return doneWith(next);
}

function doneWith(next: Interrupt | undefined): Handled {
  return next === undefined ? DONE : { type: "done", changed: [next] };
}

/** Open interrupts of a run that ended are withdrawn, and say so. */
async function endRun(
  options: RequestsOptions,
  event: RunEvent,
  reason: InvalidationReason,
  at: number,
): Promise<Handled> {
  const partition = options.partitionOf(event.runId);
  const refs = await options.runs.end(event.runId, { reason, at, sequence: event.sequence });
  const changed: Interrupt[] = [];
  for (const ref of refs) {
    const command: Command = { type: "invalidate", reason, at };
    const { next } = await change(
      options,
      { runId: event.runId, ref },
      { command, seen: event.sequence },
    );
    await options.runs.expire(partition, ref);
    if (next !== undefined) changed.push(next);
  }
  return { type: "done", changed };
}

interface Target {
  readonly runId: string;
  readonly ref: string;
}

/** Decides and commits, again from the start when somebody else was faster. */
async function change(
  options: RequestsOptions,
  { runId, ref }: Target,
  { command, seen }: { command: Command; seen: number },
): Promise<{ readonly next?: Interrupt; readonly refused?: Interrupt }> {
  for (;;) {
    const interrupt = await options.interrupts.load(options.partitionOf(runId), ref);
    // An engine can name any id; only an interrupt of its own run is meant.
    if (interrupt === undefined || interrupt.runId !== runId) return {};
    const decision = decide(interrupt, command);
    if (!decision.ok) return { refused: interrupt };
    const { next } = decision;
    const committed = await options.interrupts.commit({
      from: interrupt.version,
      next,
      announcement: announceEnd(next),
      quiet: next.outcome?.kind === "resolved-elsewhere",
      seen,
    });
    if (committed.state === "committed") return { next };
  }
}

/** An id is our own, which holds the ref, or one that the engine gave. */
async function refOfId(options: RequestsOptions, runId: string, interruptId: string) {
  const named = await options.runs.refNamed(runId, interruptId);
  return named ?? interruptId.slice(interruptId.lastIndexOf("/") + 1);
}

function invalidPayload(error: z.ZodError): Handled {
  return {
    type: "dead",
    reason: `invalid-payload: ${problemsOf(error, "event.payload").join("; ")}`,
  };
}
