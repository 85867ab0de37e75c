import { createHash } from "node:crypto";
import { tally } from "./ballot.ts";
import { digestOf } from "./digest.ts";
import type { Decider, Exchange, Interrupt, Outcome, Vote } from "./interrupt.ts";
import type { Json } from "./json.ts";
import type { ApprovalData, Kind } from "./payload.ts";

/** Which members `interrupt.resolved` has: those of the specification 2.1, or the later ones besides. */
export const RESOLVED_SHAPES = ["v2.1", "wide"] as const;
export type ResolvedShape = (typeof RESOLVED_SHAPES)[number];

/**
 * An event of ours, whole but for its sequence: that is minted by the commit, above the highest number
 * seen for the run.
 */
export interface Announcement {
  readonly eventId: string;
  readonly runId: string;
  readonly type: AnnouncedType;
  readonly nodeId: string;
  readonly timestamp: string;
  readonly payload: Json;
}

export type AnnouncedType =
  | "interrupt.resolved"
  | "node.suspended"
  | "parley.interrupt.asked"
  | "parley.interrupt.voted"
  | "parley.interrupt.invalidated";

/**
 * What a change says to the engine: one event at most, since every change is one step. Undefined when
 * there is nothing that an engine waits for (a name, an answer of its own, the same vote again).
 */
export function announceChange(
  previous: Interrupt | undefined,
  next: Interrupt,
  shape: ResolvedShape,
): Announcement | undefined {
  if (next.outcome !== undefined) return announceEnd(next, next.outcome, shape);
  if (previous === undefined) return announceSuspension(next);
  const asked = next.exchanges[previous.exchanges.length];
  if (asked !== undefined) return announceQuestion(next, asked);
  const vote = next.votes.find((each) => !previous.votes.includes(each));
  return vote === undefined || isRepeat(previous, vote) ? undefined : announceVote(next, vote);
}

/** `node.suspended`: the log's only link between a request and the id of its interrupt. */
function announceSuspension(interrupt: Interrupt): Announcement {
  const { nodeId, interruptId, payload, requestedAt } = interrupt;
  return event(interrupt, "node.suspended", requestedAt, {
    nodeId,
    interruptId,
    kind: payload.kind,
    ...reasonOf(payload.kind),
    key: payload.key,
  });
}

/** Why a node waits, where that is more than its kind says. */
function reasonOf(kind: Kind): { readonly reason?: string } {
  if (kind === "low-confidence") return { reason: "low-confidence" };
  return kind === "conversation.exchange" ? { reason: "conversation-input" } : {};
}

function announceEnd(interrupt: Interrupt, outcome: Outcome, shape: ResolvedShape): Announcement {
  const { nodeId, interruptId, payload } = interrupt;
  if (outcome.kind === "invalidated") {
    const { reason, at } = outcome;
    const told = { nodeId, interruptId, reason, at: instant(at) };
    return event(interrupt, "parley.interrupt.invalidated", at, told);
  }
  return event(interrupt, "interrupt.resolved", outcome.at, {
    nodeId,
    interruptId,
    kind: payload.kind,
    resumeValue: resumeValueOf(payload.kind, outcome),
    ...(shape === "wide" ? factsOf(interrupt, outcome) : {}),
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
    case "answered":
    case "resolved-elsewhere":
      return outcome.resumeValue;
    case "noted":
      return null;
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

/** The members that the specification grew after 2.1: how the gate was decided, and why without a person. */
function factsOf({ payload }: Interrupt, outcome: Answering): Readonly<Record<string, Json>> {
  if (outcome.kind === "expired") {
    return payload.kind === "approval"
      ? { action: "timeout", decision: "rejected", reason: "timeout" }
      : { reason: "timeout" };
  }
  if (outcome.kind !== "decided") return {};
  const { action, verdict } = outcome;
  const given = outcome.resumeValue as Readonly<Record<string, Json>>;
  const quorum = payload.kind === "approval" && (payload.data.requiredApprovals ?? 1) > 1;
  return {
    action,
    ...(verdict === "refined" ? {} : { decision: verdict }),
    ...(verdict === "rejected" && quorum ? { reason: "quorum-reject" } : {}),
    ...(action === "refine" ? { refineFeedback: given["refineFeedback"] as Json } : {}),
    ...(action === "edit-accept"
      ? { editedArtifactData: given["editedArtifactData"] as Json }
      : {}),
  };
}

function announceQuestion(interrupt: Interrupt, asked: Exchange): Announcement {
  const { nodeId, interruptId } = interrupt;
  const { askId, question, by, at } = asked;
  return event(interrupt, "parley.interrupt.asked", at, {
    nodeId,
    interruptId,
    askId,
    question,
    askedBy: idOf(by),
    askedAt: instant(at),
  });
}

function announceVote(interrupt: Interrupt, { action, by, at }: Vote): Announcement {
  const { nodeId, interruptId, payload, votes } = interrupt;
  const { grants, rejects, refines, needed } = tally(payload.data as ApprovalData, votes);
  return event(interrupt, "parley.interrupt.voted", at, {
    nodeId,
    interruptId,
    action,
    by: idOf(by),
    at: instant(at),
    grants,
    rejects,
    refines,
    needed,
  });
}

/** The same principal's same vote again only moves its place: nothing that counts has changed. */
function isRepeat(previous: Interrupt, vote: Vote): boolean {
  const before = previous.votes.find((each) => idOf(each.by) === idOf(vote.by));
  return (
    before !== undefined &&
    before.action === vote.action &&
    digestOf(before.resumeValue) === digestOf(vote.resumeValue)
  );
}

/** A principal's id; a token that names nobody is told as what it is. */
function idOf(by: Decider): string {
  return by === "bearer" ? "bearer" : by.id;
}

function event(interrupt: Interrupt, type: AnnouncedType, at: number, payload: Json): Announcement {
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
