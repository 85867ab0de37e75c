import { createHash } from "node:crypto";
import type { Interrupt, Outcome } from "./interrupt.ts";
import type { Json } from "./json.ts";
import type { Kind } from "./payload.ts";

/**
 * An event of ours, whole but for its sequence: that is minted by the commit, above the highest number
 * seen for the run.
 */
export interface Announcement {
  readonly eventId: string;
  readonly runId: string;
  readonly type: "interrupt.resolved" | "node.suspended" | "parley.interrupt.invalidated";
  readonly nodeId: string;
  readonly timestamp: string;
  readonly payload: Json;
}

/** `node.suspended`: the log's only link between a request and the id of its interrupt. */
export function announceSuspension(interrupt: Interrupt): Announcement {
  const { nodeId, interruptId, payload } = interrupt;
  return event(interrupt, "node.suspended", interrupt.requestedAt, {
    nodeId,
    interruptId,
    kind: payload.kind,
    key: payload.key,
  });
}

/**
 * The event that tells the engine how an interrupt ended, in the interrupt specification's closed shape
 * `{ nodeId, interruptId, kind, resumeValue }`; undefined while it is open.
 */
export function announceEnd(interrupt: Interrupt): Announcement | undefined {
  const { outcome, nodeId, interruptId, payload } = interrupt;
  if (outcome === undefined) return undefined;
  if (outcome.kind === "invalidated") {
    const { reason, at } = outcome;
    return event(interrupt, "parley.interrupt.invalidated", at, {
      nodeId,
      interruptId,
      reason,
      at: instant(at),
    });
  }
  const resumeValue = resumeValueOf(payload.kind, outcome);
  return event(interrupt, "interrupt.resolved", outcome.at, {
    nodeId,
    interruptId,
    kind: payload.kind,
    resumeValue,
  });
}

/** The value an interrupt was resolved with; undefined while it is open, or when it was withdrawn. */
export function resolvedValue({ outcome, payload }: Interrupt): Json | undefined {
  if (outcome === undefined || outcome.kind === "invalidated") return undefined;
  return resumeValueOf(payload.kind, outcome);
}

type Answering = Exclude<Outcome, { kind: "invalidated" }>;

/** The JSON the engine continues with. A timeout never grants. */
function resumeValueOf(kind: Kind, outcome: Answering): Json {
  switch (outcome.kind) {
    case "decided":
      return {
        action: outcome.action,
        decidedBy: outcome.by.id,
        decidedAt: instant(outcome.at),
      };
    case "answered":
      return { answers: outcome.answers };
    case "resolved-elsewhere":
      return outcome.resumeValue;
    case "expired":
      return kind === "approval"
        ? {
            action: "timeout",
            decision: "rejected",
            reason: "timeout",
            decidedBy: "system:timeout",
            decidedAt: instant(outcome.at),
          }
        : { reason: "timeout" };
  }
}

function event(
  interrupt: Interrupt,
  type: Announcement["type"],
  at: number,
  payload: Json,
): Announcement {
  const { runId, nodeId } = interrupt;
  return {
    eventId: eventIdOf(interrupt),
    runId,
    type,
    nodeId,
    timestamp: instant(at),
    payload,
  };
}

/** A hash of interrupt and version: the same announcement has the same id however often it is sent. */
function eventIdOf({ runId, ref, version }: Interrupt): string {
  return createHash("sha256").update(`${runId}\n${ref}\n${version}`).digest("base64url");
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
