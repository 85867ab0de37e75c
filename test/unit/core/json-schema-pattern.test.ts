import { describe, expect, it } from "vitest";
import { compilePattern } from "../../../src/core/json-schema-pattern.ts";

function matches(source: string, text: string): boolean {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.pattern.matches(text);
}

function refusal(source: string): string {
  const compiled = compilePattern(source);
  return compiled.ok ? "taken" : compiled.problem;
}

/** The meaning is that of ECMA-262 with the flag u: JSON Schema 2020-12, section 6.4. */
describe("a pattern", () => {
  it.each([
    ["b", "abc", "ac"], // it looks anywhere in the text
    ["^b$", "b", "b\n"], // the end is the end, with no line end after it
    [String.raw`^\d$`, "7", "\u0667"], // digits are those of ASCII
    [String.raw`^\w$`, "_", "é"],
    [String.raw`^\W$`, "é", "a"],
    [String.raw`^\s$`, "\u00a0", "\u200b"], // spaces are those of Unicode
    [String.raw`^\s$`, "\ufeff", "a"],
    [String.raw`^\S$`, "a", "\u2003"],
    [String.raw`^[\s-]$`, "\u2028", "a"],
    [String.raw`^[\S ]$`, " ", "\u00a0"],
    [String.raw`^[^\s]$`, "a", "\v"],
    [String.raw`^[\d.]$`, ".", "a"],
    ["^.$", "😀", "\u2028"], // one code point, and no line end
    ["^[^]$", "\n", ""],
    ["^a|[]$", "a", "b"],
    [String.raw`^\u0041$`, "A", "u0041"],
    [String.raw`^\u{1F600}$`, "😀", "u{1F600}"],
    [String.raw`^\ud83d\ude00$`, "😀", "\ud83d"],
    [String.raw`^[\u{1F600}-\u{1F602}]$`, "😁", "😃"],
    [String.raw`^\x41\cA\0$`, "A\u0001\u0000", "A"],
    [String.raw`^\t\n\v\f\r$`, "\t\n\v\f\r", "tnvfr"],
    [String.raw`^[\b]$`, "\b", "b"],
    [String.raw`\bb`, "a b", "ab"],
    [String.raw`^\/\.\\$`, "/.\\", "//\\"],
    [String.raw`^[\-\]]$`, "]", "\\"],
    ["^[a-c-]$", "-", "d"],
    ["^[-a]$", "-", "b"],
    ["^[+--]$", ",", "."],
    ["^[[:alpha:]+$", "[:", "b"], // a list of characters, and no POSIX class
    ["^[&&(?:]$", "(", "a"],
    [String.raw`^\p{L}$`, "é", "1"],
    [String.raw`^\P{L}$`, "1", "é"],
    [String.raw`^\p{Letter}$`, "é", "1"],
    [String.raw`^\p{gc=Lu}$`, "É", "é"],
    [String.raw`^\p{Script=Greek}$`, "α", "a"],
    [String.raw`^\p{ASCII}$`, "a", "é"],
    [String.raw`^[\P{ASCII}]$`, "é", "a"],
    [String.raw`^[\p{Lu}-]$`, "-", "a"],
    ["^(a)(?<name>b)(?:c)$", "abc", "ab"],
    ["^a{2,3}?$", "aa", "a"],
    ["^-_~$", "-_~", "-"],
  ])("%s is read as ECMA-262 means it", (source, fitting, other) => {
    expect(matches(source, fitting)).toBe(true);
    expect(matches(source, other)).toBe(false);
  });

  it("that would try again and again elsewhere ends", () => {
    expect(matches("^(a+)+$", `${"a".repeat(50_000)}!`)).toBe(false);
    expect(matches("^(a+)+$", "a".repeat(50_000))).toBe(true);
  });

  it.each([
    [String.raw`(a)\1`, "refers back to a group, which is not possible here"],
    [String.raw`(?<n>a)\k<n>`, "refers back to a group, which is not possible here"],
    ["(?=a)", "looks ahead or behind, which is not possible here"],
    ["(?!a)", "looks ahead or behind, which is not possible here"],
    ["(?<=a)", "looks ahead or behind, which is not possible here"],
    ["(?<!a)", "looks ahead or behind, which is not possible here"],
    ["(?i)a", "changes flags inside, which is not possible here"],
    ["(a", "is not a regular expression of ECMA-262 with the flag u"],
    [String.raw`\Qa\E`, "is not a regular expression of ECMA-262 with the flag u"],
    [String.raw`\p{scx=Greek}`, "uses a Unicode property that is not known here"],
  ])("%s is refused with the reason", (source, problem) => {
    expect(refusal(source)).toBe(problem);
  });

  it("is bounded in its length, its repetitions and its steps", () => {
    expect(refusal("😀".repeat(1_000))).toBe("taken");
    expect(refusal("a".repeat(1_001))).toBe("is longer than 1000 characters; shorten it");
    expect(refusal("a{1000}")).toBe("taken");
    const often =
      "repeats more than 1000 times, counted together where repetitions stand inside each other; use maxLength to count";
    expect(refusal("a{1001}")).toBe(often);
    expect(refusal("(?:a{100}){11}")).toBe(often);
    expect(refusal("a{1000}b".repeat(6))).toBe(
      "is too large once its repetitions are written out; use maxLength to count",
    );
  });
});
