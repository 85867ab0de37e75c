import { describe, expect, it } from "vitest";
import { announceChange, resolvedValue, type ResolvedShape } from "../../../src/core/announce.ts";
import { resolvedEvent, suspendedEvent } from "../../../src/core/engine-events.ts";
import { parseEntry } from "../../../src/core/event.ts";
import type { Interrupt, Outcome } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import { type Kind, type Payload, payloadSchema } from "../../../src/core/payload.ts";
import { resolvedEventWide } from "../../../src/core/resolved-event-wide.ts";
import {
  after,
  approval,
  ASKED_AT,
  DEADLINE_AT,
  interruptOf,
  KINDS,
  OUTCOMES,
  payloadOf,
  person,
  question,
  quorum,
  respond,
} from "./samples.ts";

const AT = "2026-03-03T10:02:00.000Z";
const ACCEPT = { action: "accept" };
const ID = "acme/AAECAwQFBgcICQoLDA0ODw";

type Name = keyof typeof OUTCOMES;
const ended = (payload: Payload, outcome: Name) =>
  interruptOf(payload, { version: 2, outcome: OUTCOMES[outcome] });
const gate = (outcome: Name) => ended(approval(), outcome);
const asked = (outcome: Name) => ended(question(), outcome);

/** What the end of an interrupt says, whatever it was before. */
const endOf = (interrupt: Interrupt, shape: ResolvedShape = "v2.1") =>
  announceChange({ ...interrupt, version: 1, outcome: undefined }, interrupt, shape);
const opened = (interrupt: Interrupt) => announceChange(undefined, interrupt, "v2.1");

const TIMEOUT = {
  action: "timeout",
  decision: "rejected",
  reason: "timeout",
  decidedBy: "system:timeout",
  decidedAt: "2026-03-03T12:00:00.000Z",
};

describe("a resume value", () => {
  it.each<[Interrupt, Json]>([
    [gate("accepted"), { action: "accept", decidedBy: "ada", decidedAt: AT }],
    [gate("rejected"), { action: "reject", decidedBy: "ada", decidedAt: AT }],
    [asked("answered"), { answers: { q: "Friday" } }],
    [gate("elsewhere"), { any: true }],
    [ended(payloadOf("conversation.start"), "noted"), null],
    [ended(payloadOf("conversation.close"), "noted"), null],
    // A timeout never grants.
    [gate("expired"), TIMEOUT],
    [ended(quorum(3), "expired"), TIMEOUT],
    [asked("expired"), { reason: "timeout" }],
    [ended(payloadOf("low-confidence"), "expired"), { reason: "timeout" }],
  ])("case %# is what the specification and the decisions say", (interrupt, value) => {
    expect(resolvedValue(interrupt)).toEqual(value);
    expect(endOf(interrupt)?.payload).toMatchObject({ resumeValue: value });
  });

  it("does not grant even where the engine hints that a timeout should", () => {
    for (const onTimeout of ["approve", "escalate", "reject"] as const) {
      expect(resolvedValue(ended(approval({ onTimeout }), "expired"))).toEqual(TIMEOUT);
    }
  });

  it("is none while it is open, and none when it was withdrawn", () => {
    expect(resolvedValue(interruptOf(approval()))).toBeUndefined();
    expect(resolvedValue(gate("withdrawn"))).toBeUndefined();
  });
});

describe("the end of an interrupt", () => {
  it("is announced in the closed shape of the specification", () => {
    const event = endOf(gate("accepted"));
    expect(event).toMatchObject({
      runId: "acme/0123456789abcdef",
      nodeId: "gate",
      type: "interrupt.resolved",
      timestamp: AT,
    });
    expect(Object.keys(event?.payload as object)).toEqual([
      "nodeId",
      "interruptId",
      "kind",
      "resumeValue",
    ]);
    expect(resolvedEvent.parse(event?.payload)).toEqual(event?.payload);
  });

  it("is announced at the deadline when nobody decided", () => {
    expect(endOf(gate("expired"))?.timestamp).toBe(new Date(DEADLINE_AT).toISOString());
  });

  it("is no resolution when the run ended", () => {
    for (const shape of ["v2.1", "wide"] as const) {
      expect(endOf(gate("withdrawn"), shape)).toMatchObject({
        type: "parley.interrupt.invalidated",
        payload: { nodeId: "gate", interruptId: ID, reason: "run.cancelled", at: AT },
      });
    }
  });

  it("is announced of what was never open, as of everything else", () => {
    expect(announceChange(undefined, gate("withdrawn"), "v2.1")).toEqual(endOf(gate("withdrawn")));
  });

  it("has the seed's four members however it ended, in the narrow shape", () => {
    for (const name of Object.keys(OUTCOMES) as Name[]) {
      if (name === "withdrawn") continue;
      const event = endOf(gate(name));
      expect(resolvedEvent.safeParse(event?.payload).success).toBe(true);
    }
  });
});

