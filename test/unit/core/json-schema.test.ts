import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, type Json } from "../../../src/core/json.ts";
import {
  compileSchema,
  type CompiledSchema,
  type JsonSchema,
} from "../../../src/core/json-schema.ts";

function compiled(schema: JsonSchema): CompiledSchema {
  const result = compileSchema(schema);
  if (!result.ok) throw new Error(result.problem);
  return result.schema;
}

/** Problems as `path: rule`. */
function told(schema: JsonSchema, value: Json): string[] {
  return compiled(schema)
    .check(value)
    .map(({ path, rule }) => `${path.join(".")}: ${rule}`);
}

function refusal(schema: JsonSchema): string {
  const result = compileSchema(schema);
  return result.ok ? "taken" : result.problem;
}

function nested(levels: number, around: (inner: Json) => Json, innermost: Json): Json {
  return levels === 0 ? innermost : around(nested(levels - 1, around, innermost));
}

describe("a schema that is no JSON Schema 2020-12", () => {
  it.each<[JsonSchema, string]>([
    [
      { type: "strnig" },
      'must be valid JSON Schema 2020-12: "type" must be one of "array", "boolean", "integer", "null", "number", "object", "string"',
    ],
    [{ minimum: "5" }, 'must be valid JSON Schema 2020-12: "minimum" must be a number'],
    [
      { properties: { age: 5 } },
      'must be valid JSON Schema 2020-12: "properties.age" must be an object or true or false',
    ],
    [
      { $schema: "http://json-schema.org/draft-07/schema#" },
      'must be JSON Schema 2020-12; set $schema to "https://json-schema.org/draft/2020-12/schema", or leave it out',
    ],
  ])("is refused where it is wrong", (schema, problem) => {
    expect(refusal(schema)).toBe(problem);
  });

  it("may say that it is one, with or without a fragment", () => {
    const $schema = "https://json-schema.org/draft/2020-12/schema";
    expect(refusal({ $schema })).toBe("taken");
    expect(refusal({ $schema: `${$schema}#` })).toBe("taken");
  });
});

describe("a schema that is too large", () => {
  it("is refused by its bytes", () => {
    // {"title":"…"} is 12 bytes around the text.
    expect(refusal({ title: "x".repeat(64 * 1024 - 12) })).toBe("taken");
    expect(refusal({ title: "x".repeat(64 * 1024 - 11) })).toBe(
      "must not be larger than 64 KiB; shorten it",
    );
  });

  it("is refused by its depth", () => {
    const deep = (levels: number) => nested(levels, (not) => ({ not }), {}) as JsonSchema;
    // The innermost schema is a level as well: 39 around it make 40.
    expect(refusal(deep(39))).toBe("taken");
    expect(refusal(deep(40))).toBe("must not be nested deeper than 40 levels; simplify it");
  });

  it("is refused by the schemas inside", () => {
    const many = (count: number) => ({ allOf: Array.from({ length: count }, () => ({})) });
    expect(refusal(many(999))).toBe("taken");
    expect(refusal(many(1_000))).toBe("must not have more than 1000 schemas inside; simplify it");
  });

  it("is refused by the ways through it, however short its text", () => {
    const chain = (length: number): JsonSchema => ({
      $ref: "#/$defs/d0",
      $defs: Object.fromEntries(
        Array.from({ length }, (_, level) => {
          const next = { $ref: `#/$defs/d${level + 1}` };
          return [`d${level}`, level === length - 1 ? {} : { allOf: [next, next] }];
        }),
      ),
    });
    expect(refusal(chain(5))).toBe("taken");
    expect(refusal(chain(30))).toBe(
      "must not branch into more than 10000 ways; refer to each schema fewer times",
    );
  });
});

