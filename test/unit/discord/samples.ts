import { digestOf } from "../../../src/core/digest.ts";
import { type Interrupt, LAYOUT, type Outcome, type Vote } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import type { ApprovalData, Payload } from "../../../src/core/payload.ts";
import { type Card, present } from "../../../src/presentation/card.ts";
import { nameOf } from "../../support/names.ts";

/** 2026-03-03T10:00:00Z, and a deadline two hours later; both whole seconds, as Discord's timestamps are. */
export const ASKED_AT = Date.UTC(2026, 2, 3, 10);
export const DEADLINE_AT = ASKED_AT + 2 * 3600_000;

const REF = "AbCdEfGhIjKlMnOpQrStUv";

export function interruptOf(payload: Payload, more: Partial<Interrupt> = {}): Interrupt {
  return {
    layout: LAYOUT,
    ref: REF,
    partition: 7,
    tenant: "acme",
    runId: "acme/0123456789abcdefXYZ",
    nodeId: "approve",
    interruptId: "acme/interrupt-0000000001",
    payload,
    digest: digestOf(payload as Json),
    context: { agent: "invoice-agent" },
    requestedAt: ASKED_AT,
    deadlineAt: DEADLINE_AT,
    destinations: ["discord:300000000000000001/400000000000000001"],
    version: 0,
    votes: [],
    exchanges: [],
    steps: [],
    ...more,
  };
}

export function approval(data: Partial<ApprovalData> = {}): Payload {
  return {
    kind: "approval",
    key: "k",
    data: {
      artifactId: "a",
      artifactType: "invoice",
      title: "Settle invoice INV-42",
      actions: ["accept", "reject"],
      approversList: ["ada", "grace"],
      ...data,
    },
  };
}

export function question(text = "Which evening should the hotel expect you?"): Payload {
  return { kind: "clarification", key: "k", data: { questions: [{ id: "q", question: text }] } };
}

export function cardOf(payload: Payload, outcome?: Outcome): Card {
  return present(interruptOf(payload, outcome === undefined ? {} : { outcome }), nameOf);
}

const by = { id: "ada", name: "Ada Lovelace" };
const at = ASKED_AT + 120_000;

/** A voice on a gate that needs more than one. */
export function voteOf(name: string, action: Vote["action"] = "accept"): Vote {
  return {
    by: { id: name.toLowerCase(), name },
    action,
    resumeValue: { action },
    place: "1-0",
    at,
    via: "discord",
    eligibility: { reference: "open", readAt: at },
  };
}

/** Every way in which an interrupt can end. */
export const OUTCOMES: Readonly<Record<string, Outcome>> = {
  accepted: {
    kind: "decided",
    verdict: "granted",
    action: "accept",
    resumeValue: { action: "accept" },
    by,
    via: "discord",
    at,
  },
  rejected: {
    kind: "decided",
    verdict: "rejected",
    action: "reject",
    resumeValue: { action: "reject" },
    by,
    via: "slack",
    at,
  },
  refined: {
    kind: "decided",
    verdict: "refined",
    action: "refine",
    resumeValue: { action: "refine", refineFeedback: { scope: "whole", text: "Add the VAT." } },
    by,
    via: "discord",
    at,
  },
  answered: {
    kind: "answered",
    resumeValue: { answers: { q: "Friday\n> late" } },
    by,
    via: "discord",
    at,
  },
  expired: { kind: "expired", at: DEADLINE_AT },
  elsewhere: { kind: "resolved-elsewhere", resumeValue: true, at },
  withdrawn: { kind: "invalidated", reason: "run.cancelled", at },
};