describe("the wide shape of an end", () => {
  const facts = (interrupt: Interrupt) => {
    const payload = endOf(interrupt, "wide")?.payload as Record<string, Json>;
    const { nodeId: _n, interruptId: _i, kind: _k, resumeValue: _r, ...rest } = payload;
    return rest;
  };

  it.each<[string, Interrupt, Record<string, Json>]>([
    ["an acceptance", gate("accepted"), { action: "accept", decision: "granted" }],
    ["a rejection", gate("rejected"), { action: "reject", decision: "rejected" }],
    [
      "a rejection by one of a quorum",
      ended(quorum(2), "rejected"),
      { action: "reject", decision: "rejected", reason: "quorum-reject" },
    ],
    [
      "a rejection of a gate for one voice that says so",
      ended(quorum(1), "rejected"),
      { action: "reject", decision: "rejected" },
    ],
    // Sent back is neither granted nor rejected.
    [
      "what was sent back",
      gate("refined"),
      { action: "refine", refineFeedback: OUTCOMES.refined.resumeValue.refineFeedback },
    ],
    [
      "an acceptance of an edit",
      gate("edited"),
      { action: "edit-accept", decision: "granted", editedArtifactData: { amount: 7 } },
    ],
    ["an override", ended(quorum(3), "overridden"), { action: "accept", decision: "overridden" }],
    [
      "a timeout of an approval",
      gate("expired"),
      { action: "timeout", decision: "rejected", reason: "timeout" },
    ],
    ["a timeout of a question", asked("expired"), { reason: "timeout" }],
    ["an answer", asked("answered"), {}],
    ["what was decided elsewhere", gate("elsewhere"), {}],
    ["the beginning of a conversation", ended(payloadOf("conversation.start"), "noted"), {}],
  ])("tells the facts of %s", (_, interrupt, expected) => {
    expect(facts(interrupt)).toEqual(expected);
  });

  it("is what later texts of the specification allow", () => {
    for (const name of Object.keys(OUTCOMES) as Name[]) {
      if (name === "withdrawn") continue;
      const payload = endOf(gate(name), "wide")?.payload;
      expect(resolvedEventWide.parse(payload)).toEqual(payload);
    }
  });
});