describe("a reference", () => {
  it("finds a pointer, an anchor and an id within the schema", () => {
    const schema: JsonSchema = {
      $id: "https://example.com/form#",
      $defs: {
        "a/b~c d": { type: "string" },
        named: { $anchor: "number", type: "number" },
        item: { $id: "item", $defs: { inner: { type: "boolean" } }, $ref: "#/$defs/inner" },
        no: false,
      },
      properties: {
        pointer: { $ref: "#/$defs/a~1b~0c%20d" },
        anchor: { $ref: "#number" },
        id: { $ref: "https://example.com/item" },
        inside: { $ref: "item#/$defs/inner" },
        none: { $ref: "#/$defs/no", allOf: [true] },
      },
    };
    expect(told(schema, { pointer: 1, anchor: "x", id: 1, inside: 1, none: 1 })).toEqual([
      "pointer: must be a string",
      "anchor: must be a number",
      "id: must be true or false",
      "inside: must be true or false",
      "none: must not be given",
    ]);
  });

  it("may be dynamic when only one part can be meant", () => {
    const list = { $dynamicAnchor: "node", items: { $dynamicRef: "#node" }, type: "array" };
    expect(told({ $ref: "#/$defs/list", $defs: { list } }, [[], [1]])).toEqual([
      "1.0: must be a list",
    ]);
    expect(refusal({ $defs: { one: list, other: { $id: "other", $dynamicAnchor: "node" } } })).toBe(
      '"$defs.other" has a $dynamicAnchor that another part has already, which is not possible here; use $ref',
    );
  });

  it("leads to no other schema", () => {
    const problem =
      '"items" refers to another schema; only references inside of the same one are possible, such as "#/$defs/name"';
    expect(refusal({ items: { $ref: "https://example.com/schema" } })).toBe(problem);
    expect(refusal({ items: { $ref: "https://json-schema.org/draft/2020-12/schema" } })).toBe(
      problem,
    );
    expect(refusal({ $id: "urn:example:form", items: { $ref: "other" } })).toBe(problem);
  });

  it.each(["#/$defs/none", "#none", "#/x-unknown", "#/%"])("to nothing, %s, is refused", (to) => {
    expect(refusal({ $ref: to, "x-unknown": {} })).toBe(
      "the schema refers to a schema that is not there; put it under $defs or correct the reference",
    );
  });

  it("that never goes into the value is refused", () => {
    expect(refusal({ $ref: "#" })).toBe(
      "the schema refers to itself for the same value, which would never end",
    );
    expect(refusal({ $defs: { a: { anyOf: [{ not: { $ref: "#/$defs/a" } }] } } })).toBe(
      '"$defs.a" refers to itself for the same value, which would never end',
    );
  });

  it("that goes into the value may come back", () => {
    const tree = { properties: { left: { $ref: "#" } }, required: ["name"] };
    expect(told(tree, { name: 1, left: { left: { name: 1 } } })).toEqual(["left.name: is missing"]);
  });

  it("of one schema says nothing about another with the same id", () => {
    const form = (type: string) => ({ $id: "https://example.com/same", type });
    expect(told(form("string"), 1)).toEqual([": must be a string"]);
    expect(told(form("number"), "x")).toEqual([": must be a number"]);
    const twice = { $defs: { one: { $id: "same" }, two: { $id: "same" } } };
    expect(refusal(twice)).toBe(
      '"$defs.two" has an $id or anchor that another part has already; give each its own',
    );
  });
});

describe("a schema that asks for a secret", () => {
  const problem =
    "asks for a secret (writeOnly, or the format password), which must not be given in chat; leave it out";

  it("is refused wherever it does", () => {
    expect(refusal({ writeOnly: true })).toBe(`the schema ${problem}`);
    expect(refusal({ properties: { pin: { format: "password" } } })).toBe(
      `"properties.pin" ${problem}`,
    );
    expect(refusal({ $defs: { unused: { writeOnly: true } } })).toBe(`"$defs.unused" ${problem}`);
  });

  it("is not one that only uses the words", () => {
    expect(
      refusal({
        properties: { writeOnly: true, format: { const: { format: "password" } } },
        writeOnly: false,
        "x-form": { writeOnly: true },
      }),
    ).toBe("taken");
  });
});

