import { describe, expect, it } from "vitest";
import { resumeValueOf } from "../../../src/core/press.ts";
import { approval, payloadOf, question } from "./samples.ts";

describe("a press", () => {
  it("of a button or a form says its resume value itself, null included", () => {
    for (const resumeValue of [{ action: "accept" }, true, null]) {
      expect(resumeValueOf(approval(), { resumeValue })).toEqual(resumeValue);
    }
  });

  it("that was typed answers the question of a clarification, as it was typed", () => {
    const answer = "  Friday,\nlate \u202E😀 ";
    expect(resumeValueOf(question(), { answer })).toEqual({ answers: { q: answer } });
  });

  it.each(["__proto__", "constructor", "0"])("that was typed is not lost under the id %j", (id) => {
    const value = resumeValueOf(question("Q?", id), { answer: "x" });
    expect(JSON.stringify(value)).toBe(`{"answers":{"${id}":"x"}}`);
  });

  it("that was typed answers nothing where more is asked than one question in words", () => {
    const two = question();
    if (two.kind !== "clarification") throw new Error("a question is a clarification");
    const questions = [
      { id: "who", question: "Who?" },
      { id: "why", question: "Why?" },
    ];
    // The same words would have answered both.
    expect(resumeValueOf({ ...two, data: { questions } }, { answer: "x" })).toBeUndefined();
    expect(resumeValueOf(approval(), { answer: "accept" })).toBeUndefined();
    expect(resumeValueOf(payloadOf("low-confidence"), { answer: "true" })).toBeUndefined();
  });

  it("that was typed in a conversation is the words themselves", () => {
    expect(resumeValueOf(payloadOf("conversation.exchange"), { answer: "Hello" })).toBe("Hello");
  });
});
