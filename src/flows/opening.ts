import { announceChange } from "../core/announce.ts";
import { isOnlyTold } from "../core/answerable.ts";
import { neededFor } from "../core/ballot.ts";
import { type Command, decide } from "../core/decide.ts";
import { digestOf } from "../core/digest.ts";
import type { Context, Incoming, RunEvent } from "../core/event.ts";
import { tenantOf } from "../core/ids.ts";
import { type Interrupt, LAYOUT } from "../core/interrupt.ts";
import type { Payload } from "../core/payload.ts";
import type { Json } from "../core/json.ts";
import type { Places } from "../core/places.ts";
import { readPayload } from "../core/raised.ts";
import { refOf } from "../core/reference.ts";
import { planSteps } from "../core/steps.ts";
import { change, claimName, rename } from "./changes.ts";
import { dead, DONE, doneWith, type EngineOptions, type Handled } from "./handled.ts";

/** The engine asks: the interrupt is opened once, however often and wherever the request is delivered. */
export async function open(
  options: EngineOptions,
  incoming: Incoming,
  at: number,
): Promise<Handled> {
  const { event, context } = incoming;
  // Whatever has become of the roster or the rules since: what is known is answered as it was.
  const known = await knownAs(options, event);
  if (known !== undefined) return again(options, known, event);
  const raised = readPayload(event.payload, "event.payload");
  if (!raised.ok) return dead("invalid-payload", raised.problems);
  const { payload } = raised;
  if (event.nodeId === undefined) {
    return dead("malformed-entry", ["event.nodeId: is missing"]);
  }
  const tenant = tenantOf(event.runId);
  const places = options.placesFor(tenant, { payload, context });
  if (places === undefined) {
    return dead("unknown-tenant", [
      `event.runId: the roster has no tenant ${JSON.stringify(tenant)}`,
    ]);
  }
  const partition = options.partitionOf(event.runId);
  const ref = refOf(event.runId, payload.key);
  if (payload.kind === "conversation.start") {
    const { conversationId } = payload.data;
    if (!(await options.conversations.begin(tenant, conversationId, ref, partition))) {
      return dead("invalid-payload", [
        "event.payload.data.conversationId: another conversation of this tenant has it; choose a new one",
      ]);
    }
  }
  const given = context.interruptId ?? (await options.hints.nameOf(event.runId, ref));
  if (given !== undefined && !(await claimName(options, event.runId, ref, given))) {
    return dead("invalid-payload", [
      "context.interruptId: another interrupt of this run has it; each needs its own",
    ]);
  }
  const interrupt = newInterrupt({
    event: { ...event, nodeId: event.nodeId },
    payload,
    context,
    place: { partition, ref, tenant, at, now: options.clock(), places },
    given,
  });
  return commitOpening(options, interrupt, { named: given !== undefined, seen: event.sequence });
}

async function knownAs({ interrupts, partitionOf }: EngineOptions, { runId, payload }: RunEvent) {
  const { key } = (typeof payload === "object" ? (payload ?? {}) : {}) as { readonly key?: Json };
  return typeof key === "string"
    ? interrupts.load(partitionOf(runId), refOf(runId, key))
    : undefined;
}

/** The same request once more: it is one interrupt, and an engine that recovers gets its answer again. */
async function again(
  options: EngineOptions,
  known: Interrupt,
  { payload, sequence }: RunEvent,
): Promise<Handled> {
  if (digestOf(payload) !== known.digest) {
    options.log.warn(
      { ref: known.ref, run: known.runId, node: known.nodeId, key: known.payload.key },
      "a request came again under its key with another payload; the first one stands",
    );
  }
  if (known.outcome !== undefined) await options.interrupts.announceAgain(known);
  // Cut off between the two steps of what is only told, or before a name that came meanwhile was given.
  else if (isOnlyTold(known.payload)) return note(options, known, sequence);
  else return nameThatCameMeanwhile(options, known, sequence);
  return DONE;
}

/** What is only told ends at once; its card stays. */
async function note(options: EngineOptions, interrupt: Interrupt, seen: number): Promise<Handled> {
  const command: Command = { type: "note", at: interrupt.requestedAt };
  return doneWith((await change(options, interrupt, { command, seen })).next);
}