describe("a pattern in a schema", () => {
  it("is refused when the schema is, not when somebody answers", () => {
    expect(refusal({ properties: { code: { pattern: "(?=a)" } } })).toBe(
      '"properties.code" has a pattern that looks ahead or behind, which is not possible here',
    );
    expect(refusal({ patternProperties: { "(a)\\1": {} } })).toBe(
      "the schema has a pattern that refers back to a group, which is not possible here",
    );
  });

  it("may be large only when the others are not", () => {
    // A thousand repetitions are a thousand steps and a few; a schema has 5,000 for all.
    const many = (count: number) => ({
      allOf: Array.from({ length: count }, () => ({ pattern: "a{1000}" })),
    });
    expect(refusal(many(4))).toBe("taken");
    expect(refusal(many(5))).toBe('"allOf.4" has one pattern too many of this size; shorten them');
  });

  it("is told apart from another", () => {
    const schema = { patternProperties: { "^a": { pattern: "^x" }, "^b": { pattern: "^y" } } };
    expect(told(schema, { a: "y", b: "y", c: 1 })).toEqual(["a: must match the pattern ^x"]);
  });

  it("that would take for ever elsewhere ends", () => {
    const text = `${"a".repeat(50_000)}!`;
    expect(told({ pattern: "^(a+)+$" }, text)).toEqual([": must match the pattern ^(a+)+$"]);
  });
});

describe("a broken rule is told in plain words:", () => {
  const eleven = Array.from({ length: 11 }, (_, at) => at);
  it.each<[JsonSchema, Json, string]>([
    [{ type: "integer" }, 0.5, "must be a whole number"],
    [{ type: ["array", "null"] }, "", "must be a list or null"],
    [{ const: { a: "x".repeat(80) } }, 1, `must be {"a":"${"x".repeat(54)}…`],
    [{ const: "😀".repeat(61) }, 1, `must be "${"😀".repeat(60)}…"`],
    [{ enum: ["a", 1, null] }, "b", 'must be one of "a", 1, null'],
    [{ enum: eleven }, 11, "must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 1 more"],
    [{ enum: [] }, 1, "must not be given"],
    [{ type: "string", enum: ["a"] }, 1, 'must be one of "a"'],
    [{ minimum: 2 }, 1, "must be at least 2"],
    [{ maximum: 2 }, 3, "must be at most 2"],
    [{ exclusiveMinimum: 2 }, 2, "must be more than 2"],
    [{ exclusiveMaximum: 2 }, 2, "must be less than 2"],
    [{ multipleOf: 0.01 }, 0.005, "must be a multiple of 0.01"],
    [{ minLength: 1 }, "", "must not be empty"],
    [{ minLength: 2 }, "😀", "must have at least 2 characters"],
    [{ maxLength: 1 }, "ab", "must have at most 1 character"],
    [{ maxLength: 0 }, "ab", "must be empty"],
    [{ pattern: "^a" }, "b", "must match the pattern ^a"],
    [
      { pattern: "^a", description: "Begins with a." },
      "b",
      "does not have the form that is asked for: Begins with a.",
    ],
    [{ pattern: "^a", description: "x".repeat(201) }, "b", "must match the pattern ^a"],
    [{ format: "email" }, "b", "must be an e-mail address such as name@example.com"],
    [{ format: "email" }, `${"a".repeat(2_000)}@example.com`, "must have at most 2000 characters"],
    [{ minItems: 2 }, [1], "must have at least 2 entries"],
    [{ maxItems: 1 }, [1, 2], "must have at most 1 entry"],
    [{ prefixItems: [true], items: false }, [1, 2], "must have at most 1 entry"],
    [
      { prefixItems: [true, true], unevaluatedItems: false },
      [1, 2, 3],
      "must have at most 2 entries",
    ],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      "must not have the same entry twice",
    ],
    [
      { contains: { type: "number" } },
      ["a"],
      "must have at least 1 of its entries in the form that is asked for",
    ],
    [
      { contains: { type: "number" }, minContains: 1, maxContains: 2 },
      [1, 2, 3],
      "must have 1 to 2 of its entries in the form that is asked for",
    ],
    [{ minProperties: 1 }, {}, "must not be empty"],
    [{ maxProperties: 1 }, { a: 1, b: 1 }, "must have at most 1 member"],
    [{ dependentSchemas: { a: false } }, { a: 1 }, "must not be given"],
    [{ additionalProperties: false }, { a: 1 }, 'must not have "a"'],
    [
      { additionalProperties: false },
      { ["n".repeat(61)]: 1 },
      `must not have "${"n".repeat(60)}…"`,
    ],
    [{ unevaluatedProperties: false }, { a: 1 }, 'must not have "a"'],
    [
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      'must not have "ab", a name that is not allowed',
    ],
    [{ not: { type: "string" } }, "a", "has a form that is not allowed"],
    [{ not: {} }, "a", "has a form that is not allowed"],
  ])("case %#", (schema, value, rule) => {
    expect(compiled(schema).check(value)).toEqual([{ path: [], rule }]);
  });

  it("what is missing is told where it should be", () => {
    expect(compiled({ items: { required: ["a/b"] } }).check([{}])).toEqual([
      { path: [0, "a/b"], rule: "is missing" },
    ]);
    expect(told({ dependentRequired: { a: ["b"] } }, { a: 1 })).toEqual([
      'b: is missing, since "a" is given',
    ]);
    const condition = {
      if: { required: ["a"] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ["b"] },
      else: { required: ["c"] },
    };
    expect(told(condition, { a: 1 })).toEqual(["b: is missing"]);
    expect(told(condition, {})).toEqual(["c: is missing"]);
  });

  it("names and indexes lead to the place", () => {
    const schema = {
      properties: { "a/b~c": { items: { type: "string" } }, 0: { type: "string" } },
    };
    expect(compiled(schema).check({ "a/b~c": ["x", 1], 0: 1 })).toEqual([
      { path: ["0"], rule: "must be a string" },
      { path: ["a/b~c", 1], rule: "must be a string" },
    ]);
  });

  it("fifty at most, and each once", () => {
    const items = { type: "string" };
    expect(
      told(
        { items },
        Array.from({ length: 51 }, () => 1),
      ),
    ).toHaveLength(50);
    expect(told({ allOf: [items, items] }, 1)).toEqual([": must be a string"]);
  });
});

