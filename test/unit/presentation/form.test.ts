import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characters } from "../../../src/core/characters.ts";
import type { Json } from "../../../src/core/json.ts";
import { ACTIONS, type Payload } from "../../../src/core/payload.ts";
import type { Form, FormPurpose, FormValues } from "../../../src/presentation/form.ts";
import { fieldOfPath, formFor, readForm } from "../../../src/presentation/form-filling.ts";
import { approval, KINDS, payloadOf, question } from "../core/samples.ts";

const ALL = approval({ actions: [...ACTIONS], artifactData: "x" });
const BYPASS = approval({ actions: [...ACTIONS], overrideBypassesQuorum: true, artifactData: "x" });
const gateFor = (type: FormPurpose["type"]) => (type === "override" ? BYPASS : ALL);
const PURPOSES: readonly FormPurpose["type"][] = [
  "accept",
  "override",
  "reject",
  "refine",
  "edit-accept",
  "ask",
  "answer",
];

const valueOf = (payload: Payload, type: FormPurpose["type"], values: FormValues) => {
  const read = readForm(payload, { type }, values);
  if (read?.ok !== true) throw new Error(JSON.stringify(read));
  return read.value;
};
const problemsOf = (payload: Payload, type: FormPurpose["type"], values: FormValues) => {
  const read = readForm(payload, { type }, values);
  return read?.ok === false ? read.problems : [];
};
const outline = (form: Form | undefined) =>
  form?.fields.map(({ id, type, label, required }) => [id, type, label, required]);

describe("a form on an approval", () => {
  it.each<[FormPurpose["type"], string, string]>([
    ["accept", "Accept", "Settle invoice INV-42"],
    ["override", "Override and accept", "Settle invoice INV-42"],
    ["reject", "Reject", "Settle invoice INV-42"],
    ["refine", "Send back", "Settle invoice INV-42"],
    ["edit-accept", "Edit and accept", "Settle invoice INV-42"],
    ["ask", "Ask", "Settle invoice INV-42"],
  ])("to %s says the act twice, what about, and what closing does", (type, act, intro) => {
    expect(formFor(gateFor(type), { type })).toMatchObject({
      title: act,
      submit: act,
      intro,
      note: "Closing this decides nothing.",
    });
  });

  it.each<[FormPurpose["type"], unknown[]]>([
    ["accept", [["f0", "long-text", "Comment", false]]],
    ["override", [["f0", "long-text", "Reason", true]]],
    ["reject", [["f0", "long-text", "Reason", false]]],
    [
      "refine",
      [
        ["f0", "long-text", "What should change", false],
        ["f1", "text", "Only one section", false],
        ["f2", "long-text", "Only some items", false],
        ["f3", "text", "Tags", false],
      ],
    ],
    ["edit-accept", [["f0", "long-text", "What is accepted", true]]],
    ["ask", [["f0", "long-text", "Your question", true]]],
  ])("to %s has these fields", (type, fields) => {
    expect(outline(formFor(gateFor(type), { type }))).toEqual(fields);
  });

  it.each<[FormPurpose["type"], FormValues, Json]>([
    ["accept", { f0: "Fine by me" }, { action: "accept", feedback: "Fine by me" }],
    ["accept", { f0: " \n" }, { action: "accept" }],
    ["accept", {}, { action: "accept" }],
    ["override", { f0: "Bank closes" }, { action: "accept", feedback: "Bank closes" }],
    ["reject", { f0: "VAT missing" }, { action: "reject", feedback: "VAT missing" }],
    ["reject", { f0: "" }, { action: "reject" }],
    ["edit-accept", { f0: "y" }, { action: "edit-accept", editedArtifactData: "y" }],
    ["ask", { f0: "Which VAT?" }, { action: "ask", question: "Which VAT?" }],
    [
      "refine",
      { f3: "tone" },
      { action: "refine", refineFeedback: { scope: "whole", tags: ["tone"] } },
    ],
    [
      "refine",
      { f0: "Shorter", f1: " headline ", f2: "", f3: "tone, , too long\n,cold" },
      {
        action: "refine",
        refineFeedback: {
          text: "Shorter",
          scope: "section",
          sectionPath: "headline",
          tags: ["tone", "too long", "cold"],
        },
      },
    ],
    [
      "refine",
      { f0: "Again", f1: "", f2: "a-1\r\nb-2", f3: " , " },
      {
        action: "refine",
        refineFeedback: { text: "Again", scope: "items", itemIds: ["a-1", "b-2"] },
      },
    ],
  ])("to %s reads %j", (type, values, value) => {
    expect(valueOf(gateFor(type), type, values)).toEqual(value);
  });

  it.each<[FormPurpose["type"], FormValues, string, RegExp]>([
    ["override", { f0: " " }, "f0", /at least one word/],
    ["ask", {}, "f0", /at least one word/],
    // Whoever gets it back has to know what to do.
    ["refine", { f1: "2.1", f3: " , " }, "f0", /so are the tags\. Write a sentence, or a tag\./],
    ["refine", { f0: "x", f1: "headline", f2: "a" }, "f2", /A section is named, too.* Empty one/],
    ["accept", { f0: "\ud83d" }, "f0", /half a character/],
  ])("to %s tells at the field what is wrong with %j", (type, values, field, sentence) => {
    expect(problemsOf(gateFor(type), type, values)).toEqual([
      { field, sentence: expect.stringMatching(sentence) as string },
    ]);
  });

  it.each(ACTIONS)("to %s is there only where the engine allows it", (action) => {
    const others = ACTIONS.filter((each) => each !== action);
    const payload = approval({ actions: others });
    expect(formFor(payload, { type: action })).toBeUndefined();
    expect(readForm(payload, { type: action }, {})).toBeUndefined();
    expect(fieldOfPath(payload, { type: action }, ["feedback"])).toBeUndefined();
  });

  it("has no comment where that would be taken for the reason of an override", () => {
    expect(formFor(BYPASS, { type: "accept" })).toBeUndefined();
    const resumeSchema = { required: ["feedback"] };
    expect(outline(formFor({ ...BYPASS, resumeSchema }, { type: "accept" }))).toEqual([
      ["f0", "long-text", "Comment", true],
    ]);
  });

  it("overrides only where the engine lets somebody", () => {
    expect(formFor(approval(), { type: "override" })).toBeUndefined();
    expect(formFor(approval({ requiredApprovals: 2 }), { type: "override" })).toBeUndefined();
  });

  it("is not for answering", () => {
    expect(formFor(ALL, { type: "answer" })).toBeUndefined();
    expect(formFor(question(), { type: "accept" })).toBeUndefined();
  });
});

