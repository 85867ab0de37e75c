import { describe, expect, it } from "vitest";
import { answeredEvent, resolvedEvent, suspendedEvent } from "../../../src/core/engine-events.ts";

const NAMES = { nodeId: "gate", interruptId: "acme/AAECAwQFBgcICQoLDA0ODw" };
const answered = (more: object) =>
  answeredEvent.safeParse({ ...NAMES, askId: "a", answer: "The one in Berlin", ...more }).success;

describe("an engine's answer to a question", () => {
  it("names the question, and says something of a length for people, in code points", () => {
    expect(answered({})).toBe(true);
    expect(answered({ answer: "😀".repeat(20_000) })).toBe(true);
    expect(answered({ answer: "😀".repeat(20_001) })).toBe(false);
    expect(answered({ answer: { text: "x" } })).toBe(false);
    expect(answered({ answer: " \u200b\n" })).toBe(false);
    expect(answered({ askId: "" })).toBe(false);
    expect(answered({ askId: "a".repeat(65) })).toBe(false);
  });
});

describe("the closed shapes of what engines say", () => {
  it("take no member that the specification does not have", () => {
    expect(answered({ by: "an engine" })).toBe(false);
    expect(resolvedEvent.safeParse({ ...NAMES, decision: "granted" }).success).toBe(false);
    expect(suspendedEvent.safeParse({ ...NAMES, runId: "acme/x" }).success).toBe(false);
  });

  it("need who is meant, and not what is said of it", () => {
    expect(resolvedEvent.safeParse(NAMES).success).toBe(true);
    expect(suspendedEvent.safeParse(NAMES).success).toBe(true);
    expect(resolvedEvent.safeParse({ nodeId: "gate" }).success).toBe(false);
    expect(suspendedEvent.safeParse({ ...NAMES, reason: "" }).success).toBe(false);
  });
});
