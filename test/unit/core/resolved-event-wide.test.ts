import { describe, expect, it } from "vitest";
import { resolvedEvent } from "../../../src/core/engine-events.ts";
import { problemsOf } from "../../../src/core/problems.ts";
import { resolvedEventWide } from "../../../src/core/resolved-event-wide.ts";

const NAMED = { nodeId: "gate", interruptId: "acme/int-0a1b2c3d4e5f6071" };

function problems(payload: unknown): readonly string[] {
  const parsed = resolvedEventWide.safeParse(payload);
  return parsed.success ? [] : problemsOf(parsed.error, "payload");
}

describe("the wider shape of interrupt.resolved", () => {
  it.each([
    {},
    { kind: "approval" },
    { kind: "credential", resumeValue: null },
    { resumeValue: { action: "accept", decidedAt: "2026-09-11T12:01:00.000Z" } },
  ])("takes what the shape of 2.1 takes: %j", (more) => {
    expect(resolvedEventWide.parse({ ...NAMED, ...more })).toEqual({ ...NAMED, ...more });
    expect(resolvedEvent.safeParse({ ...NAMED, ...more }).success).toBe(true);
  });

  it.each([
    { kind: "approval", action: "reject", decision: "rejected" },
    { kind: "approval", action: "timeout", decision: "rejected", reason: "timeout" },
    { action: "accept", decision: "granted" },
    { decision: "overridden", resolvedBy: { issuer: "parley", subjectId: "ada" } },
    { action: "edit-accept", editedArtifactData: null },
    { action: "refine", refineFeedback: { scope: "whole" } },
    {
      action: "refine",
      refineFeedback: {
        scope: "items",
        sectionPath: "$.a",
        itemIds: ["1"],
        tags: ["tone"],
        text: "x",
      },
    },
    { reason: "r" },
    { reason: "r".repeat(64) },
    { "openwop-a": 1, "x-b": [null], "vendor.c": { d: "e" } },
  ])("takes besides %j, which the shape of 2.1 refuses", (more) => {
    expect(resolvedEventWide.parse({ ...NAMED, ...more })).toEqual({ ...NAMED, ...more });
    expect(resolvedEvent.safeParse({ ...NAMED, ...more }).success).toBe(false);
  });

  it.each([
    [
      { interruptId: "int-0a1b2c3d4e5f6071" },
      "interruptId: must be a tenant-bound id like acme/0123456789abcdef",
    ],
    [{ nodeId: "a/b" }, "nodeId: must have 1 to 128 of A-Z a-z 0-9 . _ ~ : -"],
    [
      { action: "ask" },
      'action: must be one of "accept", "reject", "refine", "edit-accept", "timeout"',
    ],
    [{ decision: "approved" }, 'decision: must be one of "granted", "rejected", "overridden"'],
    [{ reason: "" }, "reason: must not be empty"],
    [{ reason: "r".repeat(65) }, "reason: must not be longer than 64 characters"],
    [{ resolvedBy: "ada" }, "resolvedBy: must be an object"],
    [{ refineFeedback: {} }, 'refineFeedback.scope: must be one of "whole", "section", "items"'],
    [{ refineFeedback: { scope: "whole", mood: "bad" } }, 'refineFeedback: must not have "mood"'],
    [
      { refineFeedback: { scope: "items", itemIds: [1] } },
      "refineFeedback.itemIds.0: must be a string",
    ],
  ])("refuses %j in words", (more, told) => {
    expect(problems({ ...NAMED, ...more })).toEqual([`payload.${told}`]);
  });

  it.each(["votes", "decidedAt", "X-b", "vendor", "ax-b", "constructor"])(
    "refuses a member %j, which has no vendor's prefix",
    (name) => {
      expect(problems({ ...NAMED, [name]: [] })).toEqual([`payload: must not have "${name}"`]);
    },
  );

  it("refuses a member under an odd name", () => {
    const payload: unknown = JSON.parse(`{"__proto__":1,"nodeId":"gate"}`);
    expect(problems(payload)).toEqual([
      "payload.interruptId: is missing",
      'payload: must not have "__proto__"',
    ]);
  });

  it.each([[[]], ["x"], [null]])("refuses %j", (payload) => {
    expect(problems(payload)).toEqual(["payload: must be an object"]);
  });
});