describe("a form on an approval whose schema asks for more", () => {
  const schema = (more: Record<string, Json>): Payload => ({ ...ALL, resumeSchema: more });

  it("has a field for each required member, before what is optional", () => {
    const payload = schema({
      required: ["action", "decidedAt", "costCenter", "approvedOn"],
      properties: {
        approvedOn: { type: "string", format: "date", title: "Approved on" },
        costCenter: { $ref: "#/$defs/center" },
        note: { type: "string" },
      },
      $defs: { center: { enum: ["A", "B"] } },
    });
    expect(outline(formFor(payload, { type: "accept" }))).toEqual([
      ["f0", "choice", "Cost center", true],
      ["f1", "date", "Approved on", true],
      ["f2", "long-text", "Comment", false],
    ]);
    const values = { f0: "o1", f1: "2026-03-31", f2: "" };
    expect(valueOf(payload, "accept", values)).toEqual({
      action: "accept",
      costCenter: "B",
      approvedOn: "2026-03-31",
    });
    // The one thing that matters stays first.
    const bypass = { ...BYPASS, resumeSchema: payload.resumeSchema } as Payload;
    expect(outline(formFor(bypass, { type: "override" }))?.[0]?.[2]).toBe("Reason");
    expect(outline(formFor(payload, { type: "edit-accept" }))?.[0]?.[2]).toBe("What is accepted");
    expect(outline(formFor(payload, { type: "refine" }))?.[1]?.[2]).toBe("Cost center");
    // A question leaves the request open.
    expect(outline(formFor(payload, { type: "ask" }))).toHaveLength(1);
    expect(fieldOfPath(payload, { type: "accept" }, ["approvedOn"])).toBe("f1");
  });

  it("asks for the feedback as the schema does", () => {
    const payload = schema({
      required: ["feedback"],
      properties: { feedback: { type: "string", maxLength: 80, description: "For the customer" } },
    });
    expect(formFor(payload, { type: "reject" })?.fields).toEqual([
      {
        id: "f0",
        label: "Reason",
        hint: "For the customer",
        required: true,
        type: "text",
        maxLength: 80,
      },
    ]);
  });

  it("does not ask for feedback that a closed schema has no place for", () => {
    const payload = schema({ additionalProperties: false, properties: { action: {} } });
    expect(formFor(payload, { type: "accept" })).toBeUndefined();
    const bypass = { ...BYPASS, resumeSchema: payload.resumeSchema } as Payload;
    expect(outline(formFor(bypass, { type: "override" }))).toHaveLength(1);
  });

  it("is not there for more than a form can hold", () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`);
    expect(formFor(schema({ required: names(26) }), { type: "accept" })).toBeUndefined();
    expect(formFor(schema({ required: names(25) }), { type: "accept" })?.fields).toHaveLength(26);
  });
});

describe("a form for an answer", () => {
  it("asks a question in its own words", () => {
    const payload = question("Which evening?");
    expect(formFor(payload, { type: "answer" })).toEqual({
      title: "Answer",
      submit: "Send answer",
      note: "Closing this decides nothing.",
      fields: [
        { id: "f0", label: "Which evening?", required: true, type: "long-text", maxLength: 10_000 },
      ],
    });
    expect(valueOf(payload, "answer", { f0: "Friday" })).toEqual({ answers: { q: "Friday" } });
  });

  it("shows a long question whole, once, above a field with a name of ours", () => {
    const text = `Which evening\nof the week ${"is best ".repeat(10)}?`;
    const [field] = formFor(question(text), { type: "answer" })?.fields ?? [];
    expect(field?.label).toBe("Your answer");
    expect(field?.whole).toBe(text);
    const several = payloadOf("clarification", {
      questions: [
        { id: "a", question: "Where?" },
        { id: "b", question: text },
      ],
    });
    expect(formFor(several, { type: "answer" })?.fields).toMatchObject([
      { label: "Where?" },
      { label: "Answer 2", whole: text },
    ]);
    const turn = payloadOf("conversation.exchange", { prompt: text });
    for (const payload of [turn, { ...turn, resumeSchema: { type: "string" } }]) {
      const [asked] = formFor(payload, { type: "answer" })?.fields ?? [];
      expect(asked).toMatchObject({ label: "Your answer", whole: text });
    }
  });

  it("has a field for each question, by its schema", () => {
    const payload = payloadOf("clarification", {
      questions: [
        { id: "__proto__", question: "Region?", schema: { enum: ["eu", "us"] } },
        { id: "n", question: "How many?", schema: { type: "integer", minimum: 1 } },
        { id: "tags", question: "Tags?", schema: { type: "array", items: { type: "string" } } },
      ],
    });
    const form = formFor(payload, { type: "answer" });
    // The questions say what is asked.
    expect(form?.intro).toBeUndefined();
    expect(outline(form)).toEqual([
      ["f0", "choice", "Region?", true],
      ["f1", "integer", "How many?", true],
      ["f2", "long-text", "Tags?", false],
    ]);
    const value = valueOf(payload, "answer", { f0: "o0", f1: "3", f2: "" });
    // Every question is answered, and by a member of its own even where its name is __proto__.
    expect(JSON.stringify(value)).toBe('{"answers":{"__proto__":"eu","n":3,"tags":[]}}');
    expect(problemsOf(payload, "answer", { f1: "many" }).map(({ field }) => field)).toEqual([
      "f0",
      "f1",
    ]);
    expect(fieldOfPath(payload, { type: "answer" }, ["answers", "tags", 0])).toBe("f2");
  });

  it.each<[string, Json, Json]>([
    ["a schema with answers", { properties: { answers: {} }, additionalProperties: false }, 0],
    ["an open schema", { type: "object" }, 0],
    ["no type", {}, 0],
    ["one type of several", { type: ["null", "object"] }, 0],
    ["a closed map", { properties: { q: {} }, additionalProperties: false }, { q: "Fri" }],
    ["a required member", { required: ["q"] }, { q: "Fri" }],
    ["a text", { type: "string" }, "Fri"],
    ["named texts", { enum: ["Thu", "Fri"] }, "Fri"],
    ["one text", { const: "Fri" }, "Fri"],
  ])("of one question takes the shape that fits %s", (_, resumeSchema, expected) => {
    const payload = { ...question(), resumeSchema } as Payload;
    const [field] = formFor(payload, { type: "answer" })?.fields ?? [];
    const options = field !== undefined && "options" in field ? field.options : [];
    const given = options.find(({ label }) => label === "Fri")?.value ?? "Fri";
    expect(field?.label).toBe("Which evening?");
    expect(valueOf(payload, "answer", { f0: given })).toEqual(
      expected === 0 ? { answers: { q: "Fri" } } : expected,
    );
  });

  it("of a conversation is in words, or follows the schema of its turn", () => {
    const prompt = "What should the letter say?";
    const free = payloadOf("conversation.exchange", { prompt });
    expect(outline(formFor(free, { type: "answer" }))).toEqual([["f0", "long-text", prompt, true]]);
    expect(valueOf(free, "answer", { f0: "Thanks" })).toBe("Thanks");
    const bound = payloadOf("conversation.exchange", {
      prompt,
      outcomeSchema: { type: "boolean" },
    });
    expect(outline(formFor(bound, { type: "answer" }))).toEqual([["f0", "boolean", prompt, true]]);
    expect(valueOf(bound, "answer", { f0: "false" })).toBe(false);
  });

  it.each([
    ["custom", "vote"],
    ["low-confidence", "agent is not sure"],
    ["conversation.start", "c"],
    ["conversation.close", "c"],
  ] as const)("of %s follows the schema", (kind, intro) => {
    const resumeSchema = {
      type: "object",
      properties: { go: { type: "boolean" }, why: { type: "string" } },
      required: ["go"],
    };
    const payload = { ...payloadOf(kind), resumeSchema } as Payload;
    const form = formFor(payload, { type: "answer" });
    expect(outline(form)).toEqual([
      ["f0", "boolean", "Go", true],
      ["f1", "long-text", "Why", false],
    ]);
    expect(form?.intro).toBe(intro);
    expect(valueOf(payload, "answer", { f0: "true", f1: "" })).toEqual({ go: true });
    expect(formFor(payloadOf(kind), { type: "answer" })).toBeUndefined();
  });

  it("may be empty where nothing is required", () => {
    const resumeSchema = { properties: { why: { type: "string" } } };
    const payload = { ...payloadOf("custom"), resumeSchema } as Payload;
    expect(valueOf(payload, "answer", {})).toEqual({});
  });

  it.each(["external-event", "conversation.start", "conversation.close"] as const)(
    "of %s does not exist",
    (kind) => {
      expect(formFor(payloadOf(kind), { type: "answer" })).toBeUndefined();
    },
  );
});

describe("the field of a place", () => {
  it.each<[FormPurpose["type"], (string | number)[], string | undefined]>([
    ["refine", ["refineFeedback", "tags", 3], "f3"],
    ["refine", ["refineFeedback", "itemIds", 0], "f2"],
    // It has no field: it follows from the others.
    ["refine", ["refineFeedback", "scope"], undefined],
    // Several fields are in it.
    ["refine", ["refineFeedback"], undefined],
    ["refine", [], undefined],
    ["refine", ["action"], undefined],
    // Only one is.
    ["accept", [], "f0"],
    ["edit-accept", ["editedArtifactData", "lines", 0], "f0"],
  ])("of %s at %j is %s", (type, path, field) => {
    expect(fieldOfPath(ALL, { type }, path)).toBe(field);
  });
});

describe("any form", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.constantFrom("\u202e", "\n", "x".repeat(300), "__proto__", "@everyone", "<!channel>"),
  );
  const json = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }) as fc.Arbitrary<Json>;
  const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      json,
      fc.record(
        {
          type: fc.oneof(
            fc.constantFrom("object", "string", "integer", "number", "boolean", "array", "null"),
            json,
          ),
          title: fc.oneof(text, json),
          description: text,
          properties: fc.dictionary(text, tie("schema"), { maxKeys: 6 }),
          required: fc.oneof(fc.array(text, { maxLength: 4 }), json),
          items: tie("schema"),
          enum: fc.oneof(fc.array(json, { maxLength: 5 }), json),
          oneOf: fc.array(tie("schema"), { maxLength: 3 }),
          default: json,
          format: fc.constantFrom("date", "time", "email", "uri", "constructor"),
          maxLength: fc.oneof(fc.integer(), json),
          minimum: fc.oneof(fc.double(), json),
          $ref: fc.constantFrom("#", "#/properties", "#/$defs/a", "#/%", "https://x.test", "#a"),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
    ),
  })).schema;

  const isClean = (line: string, max: number) => {
    expect(line).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e]/);
    expect(line.trim()).not.toBe("");
    expect(characters(line)).toBeLessThanOrEqual(max);
  };

  it("is clean and bounded, and can be read, whatever an engine sends", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(KINDS) as Payload["kind"][])),
        fc.dictionary(text, schema, { maxKeys: 4 }),
        schema,
        text,
        (kind, resumeSchema, other, words) => {
          const base = kind === "approval" ? ALL : payloadOf(kind);
          const payload = {
            ...base,
            resumeSchema: typeof other === "object" && other !== null ? other : resumeSchema,
            data: { ...base.data, title: words, prompt: words },
          } as unknown as Payload;
          for (const type of PURPOSES) {
            const form = formFor(payload, { type });
            if (form === undefined) continue;
            expect(characters(form.title)).toBeLessThanOrEqual(24);
            expect(characters(form.submit)).toBeLessThanOrEqual(24);
            expect(form.fields.length).toBeGreaterThan(0);
            for (const [index, field] of form.fields.entries()) {
              expect(field.id).toBe(`f${index}`);
              isClean(field.label, 45);
              if (field.hint !== undefined) isClean(field.hint, 100);
              if ("options" in field) {
                expect(field.options.length).toBeGreaterThan(0);
                for (const { label } of field.options) isClean(label, 75);
              }
            }
            const filled = form.fields.map(({ id, initial = words }) => [id, initial]);
            expect(readForm(payload, { type }, Object.fromEntries(filled))).toBeDefined();
            expect(readForm(payload, { type }, {})).toBeDefined();
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
