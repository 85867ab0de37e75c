import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json.ts";
import { ACTIONS, type Payload } from "../../../src/core/payload.ts";
import { type AnswerProblem, MAX_TEXT, readResume } from "../../../src/core/resume.ts";
import { approval, KINDS, payloadOf, question, quorum } from "./samples.ts";

const gate = quorum(1);

/** What is wrong, as `path: rule`; empty for what fits. */
function wrong(payload: Payload, value: Json): readonly string[] {
  const read = readResume(payload, value);
  if (read.ok) return [];
  return read.problems.map(({ path, rule }: AnswerProblem) => `${path.join(".")}: ${rule}`);
}

const answerOf = (payload: Payload, value: Json) => {
  const read = readResume(payload, value);
  return read.ok && read.response.type === "answer" ? read.response.resumeValue : read;
};

const withSchema = <P extends Payload>(payload: P, resumeSchema: Record<string, Json>): P => ({
  ...payload,
  resumeSchema,
});

describe("a resume value of an approval", () => {
  it.each<Json>([
    { action: "accept" },
    { action: "accept", feedback: "Fine" },
    { action: "accept", decidedAt: "2026-03-03T10:00:00Z", decidedBy: "not a name: anything" },
    { action: "accept", decidedAt: "2026-03-03T10:00:00.123+05:30" },
    // Unknown members are tolerated, and mean nothing.
    { action: "accept", voter: "somebody", x: [1] },
    { action: "reject", feedback: "" },
    { action: "refine", refineFeedback: { scope: "whole" } },
    // The specification leaves items and section out where it likes.
    { action: "refine", refineFeedback: { scope: "items" } },
    {
      action: "refine",
      refineFeedback: { scope: "section", sectionPath: "2", tags: [], text: "" },
    },
    { action: "refine", refineFeedback: { scope: "items", itemIds: ["a"] }, feedback: 1 },
    { action: "edit-accept", editedArtifactData: null },
    { action: "edit-accept", editedArtifactData: { any: ["thing"] }, feedback: "Rounded" },
  ])("case %# is taken as it was given", (value) => {
    const read = readResume(gate, value);
    const action = (value as { action: string }).action;
    expect(read).toEqual({ ok: true, response: { type: "vote", action, resumeValue: value } });
  });

  it.each<[Json, readonly string[]]>([
    [null, [": must be an object"]],
    [["accept"], [": must be an object"]],
    ["accept", [": must be an object"]],
    [{ action: "accept", feedback: 1 }, ["feedback: must be a string"]],
    [{ action: "reject", feedback: null }, ["feedback: must be a string"]],
    [
      { action: "accept", feedback: "x".repeat(MAX_TEXT + 1) },
      ["feedback: must not be longer than 10000 characters"],
    ],
    [
      { action: "accept", decidedAt: "yesterday" },
      ["decidedAt: must be a date and time like 2026-03-03T10:00:00Z"],
    ],
    [{ action: "accept", decidedBy: 7 }, ["decidedBy: must be a string"]],
    [{ action: "refine" }, ["refineFeedback: is missing"]],
    [{ action: "refine", refineFeedback: "shorter" }, ["refineFeedback: must be an object"]],
    [
      { action: "refine", refineFeedback: { scope: "part", mood: 1 } },
      [
        'refineFeedback.scope: must be one of "whole", "section", "items"',
        'refineFeedback: must not have "mood"',
      ],
    ],
    [
      { action: "refine", refineFeedback: { scope: "items", itemIds: [1] } },
      ["refineFeedback.itemIds.0: must be a string"],
    ],
    [{ action: "edit-accept" }, ["editedArtifactData: is missing"]],
    [{ action: "ask" }, ["question: is missing"]],
    [{ action: "ask", question: " " }, ["question: must not be empty"]],
  ])("case %# says where it does not fit", (value, problems) => {
    expect(wrong(gate, value)).toEqual(problems);
  });

  it("has one of the actions that the engine allows, and no other", () => {
    for (const action of [...ACTIONS, "timeout", "edit", "toString", ""]) {
      const read = readResume(approval({ actions: ["reject", "ask"] }), {
        action,
        question: "Why?",
      });
      const allowed = action === "reject" || action === "ask";
      expect(read.ok).toBe(allowed);
      if (read.ok) continue;
      expect(read).toEqual({
        ok: false,
        action: true,
        problems: [{ path: ["action"], rule: 'must be one of "reject", "ask"' }],
      });
    }
  });

  it("has an action of its own, not one that every object inherits", () => {
    const inherited = Object.create({ action: "accept" }) as Record<string, Json>;
    expect(readResume(gate, inherited)).toMatchObject({ ok: false, action: true });
  });

  it("is checked against the engine's schema as it was given, before anything is stamped on it", () => {
    const closed = withSchema(gate, {
      type: "object",
      properties: { action: { enum: ["accept"] } },
      required: ["action"],
      additionalProperties: false,
    });
    expect(wrong(closed, { action: "accept" })).toEqual([]);
    expect(wrong(closed, { action: "accept", feedback: "x" })).toHaveLength(1);
    expect(wrong(closed, { action: "reject" })).toHaveLength(1);
  });

  it("says what is wrong by the specification and by the schema together", () => {
    const strict = withSchema(gate, { required: ["costCentre"] });
    expect(wrong(strict, { action: "accept", feedback: 1 })).toHaveLength(2);
  });

  it("never repeats what was given", () => {
    for (const value of [
      { action: "accept", feedback: { s3cr3t: 1 } },
      { action: "s3cr3t" },
      { action: "refine", refineFeedback: { scope: "s3cr3t" } },
      { action: "accept", decidedAt: "s3cr3t" },
    ]) {
      expect(JSON.stringify(wrong(gate, value))).not.toContain("s3cr3t");
    }
  });

  it("does not fit a schema that nobody can check any more", () => {
    const old = withSchema(gate, { type: "nonsense" });
    expect(wrong(old, { action: "accept" })).toEqual([
      ": cannot be checked: the schema is not usable",
    ]);
  });
});

