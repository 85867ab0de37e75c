import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json.ts";
import type { Payload } from "../../../src/core/payload.ts";
import type { FormField, Given } from "../../../src/presentation/form.ts";
import { formFor, readForm } from "../../../src/presentation/form-filling.ts";
import { payloadOf } from "../core/samples.ts";

type JsonObject = Readonly<Record<string, Json>>;

const ANSWER = { type: "answer" } as const;
const asking = (resumeSchema: JsonObject) => ({ ...payloadOf("custom"), resumeSchema }) as Payload;
const fieldsOf = (schema: JsonObject) => formFor(asking(schema), ANSWER)?.fields ?? [];
/** The one field of a schema, without what every field has. */
function inputOf(schema: JsonObject) {
  const [field, ...others] = fieldsOf(schema);
  expect(others).toEqual([]);
  const { id: _id, label: _label, required: _required, ...input } = field as FormField;
  return input;
}
const read = (schema: JsonObject, given: Given) => readForm(asking(schema), ANSWER, { f0: given });
const JSON_HINT = 'JSON, like {"amount": 12}';
const LIST_HINT = 'JSON, like [{"amount": 12}]';

describe("one value of a schema", () => {
  it.each<[JsonObject, unknown]>([
    [{ type: "string" }, { type: "long-text" }],
    [
      { type: "string", maxLength: 301 },
      { type: "long-text", maxLength: 301 },
    ],
    [
      { type: "string", maxLength: 300 },
      { type: "text", maxLength: 300 },
    ],
    [
      { type: "string", minLength: 2, maxLength: 5 },
      { type: "text", minLength: 2, maxLength: 5 },
    ],
    [{ type: "string", pattern: "^[A-Z]+$" }, { type: "text" }],
    [{ type: "string", format: "uuid" }, { type: "text" }],
    // Names that every JavaScript object has are formats like any other.
    [{ type: "string", format: "constructor" }, { type: "text" }],
    [
      { type: "string", maxLength: 9, default: "two\nlines" },
      { type: "long-text", maxLength: 9, initial: "two\nlines" },
    ],
    // What does not fit is not filled in: a platform would refuse the whole form.
    [
      { type: "string", maxLength: 3, default: "four" },
      { type: "text", maxLength: 3 },
    ],
    // No text has such a length; as if the schema named none.
    [{ type: "string", maxLength: 0 }, { type: "long-text" }],
    [{ type: "string", minLength: 5, maxLength: 3 }, { type: "long-text" }],
    [{ type: "string", default: 7 }, { type: "long-text" }],
    [
      { type: "string", format: "email" },
      { type: "email", hint: "Like ada@example.com" },
    ],
    [
      { type: "string", format: "uri" },
      { type: "url", hint: "Like https://example.com/page" },
    ],
    [
      { type: "string", format: "date", default: "2026-03-31" },
      { type: "date", hint: "Like 2026-03-31", initial: "2026-03-31" },
    ],
    [
      { type: "string", format: "time", description: "When to pay" },
      { type: "time", hint: "When to pay · Like 14:30, in UTC, or 14:30+02:00" },
    ],
    [
      { type: "integer", minimum: 1, maximum: 9, default: 3 },
      { type: "integer", minimum: 1, maximum: 9, hint: "From 1 to 9", initial: "3" },
    ],
    // The whole numbers beside the bounds.
    [
      { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 },
      { type: "integer", minimum: 1, maximum: 9, hint: "From 1 to 9" },
    ],
    [
      { type: "integer", minimum: 0.5, maximum: 9.5, default: 1.5 },
      { type: "integer", minimum: 1, maximum: 9, hint: "From 1 to 9" },
    ],
    [
      { type: "number", minimum: 0.5, exclusiveMaximum: 2 },
      { type: "number", minimum: 0.5, hint: "At least 0.5" },
    ],
    [
      { type: "number", maximum: 1200, description: "In euros" },
      { type: "number", maximum: 1200, hint: "In euros · At most 1200" },
    ],
    [{ type: "number", minimum: 3, maximum: 2 }, { type: "number" }],
    [
      { type: "boolean", default: true },
      {
        type: "boolean",
        initial: "true",
        options: [
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ],
      },
    ],
    [
      { enum: ["eu", 7, null, ""], default: 7 },
      {
        type: "choice",
        initial: "o1",
        options: [
          { value: "o0", label: "eu" },
          { value: "o1", label: "7" },
          { value: "o2", label: "null" },
          { value: "o3", label: "(empty)" },
        ],
      },
    ],
    [{ const: "yes" }, { type: "choice", initial: "o0", options: [{ value: "o0", label: "yes" }] }],
    [{ const: null }, { type: "choice", initial: "o0", options: [{ value: "o0", label: "null" }] }],
    [
      { oneOf: [{ const: 1, title: "One", description: "The least" }, { const: 2 }] },
      {
        type: "choice",
        options: [
          { value: "o0", label: "One", description: "The least" },
          { value: "o1", label: "2" },
        ],
      },
    ],
    [
      {
        type: "array",
        items: { $ref: "#/$defs/a" },
        minItems: 1,
        maxItems: 2,
        default: ["y"],
        $defs: { a: { enum: ["x", "y"] } },
      },
      {
        type: "choices",
        minItems: 1,
        maxItems: 2,
        initial: ["o1"],
        options: [
          { value: "o0", label: "x" },
          { value: "o1", label: "y" },
        ],
      },
    ],
    [
      { type: "array", items: { type: "string" }, default: ["a b", "c"] },
      { type: "long-text", hint: "One a line.", initial: "a b\nc" },
    ],
    [
      { type: "array", items: { type: "string" }, default: ["a\nb"] },
      { type: "long-text", hint: "One a line." },
    ],
    [
      { type: "array", items: { type: "object" } },
      { type: "json", hint: LIST_HINT },
    ],
    [
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" } },
      { type: "json", hint: LIST_HINT },
    ],
    [
      { type: ["string", "null"], default: null },
      { type: "json", hint: JSON_HINT, initial: "null" },
    ],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: "json", hint: JSON_HINT }],
    [
      { type: "object", default: { a: [1] } },
      { type: "json", hint: JSON_HINT, initial: '{\n  "a": [\n    1\n  ]\n}' },
    ],
    [{}, { type: "json", hint: JSON_HINT }],
    [{ const: { a: 1 } }, { type: "json", hint: JSON_HINT, initial: '{\n  "a": 1\n}' }],
    [{ enum: ["a", ["b"]] }, { type: "json", hint: JSON_HINT }],
    [{ enum: [] }, { type: "json", hint: JSON_HINT }],
    // Too many to choose from: written, and checked by the core.
    [
      { type: "string", maxLength: 9, enum: Array.from({ length: 101 }, (_, at) => `${at}`) },
      { type: "text", maxLength: 9 },
    ],
  ])("%j is filled in as %j", (schema, input) => {
    expect(inputOf(schema)).toEqual(input);
  });

  it.each<[JsonObject, Given, Json]>([
    [{ type: "string" }, " as it is \n", " as it is \n"],
    // A keyboard's space behind a word.
    [{ type: "string", maxLength: 20 }, "Ada ", "Ada"],
    // Nobody changed it: exactly the default, which the platform trimmed.
    [{ type: "string", maxLength: 20, default: " a " }, "a", " a "],
    [{ type: "integer" }, " +12 ", 12],
    // JSON Schema: a number without a fraction is an integer.
    [{ type: "integer" }, "1.0", 1],
    [{ type: "integer" }, "-1e3", -1000],
    [{ type: "number" }, "0.25", 0.25],
    [{ type: "boolean" }, "false", false],
    [{ enum: ["eu", null] }, "o1", null],
    [{ enum: ["eu", null] }, ["o0"], "eu"],
    [{ type: "array", items: { enum: ["x", "y", "z"] } }, ["o2", "o0"], ["x", "z"]],
    [{ type: "array", items: { enum: ["x", "y", "z"] } }, "o1", ["y"]],
    [{ type: "array", items: { enum: ["x"] } }, [], []],
    [{ type: "array", items: { type: "string" } }, " a \r\n\n b c\n", ["a", "b c"]],
    [{ type: "array", items: { type: "string" } }, "", []],
    [{}, ' {"a": [1]} ', { a: [1] }],
    [{ type: "string", format: "email" }, "ada@example.com ", "ada@example.com"],
    [{ type: "string", format: "uri" }, "https://example.com/a?b#c", "https://example.com/a?b#c"],
    [{ type: "string", format: "date" }, "2024-02-29", "2024-02-29"],
    // RFC 3339 wants seconds and an offset.
    [{ type: "string", format: "time" }, "14:30", "14:30:00Z"],
    [{ type: "string", format: "time" }, "09:05:07.25+02:00", "09:05:07.25+02:00"],
    [{ type: "string", format: "time" }, "23:59z", "23:59:00Z"],
  ])("%j reads %j as %j", (schema, given, value) => {
    expect(read(schema, given)).toEqual({ ok: true, value });
  });

  it.each<[JsonObject, Given, RegExp]>([
    [{ type: "string" }, " \u200b", /empty.*at least one word/],
    [{ type: "integer" }, "", /for example 12\./],
    [{ type: "integer" }, "1.5", /whole number.*for example 1250\./],
    [{ type: "integer" }, "1 000", /without spaces or commas/],
    [{ type: "integer" }, "0x10", /whole number/],
    [{ type: "integer" }, "007", /whole number/],
    [{ type: "integer" }, "9007199254740993", /too long to be exact/],
    [{ type: "number" }, "1,5", /point before decimals, for example 1250\.5/],
    // An example that would pass: the usual one, or the bound that it lies beyond.
    [{ type: "integer", minimum: 1, maximum: 80 }, "many", /for example 80\./],
    [{ type: "integer", minimum: 1, maximum: 80 }, "", /for example 12\./],
    [{ type: "integer", minimum: 2000 }, "1.5", /for example 2000\./],
    [{ type: "integer", minimum: 2000 }, "", /for example 2000\./],
    [{ type: "number", maximum: 0.5 }, "1,5", /for example 0\.5\./],
    [{ type: "number", maximum: 0.5 }, "", /for example 0\.5\./],
    [{ type: "number" }, "1e999", /too long to be exact/],
    [{ type: "number" }, "Infinity", /not a number/],
    [{ type: "number" }, ".5", /not a number/],
    [{ type: "boolean" }, "yes", /none of the options/],
    [{ enum: ["eu"] }, "eu", /none of the options/],
    [{ enum: ["eu", "us"] }, ["o0", "o1"], /single option/],
    [{ enum: ["eu"] }, [], /Choose one/],
    [{ type: "array", items: { enum: ["x"] } }, ["o0", "o7"], /none of the options/],
    [{ type: "array", minItems: 1, items: { enum: ["x"] } }, [], /at least one/],
    [{ type: "array", minItems: 1, items: { type: "string" } }, "", /empty/],
    [{ type: "string", format: "email" }, "ada", /for example ada@example\.com/],
    [{ type: "string", format: "email" }, "a b@example.com", /e-mail/],
    [{ type: "string", format: "uri" }, "example.com", /for example https:/],
    [{ type: "string", format: "uri" }, "https://a b", /web address/],
    [{ type: "string", format: "date" }, "2026-02-29", /no such date.*2026-03-31/],
    [{ type: "string", format: "date" }, "31.3.2026", /no such date/],
    [{ type: "string", format: "date" }, "2026-00-10", /no such date/],
    [{ type: "string", format: "time" }, "24:00", /no such time.*14:30/],
    [{ type: "string", format: "time" }, "2 pm", /no such time/],
    [{}, "{a: 1}", /not valid JSON.*for example/],
    [{}, "12345678901234567890", /too long to be exact/],
    [{}, "\ud83d", /half a character/],
  ])("%j does not read %j", (schema, given, sentence) => {
    expect(read(schema, given)).toEqual({
      ok: false,
      problems: [{ field: "f0", sentence: expect.stringMatching(sentence) as string }],
    });
  });

  it("never says again what was typed", () => {
    for (const schema of [{ type: "integer" }, { type: "string", format: "date" }, {}]) {
      expect(JSON.stringify(read(schema, "hunter2"))).not.toContain("hunter2");
    }
  });
});

