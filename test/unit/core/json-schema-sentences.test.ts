import { describe, expect, it } from "vitest";
import { ruleOf, toldChoices, toldTypes } from "../../../src/core/json-schema-sentences.ts";

describe("a sentence about a broken rule", () => {
  it("says no more than that when the rule has no words yet", () => {
    const error = { keyword: "new", instancePath: "", schemaPath: "", params: {}, data: "secret" };
    expect(ruleOf(error)).toBe("does not fit");
  });

  it("counts in one and many", () => {
    const rule = (keyword: string, schema: number) =>
      ruleOf({ keyword, schema, instancePath: "", schemaPath: "", params: {} });
    expect(rule("minItems", 1)).toBe("must not be empty");
    expect(rule("minProperties", 2)).toBe("must have at least 2 members");
    expect(rule("maxProperties", 1)).toBe("must have at most 1 member");
    expect(rule("maxItems", 0)).toBe("must be empty");
  });

  it("joins types and values as people do", () => {
    expect(toldTypes(["integer", "boolean"])).toBe("must be a whole number or true or false");
    expect(toldChoices([{ a: 1 }, "b"])).toBe('must be one of {"a":1}, "b"');
  });
});
