import { describe, expect, it } from "vitest";
import { answerable, unavailableActions } from "../../../src/core/answerable.ts";
import { characters, isBlank } from "../../../src/core/characters.ts";
import { Fault } from "../../../src/core/fault.ts";
import type { ApprovalData, Payload } from "../../../src/core/payload.ts";
import { approval, KINDS, payloadOf, question } from "./samples.ts";

const why = (payload: Payload) => {
  const ways = answerable(payload);
  return ways.way === "none" ? ways.why : undefined;
};

describe("what can be answered", () => {
  it("is an approval, by the actions that one press gives", () => {
    expect(answerable(approval())).toMatchObject({
      way: "approval",
      actions: ["accept", "reject"],
    });
    expect(answerable(approval({ actions: ["ask", "reject"] }))).toMatchObject({
      way: "approval",
      actions: ["reject"],
    });
    expect(answerable(approval({ requiredApprovals: 1 })).way).toBe("approval");
  });

  it("is one free question", () => {
    expect(answerable(question("Q?"))).toEqual({
      way: "question",
      question: { id: "q", question: "Q?" },
    });
  });

  it.each([
    [
      approval({ requiredApprovals: 2 }),
      "It needs 2 approvals, which cannot be collected here yet.",
    ],
    [
      approval({ actions: ["refine", "edit-accept", "ask"] }),
      "It allows only actions that cannot be given here yet.",
    ],
    [
      { ...approval(), resumeSchema: {} },
      "Its answer has to follow a schema, which cannot be filled in here yet.",
    ],
    [
      { ...question(), resumeSchema: {} },
      "Its answer has to follow a schema, which cannot be filled in here yet.",
    ],
    [
      payloadOf("clarification", { questions: [{ id: "a", question: "A", schema: {} }] }),
      "Its answer has to follow a schema, which cannot be filled in here yet.",
    ],
    [
      payloadOf("clarification", {
        questions: [
          { id: "a", question: "A" },
          { id: "b", question: "B" },
        ],
      }),
      "It asks 2 questions at once, which cannot be answered here yet.",
    ],
    [payloadOf("external-event"), "It waits for another system, not for a person."],
  ] as const)("is not case %#, for a reason in words", (payload, words) => {
    expect(why(payload)).toBe(words);
  });

  it("is no other kind yet", () => {
    const answered = (Object.keys(KINDS) as Payload["kind"][]).filter(
      (kind) => why(payloadOf(kind)) === undefined,
    );
    expect(answered).toEqual(["approval", "clarification"]);
    expect(why(payloadOf("custom"))).toBe("It is of a kind that can only be shown here for now.");
  });

  it("leaves actions that the engine allows and nobody can give here", () => {
    const { data } = approval({ actions: ["accept", "refine", "ask"] }) as { data: ApprovalData };
    expect(unavailableActions(data)).toEqual(["refine", "ask"]);
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
