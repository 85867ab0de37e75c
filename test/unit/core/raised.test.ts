import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json.ts";
import { payloadSchema } from "../../../src/core/payload.ts";
import { readPayload } from "../../../src/core/raised.ts";
import { KINDS } from "./samples.ts";

const raise = (kind: keyof typeof KINDS, more: Record<string, Json> = {}, data = {}) =>
  readPayload({ kind, key: "k", data: { ...KINDS[kind], ...data }, ...more });
const problems = (read: ReturnType<typeof readPayload>) => (read.ok ? [] : read.problems);

describe("a payload that is raised", () => {
  it.each((Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => [kind]))(
    "of the kind %s is read as it was sent",
    (kind) => {
      const value = { kind, key: "k", data: KINDS[kind], resumeSchema: { type: "object" } };
      expect(readPayload(value)).toEqual({ ok: true, payload: value });
    },
  );

  it("that is none says what to change, under the name of the place it came from", () => {
    expect(problems(readPayload({ kind: "approval" }, "event.payload"))).toContain(
      "event.payload.key: is missing",
    );
    expect(problems(readPayload(null))[0]).toMatch(/^payload: /);
    // A kind of later texts of the specification is none that people are asked here.
    expect(readPayload({ kind: "credential", key: "k", data: {} }).ok).toBe(false);
  });

  it("may have the right shape and be refused, because nobody could be asked so", () => {
    const twice = [
      { id: "q", question: "One?" },
      { id: "q", question: "Two?" },
    ];
    for (const [value, told] of [
      [raise("clarification", {}, { questions: twice }), "payload.data.questions: must not use"],
      [raise("approval", {}, { audience: { roles: [""] } }), "payload.data.audience.roles.0: must"],
      [raise("approval", { timeoutMs: 1e15 }), "payload.timeoutMs: must be at most"],
      [
        raise("approval", {}, { approversList: Array.from({ length: 1_001 }, String) }),
        "payload.data.approversList: must not name more than 1000; name a group instead",
      ],
    ] as const) {
      expect(problems(value)[0]).toContain(told);
    }
    const shape = { kind: "clarification", key: "k", data: { questions: twice } };
    expect(payloadSchema.safeParse(shape).success).toBe(true);
  });

  // Nobody could ever give an answer that fits: better said to the engine than to who answers.
  it("is refused when its schema can never be checked", () => {
    expect(problems(raise("custom", { resumeSchema: { type: "nonsense" } }))[0]).toMatch(
      /^payload\.resumeSchema: /,
    );
    const outcome = raise(
      "conversation.exchange",
      {},
      { outcomeSchema: { $ref: "https://x.example/s" } },
    );
    expect(problems(outcome)[0]).toMatch(/^payload\.data\.outcomeSchema: /);
    const asked = raise(
      "clarification",
      {},
      {
        questions: [
          { id: "a", question: "A?" },
          { id: "b", question: "B?", schema: { type: "string" } },
          { id: "c", question: "C?", schema: { pattern: "(a+)+\\1" } },
        ],
      },
    );
    expect(problems(asked)).toHaveLength(1);
    expect(problems(asked)[0]).toMatch(/^payload\.data\.questions\.2\.schema: /);
  });

  it("asks no more at once than can be asked and compiled", () => {
    const questions = (count: number, more = {}) =>
      Array.from({ length: count }, (_, index) => ({ id: `q${index}`, question: "?", ...more }));
    const ask = (count: number, more = {}) =>
      problems(raise("clarification", {}, { questions: questions(count, more) }));
    expect(ask(100)).toEqual([]);
    expect(ask(101)).toEqual([
      "payload.data.questions: must not ask more than 100 at once; ask again for the rest",
    ]);
    // Seven schemas each: the one of the object and the six of its members.
    const properties = Object.fromEntries(
      "abcdef".split("").map((name) => [name, { type: "string" }]),
    );
    expect(ask(85, { schema: { properties } })).toEqual([]);
    expect(ask(86, { schema: { properties } })).toEqual([
      "payload.data.questions.85.schema: makes more than 600 schemas in all; ask for less at once",
    ]);
  });

  it("hears of every schema that is not usable, not only of the first", () => {
    const bad = { type: "nonsense" };
    const read = raise("conversation.exchange", { resumeSchema: bad }, { outcomeSchema: bad });
    expect(problems(read).map((each) => each.split(":")[0])).toEqual([
      "payload.resumeSchema",
      "payload.data.outcomeSchema",
    ]);
  });
});
