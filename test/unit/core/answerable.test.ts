import { describe, expect, it } from "vitest";
import { answerable, isOnlyTold, needsForm } from "../../../src/core/answerable.ts";
import { characters, isBlank } from "../../../src/core/characters.ts";
import { Fault } from "../../../src/core/fault.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { approval, KINDS, payloadOf, question } from "./samples.ts";

const why = (payload: Payload) => {
  const ways = answerable(payload);
  return ways.way === "none" ? ways.why : undefined;
};

describe("what can be answered", () => {
  it("is an approval, by the actions that the engine allows, in the order of a card's buttons", () => {
    expect(
      answerable(approval({ actions: ["ask", "reject", "refine", "edit-accept", "accept"] })),
    ).toMatchObject({
      way: "approval",
      actions: ["accept", "edit-accept", "refine", "ask", "reject"],
    });
    expect(answerable(approval({ actions: ["reject"] }))).toMatchObject({ actions: ["reject"] });
    const several = answerable(approval({ requiredApprovals: 3 }));
    expect(several).toMatchObject({ way: "approval", data: { requiredApprovals: 3 } });
  });

  it("is one free question in words", () => {
    expect(answerable(question("Q?"))).toEqual({
      way: "question",
      question: { id: "q", question: "Q?" },
    });
    expect(answerable(payloadOf("conversation.exchange"))).toEqual({
      way: "question",
      question: { id: "answer", question: "P" },
    });
  });

  it.each([
    [{ ...question(), resumeSchema: {} }],
    [payloadOf("clarification", { questions: [{ id: "a", question: "A", schema: {} }] })],
    [
      payloadOf("clarification", {
        questions: [
          { id: "a", question: "A" },
          { id: "b", question: "B" },
        ],
      }),
    ],
    [payloadOf("conversation.exchange", { outcomeSchema: {} })],
    [{ ...payloadOf("conversation.exchange"), resumeSchema: {} }],
    [{ ...payloadOf("conversation.start"), resumeSchema: {} }],
    [{ ...payloadOf("conversation.close"), resumeSchema: {} }],
    [{ ...payloadOf("low-confidence"), resumeSchema: {} }],
    [{ ...payloadOf("custom"), resumeSchema: {} }],
  ])("is filled in where there is more to it than words: case %#", (payload) => {
    expect(answerable(payload)).toEqual({ way: "form" });
  });

  it("is to go ahead or to stop where an agent is not sure", () => {
    expect(answerable(payloadOf("low-confidence"))).toEqual({ way: "go-or-stop" });
  });

  it.each([
    [payloadOf("external-event"), "It waits for another system, not for a person."],
    // Also with a schema: it is the other system that follows it.
    [
      { ...payloadOf("external-event"), resumeSchema: {} },
      "It waits for another system, not for a person.",
    ],
    [payloadOf("conversation.start"), "There is nothing to answer: this is for you to know."],
    [payloadOf("conversation.close"), "There is nothing to answer: this is for you to know."],
    [
      payloadOf("custom"),
      "It cannot be answered here, since nothing says what an answer looks like. A program can answer it over HTTP.",
    ],
  ])("is not case %#, for a reason in words", (payload, words) => {
    expect(why(payload)).toBe(words);
  });

  it("is nothing at the two ends of a conversation, which end as soon as they are told", () => {
    const told = (Object.keys(KINDS) as Payload["kind"][]).filter((kind) =>
      isOnlyTold(payloadOf(kind)),
    );
    expect(told).toEqual(["conversation.start", "conversation.close"]);
    expect(isOnlyTold({ ...payloadOf("conversation.close"), resumeSchema: {} })).toBe(false);
  });
});

describe("one press", () => {
  const gate = (resumeSchema: Payload["resumeSchema"]) => ({ ...approval(), resumeSchema });

  it("says everything where the engine's schema asks for nothing more", () => {
    expect(needsForm(approval(), { action: "accept" })).toBe(false);
    const closed = { required: ["action"], properties: { action: { enum: ["accept"] } } };
    expect(needsForm(gate(closed), { action: "accept" })).toBe(false);
  });

  it("does not where it asks for more, or where nobody can say", () => {
    expect(needsForm(gate({ required: ["costCentre"] }), { action: "accept" })).toBe(true);
    expect(needsForm(gate({ type: "nonsense" }), { action: "accept" })).toBe(true);
  });
});

describe("characters", () => {
  it("are code points", () => {
    expect(characters("")).toBe(0);
    expect(characters("aé😀")).toBe(3);
    // A family is seven: four people and three joiners.
    expect(characters("👨‍👩‍👧‍👦")).toBe(7);
  });

  it.each([
    "",
    " \t\n\u3000",
    "\u200b\u200c\u200d\u2060\ufeff",
    "\u202a\u202e\u2066",
    "\u0000\u007f",
    "\u3164",
    "\ufe0f",
  ])("that nobody sees, like %j, are blank", (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(["a", ".", " \u200bx", "😀", "\ufffd", "ا"])(
    "that are seen, like %j, are not",
    (text) => {
      expect(isBlank(text)).toBe(false);
    },
  );
});

describe("a fault", () => {
  it("carries what a retry needs to know", () => {
    const cause = new Error("socket");
    const fault = new Fault("store-unavailable", "Redis is away", {
      retryable: true,
      retryAfterMs: 5,
      cause,
    });
    expect(fault).toMatchObject({
      name: "Fault",
      code: "store-unavailable",
      message: "Redis is away",
      retryable: true,
      retryAfterMs: 5,
      cause,
    });
    expect("cause" in new Fault("message-gone", "gone", { retryable: false })).toBe(false);
  });
});