describe("of several forms", () => {
  const circle = {
    properties: { kind: { const: "circle" }, r: { type: "number" } },
    required: ["kind", "r"],
  };
  const point = { properties: { kind: { const: "point" } }, required: ["kind"] };

  it.each<[string, JsonSchema, Json, string[]]>([
    [
      "of the right type",
      { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] },
      "",
      [": must not be empty"],
    ],
    ["of the right kind", { oneOf: [point, circle] }, { kind: "circle" }, ["r: is missing"]],
    [
      "with the fewest faults",
      { anyOf: [{ minLength: 3, maxLength: 0 }, { minLength: 2 }] },
      "a",
      [": must have at least 2 characters"],
    ],
    [
      "inside of another",
      {
        anyOf: [
          { type: "null" },
          { anyOf: [{ type: "string", maxLength: 1 }, { type: "boolean" }] },
        ],
      },
      "ab",
      [": must have at most 1 character"],
    ],
  ])("the faults of the one %s are told", (_, schema, value, problems) => {
    expect(told(schema, value)).toEqual(problems);
  });

  it.each<[string, JsonSchema, Json, string[]]>([
    [
      "values",
      { anyOf: [{ const: "a" }, { enum: ["b", "c"] }] },
      "d",
      [': must be one of "a", "b", "c"'],
    ],
    [
      "kinds",
      { oneOf: [point, circle] },
      { kind: "line", r: 1 },
      ['kind: must be one of "point", "circle"'],
    ],
    [
      "types",
      { anyOf: [{ type: "null" }, { anyOf: [{ type: "string" }, { type: ["boolean", "null"] }] }] },
      1,
      [": must be null or a string or true or false"],
    ],
  ])("all allowed %s are told when none fits", (_, schema, value, problems) => {
    expect(told(schema, value)).toEqual(problems);
  });

  it("that have nothing in common no more is said than that", () => {
    const none = [": fits none of the allowed forms"];
    expect(told({ anyOf: [{ type: "string" }, { const: 1 }] }, 2)).toEqual(none);
    expect(told({ anyOf: [{ const: 1 }, { type: "string" }] }, 2)).toEqual(none);
    expect(
      told(
        { anyOf: [{ const: 1 }, { properties: { a: { const: 1 } }, type: "object" }] },
        { a: 2 },
      ),
    ).toEqual(none);
    expect(told({ anyOf: [false, false] }, 2)).toEqual(none);
  });

  it("exactly one has to fit oneOf", () => {
    expect(told({ oneOf: [{ type: "string" }, true, false] }, "a")).toEqual([
      ": fits more than one of the allowed forms, and must fit exactly one",
    ]);
    expect(told({ oneOf: [{ type: "string" }, { type: "null" }] }, null)).toEqual([]);
  });
});

