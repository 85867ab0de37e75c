import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json.ts";
import type { FormField, FormValues } from "../../../src/presentation/form.ts";
import { formFor, readForm } from "../../../src/presentation/form-filling.ts";
import { joinPieces, splitText } from "../../../src/presentation/pieces.ts";
import { approval } from "../core/samples.ts";

const EDIT = { type: "edit-accept" } as const;

const editOf = (artifactData: Json) => approval({ actions: ["edit-accept"], artifactData });
const fieldsOf = (artifact: Json) => formFor(editOf(artifact), EDIT)?.fields ?? [];
const initials = (artifact: Json): FormValues =>
  Object.fromEntries(fieldsOf(artifact).map(({ id, initial = "" }) => [id, initial]));

/** The edited artifact that these values mean. */
function edited(artifact: Json, values: FormValues): Json | undefined {
  const read = readForm(editOf(artifact), EDIT, values);
  if (read === undefined || !read.ok) throw new Error(JSON.stringify(read?.problems));
  expect(Object.keys(read.value as object)).toEqual(["action", "editedArtifactData"]);
  return (read.value as { readonly editedArtifactData: Json }).editedArtifactData;
}

const sentences = (artifact: Json, values: FormValues) => {
  const read = readForm(editOf(artifact), EDIT, { ...initials(artifact), ...values });
  return read?.ok === false ? read.problems : [];
};

/** As a platform may hand an input back: other line ends, and no space at the ends. */
const mangled = (text: string) => text.replace(/\r\n?/g, "\n").trim();

const unicode = fc.oneof(
  fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
  fc.string({ unit: fc.constantFrom("a", " ", "\n", "\r\n", "\r", "😀", "\u200b", '"', "1") }),
  fc.constantFrom("", " ", "   ", "\r\n", "null", "1e3", '{"a":1}', " x ", "true", "-0"),
);
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 0, 1e21, 1e-7, Number.MAX_SAFE_INTEGER),
);
const { value: anyJson } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    unicode,
    numbers,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(
        fc.tuple(fc.oneof(unicode, fc.constantFrom("__proto__", "toString", "1")), tie("value")),
        {
          maxLength: 30,
        },
      )
      .map((members) => Object.fromEntries(members) as Json),
  ),
}));

/** Exactly the same, with the order of members: what toStrictEqual does not look at. */
function expectSame(actual: Json | undefined, expected: Json) {
  expect(actual).toStrictEqual(expected);
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
}

describe("an artifact that nobody changed", () => {
  it("comes back exactly, whatever a platform does to inputs", () => {
    fc.assert(
      fc.property(anyJson, (artifact) => {
        const shown = initials(artifact);
        expectSame(edited(artifact, shown), artifact);
        const back = Object.entries(shown).map(([id, text]) => [id, mangled(String(text))]);
        expectSame(edited(artifact, Object.fromEntries(back) as FormValues), artifact);
        expectSame(edited(artifact, {}), artifact);
      }),
      { numRuns: 500 },
    );
  });

  it("comes back exactly in pieces", () => {
    fc.assert(
      fc.property(anyJson, (artifact) => {
        const shown = Object.entries(initials(artifact)).map(([id, text]) => {
          const pieces = splitText(String(text), 20, "code-points") ?? [String(text)];
          return [id, joinPieces(pieces, pieces.map(mangled))] as const;
        });
        expectSame(edited(artifact, Object.fromEntries(shown)), artifact);
      }),
    );
  });

  it("keeps a member named __proto__", () => {
    const artifact = JSON.parse('{"b":" x ","__proto__":{"n":-0},"a":"y"}') as Json;
    const values = { ...initials(artifact), f2: "changed" };
    expect(JSON.stringify(edited(artifact, values))).toBe(
      '{"b":" x ","__proto__":{"n":0},"a":"changed"}',
    );
  });
});