describe("an announcement", () => {
  it("of a suspension links the request's key with its id", () => {
    const event = opened(interruptOf(approval()));
    expect(event).toMatchObject({
      type: "node.suspended",
      timestamp: "2026-03-03T10:00:00.000Z",
      payload: { nodeId: "gate", interruptId: ID, kind: "approval", key: "k" },
    });
    expect(event?.payload).not.toHaveProperty("reason");
    expect(suspendedEvent.safeParse(event?.payload).success).toBe(true);
  });

  it.each<[Kind, string | undefined]>([
    ["low-confidence", "low-confidence"],
    ["conversation.exchange", "conversation-input"],
    ["clarification", undefined],
    ["external-event", undefined],
    ["custom", undefined],
    ["conversation.start", undefined],
  ])("of a suspension on %s says why: %s", (kind, reason) => {
    const payload = opened(interruptOf(payloadOf(kind)))?.payload as { reason?: string };
    expect(payload.reason).toBe(reason);
    expect(suspendedEvent.safeParse(payload).success).toBe(true);
  });

  it("of a vote that does not decide says how far it is, and resolves nothing", () => {
    const open = interruptOf(quorum(3, { rejectionPolicy: "majority" }));
    const one = after(open, respond(open, ACCEPT));
    const two = after(one, respond(one, { action: "reject" }, { by: person("grace") }));
    expect(announceChange(one, two, "v2.1")).toMatchObject({
      type: "parley.interrupt.voted",
      timestamp: "2026-03-03T10:00:00.001Z",
      payload: {
        nodeId: "gate",
        interruptId: ID,
        action: "reject",
        by: "grace",
        at: "2026-03-03T10:00:00.001Z",
        grants: 1,
        rejects: 1,
        refines: 0,
        needed: 3,
      },
    });
  });

  it("of a vote says nothing of what somebody wrote with it", () => {
    const open = interruptOf(quorum(3));
    const next = after(open, respond(open, { action: "accept", feedback: "between us" }));
    expect(JSON.stringify(announceChange(open, next, "wide"))).not.toContain("between us");
  });

  it("is made of a changed vote, and not of the same vote again", () => {
    const open = interruptOf(quorum(3, { rejectionPolicy: "majority" }));
    const one = after(open, respond(open, ACCEPT));
    const again = after(one, respond(one, ACCEPT, { place: `${ASKED_AT + 5}-0` }));
    expect(again.version).toBe(one.version + 1);
    expect(announceChange(one, again, "v2.1")).toBeUndefined();
    for (const value of [{ action: "reject" }, { action: "accept", feedback: "Now with words" }]) {
      expect(announceChange(one, after(one, respond(one, value)), "v2.1")).toMatchObject({
        type: "parley.interrupt.voted",
        payload: { action: value.action },
      });
    }
  });

  it("of the vote that decides is the resolution alone", () => {
    const open = interruptOf(quorum(2));
    const one = after(open, respond(open, ACCEPT));
    const two = after(one, respond(one, ACCEPT, { by: person("grace") }));
    expect(announceChange(one, two, "v2.1")).toMatchObject({
      type: "interrupt.resolved",
      payload: { resumeValue: { action: "accept", decidedBy: "grace" } },
    });
  });

  it("of a question that was asked back says who asked what, under the id for the answer", () => {
    const open = interruptOf(quorum(2));
    const value = { action: "ask", question: "Which account?" };
    const one = after(open, respond(open, value));
    expect(announceChange(open, one, "v2.1")).toMatchObject({
      type: "parley.interrupt.asked",
      payload: {
        nodeId: "gate",
        interruptId: ID,
        askId: one.exchanges[0]?.askId ?? "none",
        question: "Which account?",
        askedBy: "ada",
        askedAt: "2026-03-03T10:00:00.001Z",
      },
    });
    const nobody = interruptOf(quorum(1));
    const byLink = after(nobody, respond(nobody, value, { by: undefined }));
    expect(announceChange(nobody, byLink, "v2.1")?.payload).toMatchObject({ askedBy: "bearer" });
  });

  it("is none of what the engine said itself: a name, or its answer", () => {
    const open = interruptOf(quorum(2));
    const named = after(open, { type: "name", interruptId: "acme/named-by-the-engine" });
    expect(announceChange(open, named, "v2.1")).toBeUndefined();
    const one = after(open, respond(open, { action: "ask", question: "Why?" }));
    const askId = one.exchanges[0]?.askId ?? "";
    const answered = after(one, { type: "reply", askId, answer: "So", at: ASKED_AT + 9 });
    expect(announceChange(one, answered, "v2.1")).toBeUndefined();
  });

  it("is an event that an engine's reader takes, once it has a sequence", () => {
    const open = interruptOf(quorum(3));
    for (const announcement of [
      opened(interruptOf(approval())),
      endOf(gate("accepted")),
      endOf(gate("refined"), "wide"),
      endOf(gate("withdrawn")),
      announceChange(open, after(open, respond(open, ACCEPT)), "v2.1"),
      announceChange(open, after(open, respond(open, { action: "ask", question: "?" })), "v2.1"),
    ]) {
      expect(announcement).toBeDefined();
      const event = JSON.stringify({ ...announcement, sequence: 3, schemaVersion: 1 });
      expect(parseEntry({ event })).toMatchObject({ ok: true });
    }
  });

  it("has one id however often it is made, and another for every change", () => {
    const open = interruptOf(quorum(3));
    const voted = after(open, respond(open, ACCEPT));
    const ids = [
      opened(open),
      announceChange(open, voted, "v2.1"),
      endOf({ ...gate("accepted"), version: 3 }),
      endOf({ ...gate("accepted"), ref: "BBECAwQFBgcICQoLDA0ODw" }),
      endOf({ ...gate("accepted"), runId: "acme/another-run-00001" }),
    ].map((event) => event?.eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(opened(open)?.eventId).toBe(ids[0]);
    expect(announceChange(open, voted, "wide")?.eventId).toBe(ids[1]);
    // The name that an engine gives later does not make it another event.
    const named = { ...gate("accepted"), version: 3, interruptId: "acme/named-by-the-engine" };
    expect(endOf(named)?.eventId).toBe(ids[2]);
  });

  it("carries answers under odd names", () => {
    const answers = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    const outcome: Outcome = { ...OUTCOMES.answered, resumeValue: { answers } };
    const event = endOf(interruptOf(question(), { outcome }));
    expect(JSON.stringify(event?.payload)).toContain('"resumeValue":{"answers":{"__proto__":"x"}}');
  });

  it("is made for every kind that there is", () => {
    for (const [kind, data] of Object.entries(KINDS)) {
      const payload = payloadSchema.parse({ kind, key: "k", data });
      expect(opened(interruptOf(payload))?.payload).toMatchObject({ kind });
    }
  });
});
