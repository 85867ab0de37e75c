import { digestOf, shownDigest } from "../../../src/core/digest.ts";
import { type Command, decide } from "../../../src/core/decide.ts";
import type { Principal } from "../../../src/core/eligibility.ts";
import {
  type Interrupt,
  LAYOUT,
  type Outcome,
  type Vote,
  type VotingAction,
} from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import { type ApprovalData, type Payload, payloadSchema } from "../../../src/core/payload.ts";

/** 2026-03-03T10:00:00Z. */
export const ASKED_AT = Date.UTC(2026, 2, 3, 10);
/** Two hours later. */
export const DEADLINE_AT = ASKED_AT + 7_200_000;

export const ADA: Principal = {
  id: "ada",
  name: "Ada Lovelace",
  groups: ["finance"],
  roles: ["cfo"],
  scopes: ["approvals:respond"],
  override: false,
  decidesOwnRuns: true,
};

/** Somebody else who may respond, and holds nothing besides. */
export function person(id: string, more: Partial<Principal> = {}): Principal {
  return {
    ...ADA,
    id,
    name: `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`,
    groups: [],
    roles: [],
    ...more,
  };
}

export function approval(
  data: Partial<ApprovalData> = {},
): Payload & { readonly kind: "approval" } {
  return {
    kind: "approval",
    key: "k",
    data: {
      artifactId: "a",
      artifactType: "invoice",
      title: "Settle invoice INV-42",
      actions: ["accept", "reject"],
      ...data,
    },
  };
}

/** A gate that needs more than one voice and allows every action. */
export function quorum(requiredApprovals: number, data: Partial<ApprovalData> = {}) {
  return approval({
    actions: ["accept", "reject", "refine", "edit-accept", "ask"],
    requiredApprovals,
    ...data,
  });
}

export function question(text = "Which evening?", id = "q"): Payload {
  return { kind: "clarification", key: "k", data: { questions: [{ id, question: text }] } };
}

export function interruptOf(payload: Payload, more: Partial<Interrupt> = {}): Interrupt {
  return {
    layout: LAYOUT,
    ref: "AAECAwQFBgcICQoLDA0ODw",
    partition: 7,
    tenant: "acme",
    runId: "acme/0123456789abcdef",
    nodeId: "gate",
    interruptId: "acme/AAECAwQFBgcICQoLDA0ODw",
    payload,
    digest: digestOf(payload as Json),
    context: {},
    requestedAt: ASKED_AT,
    destinations: [],
    version: 1,
    votes: [],
    exchanges: [],
    steps: [],
    ...more,
  };
}

const by = { id: "ada", name: "Ada Lovelace" };
const at = ASKED_AT + 120_000;
const stamp = { decidedAt: "2026-03-03T10:02:00.000Z", decidedBy: "ada" };

/** Every way in which an interrupt can end. */
export const OUTCOMES = {
  accepted: {
    kind: "decided",
    verdict: "granted",
    action: "accept",
    resumeValue: { action: "accept", ...stamp },
    by,
    via: "discord",
    at,
  },
  rejected: {
    kind: "decided",
    verdict: "rejected",
    action: "reject",
    resumeValue: { action: "reject", ...stamp },
    by,
    via: "slack",
    at,
  },
  refined: {
    kind: "decided",
    verdict: "refined",
    action: "refine",
    resumeValue: {
      action: "refine",
      refineFeedback: { scope: "section", sectionPath: "2.1", text: "Too long", tags: ["tone"] },
      ...stamp,
    },
    by,
    via: "slack",
    at,
  },
  edited: {
    kind: "decided",
    verdict: "granted",
    action: "edit-accept",
    resumeValue: { action: "edit-accept", editedArtifactData: { amount: 7 }, ...stamp },
    by,
    via: "http",
    at,
  },
  overridden: {
    kind: "decided",
    verdict: "overridden",
    action: "accept",
    resumeValue: {
      action: "accept",
      feedback: "The others are away",
      ...stamp,
      decision: "overridden",
    },
    by,
    via: "slack",
    at,
  },
  answered: { kind: "answered", resumeValue: { answers: { q: "Friday" } }, by, via: "slack", at },
  noted: { kind: "noted", at: ASKED_AT },
  expired: { kind: "expired", at: DEADLINE_AT },
  elsewhere: { kind: "resolved-elsewhere", resumeValue: { any: true }, at },
  withdrawn: { kind: "invalidated", reason: "run.cancelled", at },
} as const satisfies Record<string, Outcome>;

/** The least valid `data` of every kind. */
export const KINDS: Readonly<Record<Payload["kind"], Readonly<Record<string, Json>>>> = {
  approval: { artifactId: "a", artifactType: "t", title: "T", actions: ["accept"] },
  clarification: { questions: [{ id: "q", question: "Q?" }] },
  "external-event": { eventType: "paid", correlation: {} },
  custom: { customKind: "vote" },
  "conversation.start": { conversationId: "c" },
  "conversation.exchange": { conversationId: "c", prompt: "P" },
  "conversation.close": { conversationId: "c" },
  "low-confidence": { agentId: "agent", threshold: 0.7, observed: 0.2 },
};

/** A payload of a kind with these members changed; throws where it would not be valid. */
export function payloadOf(kind: Payload["kind"], data: Record<string, Json> = {}): Payload {
  return payloadSchema.parse({ kind, key: "k", data: { ...KINDS[kind], ...data } });
}

export type Respond = Extract<Command, { type: "respond" }>;

/** A press on the card as it is now, a millisecond after it was asked. */
export function respond(
  interrupt: Interrupt,
  resumeValue: Json,
  more: Partial<Respond> = {},
): Respond {
  const pressedAt = more.at ?? ASKED_AT + 1;
  return {
    type: "respond",
    resumeValue,
    by: ADA,
    via: "slack",
    shown: shownDigest(interrupt.digest),
    at: pressedAt,
    place: `${pressedAt}-0`,
    ...more,
  };
}

/** What comes of a command that has to be accepted. */
export function after(interrupt: Interrupt, command: Command): Interrupt {
  const decision = decide(interrupt, command);
  if (!decision.ok) throw new Error(`refused: ${decision.refusal.code}`);
  return decision.next;
}

/** The code of a refusal; undefined for what was accepted. */
export function refusalOf(interrupt: Interrupt, command: Command): string | undefined {
  const decision = decide(interrupt, command);
  return decision.ok ? undefined : decision.refusal.code;
}

const GIVEN: Readonly<Record<VotingAction, Json>> = {
  accept: { action: "accept" },
  reject: { action: "reject" },
  refine: { action: "refine", refineFeedback: { scope: "whole" } },
  "edit-accept": { action: "edit-accept", editedArtifactData: { amount: 7 } },
};

/** A live vote as it stands on a ballot. */
export function voteOf(id: string, action: VotingAction, more: Partial<Vote> = {}): Vote {
  const { name } = person(id);
  return {
    by: { id, name },
    action,
    resumeValue: GIVEN[action],
    place: `${ASKED_AT + 1}-0`,
    at: ASKED_AT + 1,
    via: "slack",
    eligibility: { reference: "open", readAt: ASKED_AT + 1 },
    ...more,
  };
}
