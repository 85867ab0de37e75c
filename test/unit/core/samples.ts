import { digestOf } from "../../../src/core/digest.ts";
import type { Principal } from "../../../src/core/eligibility.ts";
import type { Interrupt, Outcome } from "../../../src/core/interrupt.ts";
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
};

export function approval(data: Partial<ApprovalData> = {}): Payload {
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

export function question(text = "Which evening?", id = "q"): Payload {
  return { kind: "clarification", key: "k", data: { questions: [{ id, question: text }] } };
}

export function interruptOf(payload: Payload, more: Partial<Interrupt> = {}): Interrupt {
  return {
    layout: 1,
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
    ...more,
  };
}

const by = { id: "ada", name: "Ada Lovelace" };
const at = ASKED_AT + 120_000;

/** Every way in which an interrupt can end. */
export const OUTCOMES = {
  accepted: { kind: "decided", action: "accept", by, via: "discord", at },
  rejected: { kind: "decided", action: "reject", by, via: "slack", at },
  answered: { kind: "answered", answers: { q: "Friday" }, by, via: "slack", at },
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
