import { describe, expect, it } from "vitest";
import type { Exchange, Interrupt, Outcome } from "../../../src/core/interrupt.ts";
import { threadLines } from "../../../src/presentation/thread-lines.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import { approval, ASKED_AT, interruptOf, OUTCOMES, question } from "../discord/samples.ts";

const ada = { id: "ada", name: "Ada" };

function exchange(asked: string, at: number, answer?: Exchange["answer"]): Exchange {
  return {
    askId: "a".repeat(22),
    question: asked,
    by: ada,
    via: "slack",
    at: ASKED_AT + at,
    answer,
  };
}

const linesOf = (more: Partial<Interrupt>, payload = approval()) =>
  threadLines(interruptOf(payload, more)).map((line) => [
    line.name,
    "words" in line ? plainWords(line.words) : "question" in line ? line.question : undefined,
  ]);

describe("The lines of a card's thread", () => {
  it("are none while nothing was said", () => {
    expect(linesOf({})).toEqual([]);
  });

  it("are in the order in which it was said, each under a name that later ones do not change", () => {
    const answer = { text: "Because.\nOf the bank.", at: ASKED_AT + 300 };
    const exchanges = [exchange("Why?", 100, answer), exchange("When?", 200)];
    expect(linesOf({ exchanges })).toEqual([
      ["asked-0", "Ada asked: “Why?”"],
      ["asked-1", "Ada asked: “When?”"],
      ["answered-0", "Answer to Ada:\nBecause.\nOf the bank."],
    ]);
  });

  it("keep what people wrote in its own line, and to a length", () => {
    const [[, words = ""] = []] = linesOf({
      exchanges: [exchange(`a\nb ${"x".repeat(5_000)}`, 1)],
    });
    expect(words).toMatch(/^Ada asked: “a b x+…”$/);
    expect(words.length).toBeLessThan(1_600);
  });

  it.each(Object.entries(OUTCOMES))("end with the outcome: %s", (_, outcome) => {
    expect(linesOf({ outcome }).map(([name]) => name)).toEqual(["end"]);
  });

  it("have no end where something was only told", () => {
    const outcome: Outcome = { kind: "noted", at: ASKED_AT };
    expect(linesOf({ outcome })).toEqual([]);
  });

  it("begin with how to answer where answers are typed, as long as it waits", () => {
    expect(linesOf({}, question("Which evening?"))).toEqual([["how", "Which evening?"]]);
    expect(linesOf({ outcome: OUTCOMES["answered"] }, question()).map(([name]) => name)).toEqual([
      "end",
    ]);
  });
});
