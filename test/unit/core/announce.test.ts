import { describe, expect, it } from "vitest";
import { announceEnd, announceSuspension, resolvedValue } from "../../../src/core/announce.ts";
import { resolvedEvent, suspendedEvent } from "../../../src/core/engine-events.ts";
import { parseEntry } from "../../../src/core/event.ts";
import { approval, DEADLINE_AT, interruptOf, OUTCOMES, question } from "./samples.ts";

const AT = "2026-03-03T10:02:00.000Z";
const gate = (outcome: keyof typeof OUTCOMES) =>
  interruptOf(approval(), { version: 2, outcome: OUTCOMES[outcome] });
const asked = (outcome: keyof typeof OUTCOMES) =>
  interruptOf(question(), { version: 2, outcome: OUTCOMES[outcome] });

describe("a resume value", () => {
  it.each([
    [gate("accepted"), { action: "accept", decidedBy: "ada", decidedAt: AT }],
    [gate("rejected"), { action: "reject", decidedBy: "ada", decidedAt: AT }],
    [asked("answered"), { answers: { q: "Friday" } }],
    [gate("elsewhere"), { any: true }],
    // A timeout never grants.
    [
      gate("expired"),
      {
        action: "timeout",
        decision: "rejected",
        reason: "timeout",
        decidedBy: "system:timeout",
        decidedAt: "2026-03-03T12:00:00.000Z",
      },
    ],
    [asked("expired"), { reason: "timeout" }],
  ] as const)("case %# is what the specification and the decisions say", (interrupt, value) => {
    expect(resolvedValue(interrupt)).toEqual(value);
    expect(announceEnd(interrupt)?.payload).toMatchObject({ resumeValue: value });
  });

  it("does not grant even where the engine hints that a timeout should", () => {
    const interrupt = interruptOf(approval({ onTimeout: "approve" }), {
      outcome: OUTCOMES.expired,
    });
    expect(resolvedValue(interrupt)).toMatchObject({ action: "timeout", decision: "rejected" });
  });

  it("is none while it is open, and none when it was withdrawn", () => {
    expect(resolvedValue(interruptOf(approval()))).toBeUndefined();
    expect(resolvedValue(gate("withdrawn"))).toBeUndefined();
  });
});

describe("the end of an interrupt", () => {
  it("is announced in the closed shape of the specification", () => {
    const event = announceEnd(gate("accepted"));
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
    expect(announceEnd(gate("expired"))?.timestamp).toBe(new Date(DEADLINE_AT).toISOString());
  });

  it("is no resolution when the run ended", () => {
    expect(announceEnd(gate("withdrawn"))).toMatchObject({
      type: "parley.interrupt.invalidated",
      payload: {
        nodeId: "gate",
        interruptId: "acme/AAECAwQFBgcICQoLDA0ODw",
        reason: "run.cancelled",
        at: AT,
      },
    });
  });

  it("is not announced before it came", () => {
    expect(announceEnd(interruptOf(approval()))).toBeUndefined();
  });
});

describe("an announcement", () => {
  it("of a suspension links the request's key with its id", () => {
    const event = announceSuspension(interruptOf(approval()));
    expect(event).toMatchObject({
      type: "node.suspended",
      timestamp: "2026-03-03T10:00:00.000Z",
      payload: {
        nodeId: "gate",
        interruptId: "acme/AAECAwQFBgcICQoLDA0ODw",
        kind: "approval",
        key: "k",
      },
    });
    expect(suspendedEvent.safeParse(event.payload).success).toBe(true);
  });

  it("is an event that an engine's reader takes, once it has a sequence", () => {
    for (const announcement of [
      announceSuspension(interruptOf(approval())),
      announceEnd(gate("accepted")),
      announceEnd(gate("withdrawn")),
    ]) {
      const event = JSON.stringify({ ...announcement, sequence: 3, schemaVersion: 1 });
      expect(parseEntry({ event })).toMatchObject({ ok: true });
    }
  });

  it("has one id however often it is made, and another for every change", () => {
    const ids = [
      announceSuspension(interruptOf(approval())),
      announceEnd(gate("accepted")),
      announceEnd({ ...gate("accepted"), version: 3 }),
      announceEnd({ ...gate("accepted"), ref: "BBECAwQFBgcICQoLDA0ODw" }),
      announceEnd({ ...gate("accepted"), runId: "acme/another-run-00001" }),
    ].map((event) => event?.eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(announceEnd(gate("accepted"))?.eventId).toBe(ids[1]);
  });

  it("carries answers under odd names", () => {
    const answers = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    const event = announceEnd(
      interruptOf(question(), { outcome: { ...OUTCOMES.answered, answers } }),
    );
    expect(JSON.stringify(event?.payload)).toContain('"resumeValue":{"answers":{"__proto__":"x"}}');
  });
});
