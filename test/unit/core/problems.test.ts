import { describe, expect, it } from "vitest";
import { z } from "zod";
import { problemsOf } from "../../../src/core/problems.ts";

function told(schema: z.ZodType, value: unknown, root?: string): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : problemsOf(result.error, root);
}

describe("a problem", () => {
  it("names the place, or says that it is the whole value", () => {
    expect(told(z.string(), 5)).toEqual(["the value: must be a string"]);
    expect(told(z.string(), 5, "event")).toEqual(["event: must be a string"]);
    expect(told(z.object({ a: z.array(z.string()) }), { a: ["x", 1] }, "event")).toEqual([
      "event.a.1: must be a string",
    ]);
  });

  it.each([
    [z.string(), undefined, "is missing"],
    [z.string(), null, "must be a string"],
    [z.number(), "1", "must be a number"],
    [z.number(), Number.NaN, "must be a number"],
    [z.int(), 0.5, "must be a whole number"],
    [z.boolean(), 1, "must be true or false"],
    [z.array(z.string()), {}, "must be a list"],
    [z.object({}), [], "must be an object"],
    [z.bigint(), 1, "must be bigint"],
    [z.string().min(1), "", "must not be empty"],
    [z.array(z.string()).min(1), [], "must not be empty"],
    [z.number().min(2), 1, "must be at least 2"],
    [z.string().max(2), "abc", "must not be longer than 2 characters"],
    [z.number().max(2), 3, "must be at most 2"],
    [z.enum(["a", "b"]), "c", 'must be one of "a", "b"'],
    [z.enum(["a", "b"]), undefined, 'must be one of "a", "b"'],
    [z.union([z.string(), z.number()]), true, "fits none of the allowed forms"],
    [z.strictObject({}), { x: 1 }, 'must not have "x"'],
    [z.string().regex(/^a/, { error: "must begin with a" }), "b", "must begin with a"],
    [z.string({ error: "must be a word" }), 5, "must be a word"],
    [z.url(), "x", "Invalid URL"],
  ])("case %# is said in plain words", (schema, value, words) => {
    expect(told(schema, value)).toEqual([`the value: ${words}`]);
  });

  it("of which there are too many is counted", () => {
    const numbers = (count: number) =>
      told(
        z.array(z.string()),
        Array.from({ length: count }, () => 1),
      );
    expect(numbers(50)).toHaveLength(50);
    expect(numbers(51)).toHaveLength(51);
    expect(numbers(51).at(-1)).toBe("and 1 more");
  });
});