describe("what the standard allows", () => {
  it.each<[JsonSchema, Json]>([
    [{}, { any: "thing" }],
    [{ "x-unknown": 1, format: "colour", $comment: "", $async: true, nullable: true, id: "x" }, 1],
    [{ properties: { a: { default: 1 } } }, {}],
    [{ multipleOf: 0.01 }, 19.99],
    [{ const: { a: [1, null] } }, { a: [1, null] }],
    [{ const: null }, null],
    [{ uniqueItems: false }, [1, 1]],
    [{ uniqueItems: true }, [1, "1", true, null]],
    [{ items: { $ref: "#" }, type: ["array", "null"] }, [[], null]],
    [{ maxLength: 1 }, "😀"],
    [{ definitions: { a: { type: "null" } }, $ref: "#/definitions/a" }, null],
    [{ contentMediaType: "application/json", contentSchema: { type: "null" } }, "1"],
    [
      { anyOf: [{ required: ["a"], properties: { a: true } }, true], unevaluatedProperties: false },
      { a: 1 },
    ],
    [
      { $schema: "https://json-schema.org/draft/2020-12/schema", propertyNames: { minLength: 1 } },
      { a: 1 },
    ],
  ])("case %# passes", (schema, value) => {
    const before = structuredClone(value);
    expect(told(schema, value)).toEqual([]);
    expect(value).toEqual(before);
  });

  it("is refused where it would be checked only half", () => {
    expect(refusal({ unevaluatedItems: false, allOf: [{ contains: {} }] })).toBe(
      "must not have both unevaluatedItems and contains; use items and prefixItems",
    );
  });
});

describe("names that every object inherits", () => {
  const hostile = (text: string): Json => {
    const parsed = parseJson(text);
    return parsed.ok ? parsed.value : parsed.problem;
  };

  it("are missing when they are not given", () => {
    expect(told({ required: ["constructor"] }, {})).toEqual(["constructor: is missing"]);
    expect(told({ properties: { toString: { type: "string" } } }, {})).toEqual([]);
    expect(told({ properties: { toString: { type: "string" } } }, { toString: 1 })).toEqual([
      "toString: must be a string",
    ]);
  });

  it("are members like all others", () => {
    const proto = hostile('{"__proto__": {"a": 1}}');
    expect(told({ additionalProperties: false }, proto)).toEqual([': must not have "__proto__"']);
    expect(told({ required: ["a"] }, proto)).toEqual(["a: is missing"]);
    expect(told({ const: {} }, { valueOf: 1 })).toEqual([": must be {}"]);
    expect(
      told({ const: { valueOf: {}, constructor: [] } }, { valueOf: {}, constructor: [] }),
    ).toEqual([]);
  });

  it("are no strangers to unevaluatedProperties only when the schema names them", () => {
    const schema: JsonSchema = {
      anyOf: [{ required: ["a"] }, { properties: { valueOf: true, list: true } }],
      dependentRequired: { a: ["valueOf"] },
      unevaluatedProperties: false,
    };
    expect(told(schema, { constructor: 1 })).toEqual([': must not have "constructor"']);
    expect(told(schema, { list: [{ toString: 1 }] })).toEqual(['list.0: must not have "toString"']);
    expect(told(schema, { valueOf: 1 })).toEqual([]);
  });

  it("cannot be asked for when the name is __proto__", () => {
    const problem =
      'names a property "__proto__", which is not possible here; call it something else';
    expect(refusal(hostile('{"properties": {"__proto__": {}}}') as JsonSchema)).toBe(
      `the schema ${problem}`,
    );
    expect(refusal({ items: { required: ["__proto__"] } })).toBe(`"items" ${problem}`);
    expect(refusal({ dependentRequired: { a: ["__proto__"] } })).toBe(`the schema ${problem}`);
    expect(refusal(hostile('{"__proto__": {"type": "null"}}') as JsonSchema)).toBe("taken");
  });
});

