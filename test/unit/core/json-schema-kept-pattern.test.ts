import { describe, expect, it } from "vitest";
import { keptPattern } from "../../../src/core/json-schema-kept-pattern.ts";
import { inTime } from "../../../src/core/json-schema-time.ts";

describe("A pattern", () => {
  it("finds the same after each of its searches that was cut off", () => {
    const { prepare, test } = keptPattern(String.raw`^(?:\p{L}|[ .,])*[0-9]$`);
    // Ten times as long as what is searched in the time, or more.
    const long = "ab cd. ".repeat(500_000);
    for (let time = 0; time < 5; time += 1) {
      prepare();
      expect(inTime(5, () => test(long))).toEqual({ over: true });
    }
    prepare();
    expect(test("a b.3")).toBe(true);
    expect(test("a b.c")).toBe(false);
  });

  it("that is none matches nothing", () => {
    const { prepare, test } = keptPattern("(");
    prepare();
    expect(test("(")).toBe(false);
  });
});