const two = payloadOf("clarification", {
  questions: [
    { id: "when", question: "When?" },
    { id: "count", question: "How many?", schema: { type: "integer", minimum: 1 } },
  ],
});
const ANSWERS = { when: "Friday", count: 2 };
const LIST = [
  { id: "when", answer: "Friday" },
  { id: "count", answer: 2 },
];

describe("a resume value of a clarification", () => {
  it("is a map of answers by question, also where it came as a list", () => {
    for (const answers of [ANSWERS, LIST]) {
      expect(answerOf(two, { answers })).toEqual({ answers: ANSWERS });
    }
  });

  it("is not bare where nothing asks for that", () => {
    expect(wrong(two, ANSWERS)).toEqual([
      "answers: must be an object with an answer for each question",
    ]);
  });

  it("is the one answer itself where the engine's schema takes nothing else", () => {
    const one = withSchema(question(), { type: "string", minLength: 3 });
    expect(answerOf(one, "Friday")).toBe("Friday");
    expect(wrong(one, "Fr")).toEqual([": must have at least 3 characters"]);
    expect(wrong(one, " ")).toContain(": must not be empty");
    // With two questions nobody could say which one it answers.
    expect(wrong(withSchema(two, { type: "string" }), "Friday")).toEqual([
      ": must be an object with an answer for each question",
    ]);
  });

  it("is bare, or the list, where the engine's schema takes nothing else", () => {
    const bare = withSchema(two, { required: ["when"], properties: { when: { type: "string" } } });
    expect(answerOf(bare, ANSWERS)).toEqual(ANSWERS);
    const listed = withSchema(two, { properties: { answers: { type: "array" } } });
    expect(answerOf(listed, { answers: LIST })).toEqual({ answers: LIST });
  });

  it("to one question is still read by its id where it has one, bare as it is", () => {
    const bare = withSchema(question(), { required: ["q"], properties: { q: { minLength: 2 } } });
    expect(answerOf(bare, { q: "Friday" })).toEqual({ q: "Friday" });
    expect(wrong(bare, { q: " " })).toEqual(["q: must not be empty"]);
    expect(wrong(bare, { q: "x", more: "y" })).toEqual([
      "more: answers no question of this interrupt",
    ]);
  });

  it("is the map wherever the engine's schema takes that, whatever else it takes", () => {
    const open = withSchema(two, { type: "object", required: ["answers"] });
    expect(answerOf(open, { answers: LIST })).toEqual({ answers: ANSWERS });
  });

  it("that no form of the schema takes says what is wrong with what was given", () => {
    const strict = withSchema(two, {
      properties: { answers: { properties: { when: { maxLength: 3 } } } },
    });
    const [problem, ...others] = wrong(strict, { answers: ANSWERS });
    expect(problem).toMatch(/^answers\.when: /);
    expect(others).toEqual([]);
  });

  it.each<[Json, readonly string[]]>([
    [null, ["answers: must be an object with an answer for each question"]],
    ["Friday", ["answers: must be an object with an answer for each question"]],
    [{ answers: "Friday" }, ["answers: must be an object with an answer for each question"]],
    [
      { answers: [{ id: "when" }] },
      ["answers: must be an object with an answer for each question"],
    ],
    [
      { answers: [{ id: "when", answer: "x", more: 1 }] },
      ["answers: must be an object with an answer for each question"],
    ],
    [{ answers: { when: "Friday" } }, ["answers.count: is missing"]],
    [{ answers: {} }, ["answers.when: is missing", "answers.count: is missing"]],
    [
      { answers: { ...ANSWERS, who: "Ada" } },
      ["answers.who: answers no question of this interrupt"],
    ],
    [
      { answers: [...LIST, { id: "when", answer: "Monday" }] },
      ["answers.2.answer: answers a question twice"],
    ],
    [{ answers: { ...ANSWERS, when: " " } }, ["answers.when: must not be empty"]],
    [
      { answers: { ...ANSWERS, when: "x".repeat(MAX_TEXT + 1) } },
      ["answers.when: must not be longer than 10000 characters"],
    ],
  ])("case %# says which question is not answered as it has to be", (value, problems) => {
    expect(wrong(two, value)).toEqual(problems);
  });

  it("has each answer checked by its own question's schema, at its own place", () => {
    const [map, ...none] = wrong(two, { answers: { ...ANSWERS, count: 0 } });
    expect(map).toMatch(/^answers\.count: /);
    expect(none).toEqual([]);
    const listed = [LIST[0] ?? null, { id: "count", answer: "two" }];
    expect(wrong(two, { answers: listed })[0]).toMatch(/^answers\.1\.answer: /);
    const bare = withSchema(two, { required: ["when"] });
    expect(wrong(bare, { ...ANSWERS, count: 0 })[0]).toMatch(/^count: /);
  });

  it("has a place inside of an answer that is an object", () => {
    const nested = payloadOf("clarification", {
      questions: [{ id: "q", question: "Q?", schema: { properties: { a: { type: "string" } } } }],
    });
    expect(wrong(nested, { answers: { q: { a: 1 } } })[0]).toMatch(/^answers\.q\.a: /);
  });

  it("may be any JSON where a question has no schema", () => {
    for (const q of [0, false, null, [1], { a: 1 }, "words"]) {
      expect(answerOf(question(), { answers: { q } })).toEqual({ answers: { q } });
    }
  });

  it.each(["", " ", "\n\t", "\u00a0", "\u200b\u200d", "\u202e\u2066", "\ufeff", "\u0000\u001b"])(
    "that shows nothing, like %j, is none",
    (text) => {
      expect(wrong(question(), { answers: { q: text } })).toEqual(["answers.q: must not be empty"]);
    },
  );

  it("counts its length in code points", () => {
    for (const unit of ["x", "😀"]) {
      expect(wrong(question(), { answers: { q: unit.repeat(MAX_TEXT) } })).toEqual([]);
      expect(wrong(question(), { answers: { q: unit.repeat(MAX_TEXT + 1) } })).toHaveLength(1);
    }
  });

  it.each(["__proto__", "constructor", "toString", "0", "answers"])(
    "is not lost under the id %j",
    (id) => {
      const value = { answers: Object.fromEntries([[id, "x"]]) };
      expect(JSON.stringify(answerOf(question("Q?", id), value))).toBe(`{"answers":{"${id}":"x"}}`);
      const list = { answers: [{ id, answer: "x" }] };
      expect(JSON.stringify(answerOf(question("Q?", id), list))).toBe(`{"answers":{"${id}":"x"}}`);
    },
  );

  it("is one form whichever way it is written", () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(ids, (names) => {
        const asked = payloadOf("clarification", {
          questions: names.map((id) => ({ id, question: "Q?" })),
        });
        const list = names.map((id) => ({ id, answer: `to ${id}` }));
        const map = Object.fromEntries(list.map(({ id, answer }) => [id, answer]));
        expect(answerOf(asked, { answers: list })).toEqual(answerOf(asked, { answers: map }));
      }),
    );
  });
});