describe("a check that would take for ever", () => {
  // Each level judges the next twice: 2 to the power of 60 at the end.
  const next = { $ref: "#" };
  const schema = { properties: { a: { allOf: [next, next] } }, required: ["x"] };
  const inside = (levels: number) => nested(levels, (a) => ({ a, x: 1 }), {});

  it("is cut off, and the next one is done", () => {
    expect(told(schema, inside(60))).toEqual([": takes too long to check; make it simpler"]);
    expect(told(schema, inside(2))).toEqual(["a.a.x: is missing"]);
  });

  it("leaves a moment for who answers in earnest, however often somebody else does not", () => {
    const again = compiled({ ...schema, title: "one of its own" });
    for (let time = 0; time < 6; time += 1) expect(again.check(inside(60))).toHaveLength(1);
    expect(again.check(inside(2))).toEqual([{ path: ["a", "a", "x"], rule: "is missing" }]);
  });

  it("leaves that moment to the answer, and not to patterns that have to be compiled again", () => {
    // Each of them takes some milliseconds to compile, and all together more than the least moment.
    const pattern = (at: number) => String.raw`^(?:\p{L}|[0-9 ${at}]){0,30}$`;
    const fields = Array.from({ length: 20 }, (_, at) => [`p${at}`, { pattern: pattern(at) }]);
    const properties = { ...Object.fromEntries(fields), tree: { $ref: "#/$defs/tree" } };
    const branch = { $ref: "#/$defs/tree" };
    const tree = { properties: { a: { allOf: [branch, branch] } }, required: ["x"] };
    const { check } = compiled({ properties, $defs: { tree } });
    for (let time = 0; time < 6; time += 1) expect(check({ tree: inside(60) })).toHaveLength(1);
    expect(check(Object.fromEntries(fields.map(([name]) => [name, "in earnest"])))).toEqual([]);
  });

  it("ends for a value that is nested too deep", () => {
    let deep: Json = {};
    for (let level = 0; level < 50_000; level += 1) deep = { a: deep };
    const recursive = { additionalProperties: { $ref: "#" } };
    expect(told(recursive, deep)).toEqual([": is nested too deep to check; make it simpler"]);
    expect(told(recursive, {})).toEqual([]);
  });

  it("for entries that must differ ends", () => {
    const entries = Array.from({ length: 20_000 }, (_, id) => ({ id }));
    expect(told({ uniqueItems: true }, entries)).toEqual([]);
  });
});

describe("a schema that takes too long to prepare", () => {
  it("is not judged, and taken when there is more time", () => {
    // Three hundred objects are compiled apart, which takes many times a millisecond.
    const anyOf = Array.from({ length: 300 }, (_, kind) => ({
      properties: { kind: { const: kind } },
    }));
    // A busy machine says nothing about a schema.
    expect(() => compileSchema({ anyOf }, 1)).toThrow(
      expect.objectContaining({ code: "overloaded", retryable: true }),
    );
    expect(compileSchema({ anyOf }, 60_000).ok).toBe(true);
  });
});

describe("equal schemas", () => {
  it("are compiled once, whatever the order of their members", () => {
    const one = compileSchema({ type: "string", minLength: 7 });
    expect(compileSchema({ minLength: 7, type: "string" })).toBe(one);
    const wrong = compileSchema({ type: "strnig", title: "wrong" });
    expect(compileSchema({ title: "wrong", type: "strnig" })).toBe(wrong);
  });

  it("are kept for a while: the five hundred that were asked for last", () => {
    const schema = (number: number) => ({ type: "nothing", title: `kept ${number}` });
    const [oldest, asked] = [compileSchema(schema(0)), compileSchema(schema(1))];
    for (let number = 2; number < 500; number += 1) compileSchema(schema(number));
    expect(compileSchema(schema(1))).toBe(asked);
    compileSchema(schema(500));
    expect(compileSchema(schema(1))).toBe(asked);
    expect(compileSchema(schema(0))).not.toBe(oldest);
  });
});

