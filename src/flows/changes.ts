import { resolvedValue } from "../core/announce.ts";
import type { Command } from "../core/decide.ts";
import { digestOf } from "../core/digest.ts";
import { answeredEvent, suspendedEvent } from "../core/engine-events.ts";
import type { RunEvent } from "../core/event.ts";
import { tenantOf } from "../core/ids.ts";
import type { Interrupt, InvalidationReason } from "../core/interrupt.ts";
import type { Json } from "../core/json.ts";
import type { Log } from "../core/log.ts";
import type { EarlyResolution, Hints } from "../core/ports/hints.ts";
import { refOf } from "../core/reference.ts";
import { resolvedEventWide } from "../core/resolved-event-wide.ts";
import { attempt } from "./deciding.ts";
import {
  dead,
  DONE,
  doneWith,
  type EngineOptions,
  type Handled,
  invalidPayload,
} from "./handled.ts";

/** The engine, or another door of its own, decided: the cards close. Both shapes of the event are read. */
export async function resolveElsewhere(
  options: EngineOptions,
  event: RunEvent,
  at: number,
): Promise<Handled> {
  const parsed = resolvedEventWide.safeParse(event.payload);
  if (!parsed.success) return invalidPayload(parsed.error);
  const { interruptId, resumeValue = null } = parsed.data;
  const resolution = { resumeValue, at };
  let changed = await resolve(options, event.runId, interruptId, resolution, event.sequence);
  if (changed.next === undefined && changed.refused === undefined) {
    // Nothing of this id is open: kept for it, and tried once more in case it opened in between.
    await options.hints.resolve(event.runId, interruptId, resolution);
    changed = await resolve(options, event.runId, interruptId, resolution, event.sequence);
  }
  if (changed.refused !== undefined) noteConflict(options.log, changed.refused, resumeValue);
  return doneWith(changed.next);
}

async function resolve(
  options: EngineOptions,
  runId: string,
  interruptId: string,
  resolution: EarlyResolution,
  seen: number,
) {
  const ref = await refOfId(options, runId, interruptId);
  const command: Command = { type: "resolve-elsewhere", ...resolution };
  return change(options, { runId, ref }, { command, seen });
}

/** Keeps an engine's name for an interrupt; false when another one of the run has it. */
export async function claimName(
  { hints }: EngineOptions,
  runId: string,
  ref: string,
  interruptId: string,
): Promise<boolean> {
  const named = await hints.refNamed(runId, interruptId);
  if (named !== undefined && named !== ref) return false;
  await hints.name(runId, ref, interruptId);
  return true;
}

/** Names an interrupt that is open; a resolution that came under that name before is applied at once. */
export async function rename(
  options: EngineOptions,
  target: InterruptOfRun,
  interruptId: string,
  seen: number,
): Promise<Interrupt | undefined> {
  const command: Command = { type: "name", interruptId };
  const { next } = await change(options, target, { command, seen });
  const early = await options.hints.resolutionOf(target.runId, interruptId);
  if (early === undefined) return next;
  const ended: Command = { type: "resolve-elsewhere", ...early };
  return (await change(options, target, { command: ended, seen })).next ?? next;
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
export async function name(options: EngineOptions, event: RunEvent): Promise<Handled> {
  const parsed = suspendedEvent.safeParse(event.payload);
  if (!parsed.success) return invalidPayload(parsed.error);
  const { key, interruptId } = parsed.data;
  if (key === undefined) return DONE;
  if (tenantOf(interruptId) !== tenantOf(event.runId)) {
    return dead("malformed-entry", ["event.payload.interruptId: must be of the run's own tenant"]);
  }
  const ref = refOf(event.runId, key);
  const partition = options.partitionOf(event.runId);
  const known = await options.interrupts.load(partition, ref);
  // What it is called anyway, as in an event of ours that comes back, needs no keeping.
  if (known?.interruptId !== interruptId) {
    const isFree = await claimName(options, event.runId, ref, interruptId);
    if (!isFree) {
      return dead("invalid-payload", [
        "event.payload.interruptId: another interrupt of this run has it; each needs its own",
      ]);
    }
  }
  return doneWith(await rename(options, { runId: event.runId, ref }, interruptId, event.sequence));
}

/** Open interrupts of a run that ended are withdrawn, and say so. */
export async function endRun(
  options: EngineOptions,
  event: RunEvent,
  reason: InvalidationReason,
  at: number,
): Promise<Handled> {
  const refs = await options.runs.end(event.runId, { reason, at, sequence: event.sequence });
  const changed: Interrupt[] = [];
  for (const ref of refs) {
    const command: Command = { type: "invalidate", reason, at };
    const target = { runId: event.runId, ref };
    const { next, refused } = await change(options, target, { command, seen: event.sequence });
    const interrupt = next ?? refused;
    if (interrupt !== undefined) await options.runs.expire(interrupt);
    if (next !== undefined) changed.push(next);
  }
  return { type: "done", changed };
}

/** The engine answers a question that somebody asked back; the interrupt stays open. */
export async function answerQuestion(
  options: EngineOptions,
  event: RunEvent,
  at: number,
): Promise<Handled> {
  const parsed = answeredEvent.safeParse(event.payload);
  if (!parsed.success) return invalidPayload(parsed.error);
  const { interruptId, askId, answer } = parsed.data;
  const ref = await refOfId(options, event.runId, interruptId);
  const command: Command = { type: "reply", askId, answer, at };
  const target = { runId: event.runId, ref };
  const { next, refused } = await change(options, target, { command, seen: event.sequence });
  if (next !== undefined) return doneWith(next);
  if (refused === undefined) {
    return dead("unknown-question", [
      "event.payload.interruptId: this run has no such interrupt, so nobody asked anything on it",
    ]);
  }
  // One that was answered before, or whose interrupt has ended since, needs nothing more.
  if (refused.exchanges.some((each) => each.askId === askId)) return DONE;
  return dead("unknown-question", [
    "event.payload.askId: nobody asked this; answer with the askId of parley.interrupt.asked",
  ]);
}

interface InterruptOfRun {
  readonly runId: string;
  readonly ref: string;
}

/** Decides and commits for an interrupt of this very run: an engine can name any id. */
export async function change(
  options: EngineOptions,
  { runId, ref }: InterruptOfRun,
  { command, seen }: { command: Command; seen: number },
): Promise<{ readonly next?: Interrupt; readonly refused?: Interrupt }> {
  const attempted = await attempt(options, {
    partition: options.partitionOf(runId),
    ref,
    command: (interrupt) => (interrupt.runId === runId ? command : undefined),
    seen,
  });
  if (attempted.state === "changed") return { next: attempted.next };
  return attempted.state === "unknown" ? {} : { refused: attempted.interrupt };
}

/** An id is our own, which holds the ref, or one that the engine gave. */
export async function refOfId(
  { hints }: { readonly hints: Pick<Hints, "refNamed"> },
  runId: string,
  interruptId: string,
): Promise<string> {
  const named = await hints.refNamed(runId, interruptId);
  return named ?? interruptId.slice(interruptId.lastIndexOf("/") + 1);
}