describe("answers to many questions of which none ends to be checked", () => {
  it("are told after the first one, and hold up everybody only so long", () => {
    const next = { $ref: "#" };
    const endless = { properties: { a: { allOf: [next, next] } }, required: ["x"] };
    const asked = payloadOf("clarification", {
      // Each schema is one of its own, and so has a time of its own.
      questions: ["1", "2", "3"].map((id) => ({
        id,
        question: "Q?",
        schema: { ...endless, title: `question ${id}` },
      })),
    });
    let deep: Json = {};
    for (let level = 0; level < 60; level += 1) deep = { a: deep, x: 1 };
    const answers = { "1": { x: 1 }, "2": deep, "3": deep };
    expect(wrong(asked, { answers })).toEqual([
      "answers.2: takes too long to check; make it simpler",
    ]);
  });
});

describe("a resume value of another kind", () => {
  const free = [
    "external-event",
    "custom",
    "low-confidence",
    "conversation.start",
    "conversation.close",
    "conversation.exchange",
  ] as const;

  it.each(free.map((kind) => [kind]))("%s is any JSON where no schema says more", (kind) => {
    for (const value of [null, true, 0, "", [], { orderId: "42" }]) {
      expect(readResume(payloadOf(kind), value)).toEqual({
        ok: true,
        response: { type: "answer", resumeValue: value },
      });
    }
  });

  it.each(free.map((kind) => [kind]))("%s follows the engine's schema", (kind) => {
    const strict = withSchema(payloadOf(kind), { type: "string" });
    expect(wrong(strict, "x")).toEqual([]);
    expect(wrong(strict, 1)).toHaveLength(1);
  });

  it("of an exchange follows its outcome schema, and both where there are two", () => {
    const outcome = payloadOf("conversation.exchange", { outcomeSchema: { type: "string" } });
    expect(wrong(outcome, "x")).toEqual([]);
    expect(wrong(outcome, 1)).toHaveLength(1);
    const both = withSchema(outcome, { minLength: 2 });
    expect(wrong(both, "xy")).toEqual([]);
    expect(wrong(both, "x")).toHaveLength(1);
    expect(wrong(withSchema(outcome, { type: "boolean" }), 1)).toHaveLength(2);
  });

  it("is read for every kind that there is", () => {
    for (const kind of Object.keys(KINDS) as Payload["kind"][]) {
      expect(typeof readResume(payloadOf(kind), null).ok).toBe("boolean");
    }
  });
});