const words = fc.constantFrom(
  "a",
  "b",
  "constructor",
  "valueOf",
  "toString",
  "hasOwnProperty",
  "length",
  "$ref",
  "/",
  "~",
);
const value = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer({ min: -3, max: 3 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      words,
      fc.string(),
    ),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(words, tie("json"), { maxKeys: 4 }),
  ),
})).json;
const count = fc.integer({ min: 0, max: 3 });
const names = fc.uniqueArray(words, { maxLength: 3 });
/** Keywords that hold no schemas. */
const sayings = {
  type: fc.constantFrom("string", "number", "integer", "object", "array", "null", "boolean"),
  const: value,
  enum: fc.array(value, { maxLength: 3 }),
  format: fc.constantFrom("email", "uri", "date", "colour"),
  minLength: count,
  minimum: count,
  multipleOf: fc.constantFrom(0.1, 2),
  pattern: fc.constantFrom("a", "^.$"),
  minItems: count,
  uniqueItems: fc.boolean(),
  minContains: count,
  maxContains: count,
  required: names,
  dependentRequired: fc.dictionary(words, names, { maxKeys: 2 }),
  $ref: fc.constantFrom("#/items", "#/properties/a", "#/$defs/a"),
  x: value,
};
/** Few keywords a schema, and any of them together. */
const schemas = fc.letrec<{ schema: Json }>((tie) => {
  const inner = tie("schema");
  const named = fc.dictionary(words, inner, { maxKeys: 2 });
  const listed = fc.array(inner, { minLength: 1, maxLength: 2 });
  const holding = [
    "items",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
  ].map((keyword) => fc.record({ [keyword]: inner }));
  const many = ["properties", "patternProperties", "dependentSchemas", "$defs"].map((keyword) =>
    fc.record({ [keyword]: named }),
  );
  const several = ["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) =>
    fc.record({ [keyword]: listed }),
  );
  const saying = Object.entries(sayings).map(([keyword, said]) => fc.record({ [keyword]: said }));
  const keyword = fc.oneof(...saying, ...holding, ...many, ...several) as fc.Arbitrary<JsonSchema>;
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.boolean(),
      fc
        .array(keyword, { maxLength: 4 })
        .map((keywords) => Object.assign({}, ...(keywords as object[])) as JsonSchema),
    ),
  };
}).schema;
const isSchema = (schema: Json): schema is JsonSchema =>
  typeof schema === "object" && schema !== null && !Array.isArray(schema);

describe("whatever an engine and a person send", () => {
  it("is refused or checked, and nothing is thrown", () => {
    fc.assert(
      fc.property(schemas.filter(isSchema), fc.array(value, { maxLength: 5 }), (schema, values) => {
        const result = compileSchema(schema);
        const problems = result.ok
          ? values.flatMap((one) => result.schema.check(one)).map(({ rule }) => rule)
          : [result.problem];
        for (const problem of problems) expect(problem).toMatch(/^(?!.*undefined)./s);
      }),
    );
  });

  it("is refused or taken when it is no schema at all", () => {
    fc.assert(
      fc.property(value.filter(isSchema), (schema) => {
        expect(compileSchema(schema)).toHaveProperty("ok");
      }),
    );
  });
});

describe("a schema whose references form a long chain", () => {
  it("is refused where it is too long to be followed", () => {
    const links = 480;
    const $defs = Object.fromEntries(
      Array.from({ length: links }, (_, index) => [
        `d${index}`,
        index + 1 < links ? { properties: { x: { $ref: `#/$defs/d${index + 1}` } } } : {},
      ]),
    );
    expect(compileSchema({ $defs, $ref: "#/$defs/d0" })).toEqual({
      ok: false,
      problem: expect.stringMatching(/too many references lead one to the next/) as string,
    });
  });
});
