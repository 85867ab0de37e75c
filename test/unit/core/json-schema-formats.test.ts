import { describe, expect, it } from "vitest";
import { FORMATS, isCheckedFormat, toldFormat } from "../../../src/core/json-schema-formats.ts";
import { compileSchema } from "../../../src/core/json-schema.ts";

function fits(format: string, text: string): boolean {
  const result = compileSchema({ format });
  return result.ok && result.schema.check(text).length === 0;
}

describe("a format", () => {
  it.each(Object.keys(FORMATS))("%s accepts the example that people are given", (format) => {
    const told = isCheckedFormat(format) ? toldFormat(format) : "";
    const [, example = ""] = told.split(" such as ");
    expect(fits(format, example)).toBe(true);
  });

  it.each([
    ["date", "2026-02-30"],
    ["time", "25:00:00Z"],
    ["date-time", "2026-03-31"],
    ["duration", "3 days"],
    ["email", "name at example.com"],
    ["hostname", "-example.com"],
    ["ipv4", "256.0.0.1"],
    ["ipv6", "12345::"],
    ["uri", "example"],
    ["uri-reference", "a b"],
    ["uri-template", "{"],
    ["uuid", "123e4567"],
    ["json-pointer", "items"],
    ["relative-json-pointer", "-1"],
    ["regex", "("],
  ])("%s refuses what is none", (format, text) => {
    expect(fits(format, text)).toBe(false);
  });

  it("that is not known says nothing", () => {
    expect(fits("colour", "red")).toBe(true);
    expect(fits("constructor", "red")).toBe(true);
    expect(isCheckedFormat(5)).toBe(false);
  });
});