interface Opening {
  readonly event: RunEvent & { readonly nodeId: string };
  readonly payload: Payload;
  readonly context: Context;
  readonly place: Pick<Interrupt, "partition" | "ref" | "tenant"> & {
    readonly at: number;
    readonly now: number;
    readonly places: Places;
  };
  readonly given: string | undefined;
}

function newInterrupt({ event, payload, context, place, given }: Opening): Interrupt {
  const { partition, ref, tenant, at, now, places } = place;
  const timeoutMs = payload.timeoutMs ?? 0;
  // 0 means no timer.
  const deadlineAt = timeoutMs === 0 ? undefined : at + timeoutMs;
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
    deadlineAt,
    // Over before it could be shown: the next sweep ends it, and nobody is asked.
    destinations: deadlineAt !== undefined && deadlineAt <= now ? [] : places.destinations,
    version: 1,
    votes: [],
    exchanges: [],
    steps: planSteps({ requestedAt: at, deadlineAt }, places.plan),
  };
}

async function commitOpening(
  options: EngineOptions,
  interrupt: Interrupt,
  { named, seen }: { named: boolean; seen: number },
): Promise<Handled> {
  const announcement = named ? undefined : announceChange(undefined, interrupt, options.shape);
  const opened = await options.interrupts.commit({ from: 0, next: interrupt, announcement, seen });
  switch (opened.state) {
    case "committed":
      warnOfDeadEnds(options, interrupt);
      if (isOnlyTold(interrupt.payload)) return note(options, interrupt, seen);
      return nameThatCameMeanwhile(options, interrupt, seen);
    case "run-ended": {
      const { reason, at } = opened.end;
      return openInItsEnd(options, interrupt, { type: "invalidate", reason, at }, seen);
    }
    case "resolved-before": {
      const command: Command = { type: "resolve-elsewhere", ...opened.resolution };
      return openInItsEnd(options, interrupt, command, seen);
    }
    case "conflict":
    case "replayed":
      // Another replica opened it in this moment, and tells about it.
      return DONE;
  }
}

/** What ended before it was asked is recorded in its end, without a card, so that asking again finds it. */
async function openInItsEnd(
  options: EngineOptions,
  interrupt: Interrupt,
  command: Command,
  seen: number,
): Promise<Handled> {
  const decision = decide({ ...interrupt, destinations: [], version: 0 }, command);
  if (!decision.ok) throw new Error("what has not been opened cannot refuse its end");
  const { next } = decision;
  const quiet = next.outcome?.kind === "resolved-elsewhere";
  const announcement = announceChange(undefined, next, options.shape);
  await options.interrupts.commit({ from: 0, next, announcement, quiet, seen });
  return DONE;
}

/** The engine's name for it may have arrived, at another replica, after we had looked for one. */
async function nameThatCameMeanwhile(
  options: EngineOptions,
  interrupt: Interrupt,
  seen: number,
): Promise<Handled> {
  const interruptId = await options.hints.nameOf(interrupt.runId, interrupt.ref);
  if (interruptId === undefined || interruptId === interrupt.interruptId) {
    return doneWith(interrupt);
  }
  const target = { runId: interrupt.runId, ref: interrupt.ref };
  return doneWith((await rename(options, target, interruptId, seen)) ?? interrupt);
}

/** What can be asked and never answered is worth a line to the operator at once. */
function warnOfDeadEnds({ log, decidersOf }: EngineOptions, interrupt: Interrupt): void {
  const { ref, tenant, destinations, payload } = interrupt;
  if (destinations.length === 0) {
    log.warn(
      { ref, tenant },
      "a question is shown nowhere: its tenant has no channel on a platform that is on; /pending lists it",
    );
  }
  const deciders = decidersOf(interrupt);
  const needed = payload.kind === "approval" ? neededFor(payload.data) : 1;
  if (deciders === 0) {
    log.warn({ ref, tenant }, "a question can be decided by nobody on the roster");
  } else if (deciders < needed) {
    const facts = { ref, tenant, needed, deciders };
    log.warn(facts, "a question needs more approvals than there are people on the roster who may");
  }
  if (payload.kind === "approval" && payload.data.actions.every((action) => action === "ask")) {
    log.warn(
      { ref, tenant },
      "a question allows nothing but asking back; only its run or its deadline ends it",
    );
  }
}