describe("an object of a schema", () => {
  const names = (schema: JsonObject) => fieldsOf(schema).map(({ label }) => label);

  it("has a field for each member, required ones first", () => {
    const fields = fieldsOf({
      type: "object",
      properties: {
        note: { type: "string", title: "Note to the bank", description: "Shown to them." },
        due_date: { type: "string", format: "date" },
        customerID: { type: "string", maxLength: 20 },
      },
      required: ["customerID", "undescribed"],
      default: { note: "Hello" },
    });
    expect(fields).toEqual([
      { id: "f0", label: "Customer ID", required: true, type: "text", maxLength: 20 },
      { id: "f1", label: "Undescribed", required: true, type: "json", hint: JSON_HINT },
      {
        id: "f2",
        label: "Note to the bank",
        hint: "Shown to them.",
        required: false,
        type: "long-text",
        initial: "Hello",
      },
      { id: "f3", label: "Due date", required: false, type: "date", hint: "Like 2026-03-31" },
    ]);
  });

  it("leaves out what was left empty, except lists that have to be there", () => {
    const list = { type: "array", items: { type: "string" } };
    const payload = asking({ properties: { a: list, b: list, c: {} }, required: ["b"] });
    expect(readForm(payload, ANSWER, { f0: "", f1: "", f2: "" })).toEqual({
      ok: true,
      value: { b: [] },
    });
  });

  it.each<[string, JsonObject, string[]]>([
    [
      "a reference beside a title",
      { properties: { a: { $ref: "#/$defs/x~1y", title: "Mine" } }, $defs: { "x/y": {} } },
      ["Mine"],
    ],
    [
      "a reference to the whole",
      { $ref: "#/$defs/o", $defs: { o: { properties: { a: {} } } } },
      ["A"],
    ],
    [
      "an allOf of one",
      { allOf: [{ $ref: "#/definitions/o" }], definitions: { o: { properties: { b: {} } } } },
      ["B"],
    ],
    ["a circle", { $ref: "#" }, ["Your answer"]],
    [
      "a longer circle",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      ["Your answer"],
    ],
    ["a tree", { properties: { kids: { type: "array", items: { $ref: "#" } } } }, ["Kids"]],
    ["a reference elsewhere", { $ref: "https://example.com/schema" }, ["Your answer"]],
    ["a reference that is no text", { $ref: 7 }, ["Your answer"]],
    ["a reference to nothing", { $ref: "#/%" }, ["Your answer"]],
    [
      "a reference into a list",
      { $ref: "#/anyOf/0", anyOf: [{ properties: { a: {} } }] },
      ["Your answer"],
    ],
    [
      "shapes to choose from",
      { properties: { a: {} }, oneOf: [{ properties: { b: {} } }, { properties: { c: {} } }] },
      ["Your answer"],
    ],
    [
      "a shape on a condition",
      { properties: { a: {} }, else: { properties: { b: {} } } },
      ["Your answer"],
    ],
    [
      "conditions about members that are there",
      { properties: { a: {} }, anyOf: [{ required: ["a"] }] },
      ["A"],
    ],
    ["no members", { type: "object", properties: {} }, ["Your answer"]],
    [
      "members named like JavaScript's own",
      { properties: { constructor: {}, toString: {} } },
      ["Constructor", "To string"],
    ],
  ])("is drawn for %s", (_, schema, labels) => {
    expect(names(schema)).toEqual(labels);
  });

  it("is one JSON text when it has more than 25 members", () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, {}]));
    expect(names({ properties: members(25) })).toHaveLength(25);
    expect(names({ title: "All", properties: members(26) })).toEqual(["All"]);
  });

  it("says whole, beside it, what label and hint had to cut", () => {
    const [field] = fieldsOf({
      properties: {
        a: {
          type: "string",
          title: "T".repeat(46),
          description: "Why\n".repeat(30),
          format: "date",
        },
      },
    });
    expect(field?.label).toBe(`${"T".repeat(45 - 1)}…`);
    // What stands whole above the field is not said at it once more.
    expect(field?.hint).toBe("Like 2026-03-31");
    expect(field?.whole).toBe(`${"T".repeat(46)}\n\n${"Why\n".repeat(30).trim()}`);
    const [short] = fieldsOf({
      properties: { a: { type: "string", title: "Short", description: "Why\n".repeat(30) } },
    });
    expect(short).toMatchObject({ label: "Short", whole: "Why\n".repeat(30).trim() });
  });

  it("says whole, beside it, the options that are too long for their place", () => {
    // Alike for longer than an option is: 75 characters, and that is a platform's rule.
    const values = ["north", "south"].map(
      (end) => `${"The supplier of paper in the ".repeat(10)}${end}`,
    );
    const [field] = fieldsOf({ properties: { where: { enum: [...values, "nowhere"] } } });
    if (field?.type !== "choice") throw new Error("it is a choice");
    expect(field.options.map(({ label }) => label.slice(0, 8))).toEqual([
      "1. The s",
      "2. The s",
      "3. nowhe",
    ]);
    expect(field.options.every(({ label }) => label.length <= 75)).toBe(true);
    expect(field.whole).toBe(`1. ${values[0]}\n2. ${values[1]}`);
  });

  it("says of more such options less of each, and nothing where an option itself says as much", () => {
    const whole = (count: number) => {
      const values = Array.from({ length: count }, (_, index) => `${"x".repeat(190)} ${index}`);
      const [field] = fieldsOf({
        properties: { some: { type: "array", items: { enum: values }, title: "T".repeat(50) } },
      });
      return field?.whole ?? "";
    };
    // 1,000 characters are left beside a title that was cut: nine lines of 110, and no list of 100.
    expect(whole(9).split("\n").slice(2)).toEqual(
      Array.from({ length: 9 }, (_, index) => `${index + 1}. ${"x".repeat(107 - 1)}…`),
    );
    expect(whole(100)).toBe("T".repeat(50));
  });

  it("has no option more than a list can hold, and leaves none out", () => {
    // Slack's lists hold 100 options of 75 characters; one more choice is typed instead.
    for (const count of [24, 25, 26, 100, 101]) {
      const values = Array.from({ length: count }, (_, index) => `${"v".repeat(150)} ${index}`);
      const [field] = fieldsOf({ properties: { one: { type: "string", enum: values } } });
      if (field?.type === "choice") {
        expect(field.options.map(({ value }) => value)).toEqual(values.map((_, at) => `o${at}`));
      } else expect([count, field?.type]).toEqual([101, "long-text"]);
    }
  });
});