describe("the fields of an artifact", () => {
  it("are one for each member, filled in with what it holds", () => {
    const artifact = {
      name: "INV-42",
      amount: 12.5,
      paid: false,
      note: "Two\nlines",
      due: null,
      lines: [{ sum: 1 }],
    };
    expect(fieldsOf(artifact)).toEqual([
      { id: "f0", label: "name", required: false, type: "text", initial: "INV-42" },
      { id: "f1", label: "amount", required: true, type: "number", initial: "12.5" },
      {
        id: "f2",
        label: "paid",
        required: true,
        type: "boolean",
        options: [
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ],
        initial: "false",
      },
      { id: "f3", label: "note", required: false, type: "long-text", initial: "Two\nlines" },
      {
        id: "f4",
        label: "due",
        hint: 'JSON, like {"amount": 12}',
        required: true,
        type: "json",
        initial: "null",
      },
      {
        id: "f5",
        label: "lines",
        hint: 'JSON, like [{"amount": 12}]',
        required: true,
        type: "json",
        initial: '[\n  {\n    "sum": 1\n  }\n]',
      },
    ]);
  });

  it.each<[string, Json, FormField["type"][]]>([
    ["a text", "short", ["long-text"]],
    ["a list", [1], ["json"]],
    ["nothing", null, ["json"]],
    ["a number", 7, ["number"]],
    ["an empty object", {}, ["json"]],
    ["300 characters in a line", { a: "😀".repeat(300) }, ["text"]],
    ["301 characters in a line", { a: "x".repeat(301) }, ["long-text"]],
    [
      "25 members",
      Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`m${at}`, 1])),
      Array.from({ length: 25 }, () => "number"),
    ],
    [
      "26 members",
      Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`m${at}`, 1])),
      ["json"],
    ],
  ])("of %s", (_, artifact, types) => {
    expect(fieldsOf(artifact).map(({ type }) => type)).toEqual(types);
  });

  it("name hostile members harmlessly", () => {
    const labels = fieldsOf({ "\u202e\n": 1, ["x".repeat(60)]: 2 }).map(({ label }) => label);
    expect(labels).toEqual(["(no name)", `${"x".repeat(44)}…`]);
  });

  it("are one empty text where the engine sent no artifact", () => {
    const payload = approval({ actions: ["edit-accept"] });
    expect(formFor(payload, EDIT)?.fields).toEqual([
      { id: "f0", label: "What is accepted", required: true, type: "long-text" },
    ]);
    expect(readForm(payload, EDIT, { f0: "Dear all" })).toEqual({
      ok: true,
      value: { action: "edit-accept", editedArtifactData: "Dear all" },
    });
    expect(readForm(payload, EDIT, {})).toMatchObject({ ok: false, problems: [{ field: "f0" }] });
  });

  it("follow the engine's schema where it sent no artifact", () => {
    const payload = {
      ...approval({ actions: ["edit-accept"] }),
      resumeSchema: {
        $defs: { money: { type: "integer", title: "Sum" } },
        properties: { editedArtifactData: { properties: { sum: { $ref: "#/$defs/money" } } } },
      },
    };
    expect(formFor(payload, EDIT)?.fields).toEqual([
      { id: "f0", label: "Sum", required: false, type: "integer" },
    ]);
    expect(readForm(payload, EDIT, { f0: "3" })).toMatchObject({
      value: { editedArtifactData: { sum: 3 } },
    });
    // The member has to be there, even when nobody writes anything into it.
    expect(readForm(payload, EDIT, { f0: "" })).toMatchObject({
      value: { editedArtifactData: {} },
    });
  });
});

describe("an artifact that somebody changed", () => {
  it("has the change at its old place and everything else as it was", () => {
    const artifact = { z: " kept ", 1: "one", a: "old", n: -0, big: 1e21 };
    const values = { ...initials(artifact), f2: "new " };
    expectSame(edited(artifact, values), { z: " kept ", 1: "one", a: "new ", n: -0, big: 1e21 });
  });

  it("has an empty member where one was emptied, and is not emptied as a whole", () => {
    expect(edited({ a: "old", n: 1 }, { f0: "" })).toEqual({ a: "", n: 1 });
    expect(() => edited("old", { f0: " \n" })).toThrow("This is empty.");
    // Where it was blank already, it may stay so.
    expect(edited(" ", { f0: "" })).toBe(" ");
  });

  it("keeps line ends of a text that has one kind of them", () => {
    expect(edited("a\r\nb\r\n", { f0: "a\nc" })).toBe("a\r\nc");
  });

  it("holds what was written as JSON, number or choice", () => {
    const artifact = { list: [1], n: 2, yes: true, nothing: null };
    const values = { f0: '["1 ", {"a": 1}]', f1: "+3.5", f2: "false", f3: '"now"' };
    expect(edited(artifact, values)).toEqual({
      list: ["1 ", { a: 1 }],
      n: 3.5,
      yes: false,
      nothing: "now",
    });
  });

  it.each<[FormValues, string, RegExp]>([
    [{ f0: "" }, "f0", /empty.*null for nothing/],
    [{ f0: "{" }, "f0", /not valid JSON.*for example/],
    [{ f0: '{"a":1,"a":2}' }, "f0", /names "a" twice/],
    [{ f1: "" }, "f1", /for example 12\.5/],
    [{ f1: "1,5" }, "f1", /point before decimals, for example 1250\.5/],
    [{ f2: "" }, "f2", /Choose Yes or No/],
    [{ f2: "maybe" }, "f2", /none of the options/],
    [{ f3: "half \ud83d" }, "f3", /half a character/],
    [{ f3: ["a"] }, "f3", /single/],
    [{ f1: ["a", "b"] }, "f1", /single/],
  ])("is told at the field what to mend: %j", (values, field, sentence) => {
    const artifact = { list: [1], n: 2, yes: true, text: "t" };
    expect(sentences(artifact, values)).toEqual([
      { field, sentence: expect.stringMatching(sentence) as string },
    ]);
  });
});
