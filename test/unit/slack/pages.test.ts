import { describe, expect, it } from "vitest";
import { pageOf, split } from "../../../adapters/slack/pages.ts";

const LINES = Array.from({ length: 2400 }, (_, index) => `${index + 1}`.padStart(50, "·")).join(
  "\n",
);

describe("a long text in pages", () => {
  it("comes back byte for byte from its chunks", () => {
    for (const text of [LINES, "😀".repeat(40_000), "a\r\nb\n\n\nc\n", "", "&<>".repeat(30_000)]) {
      const { count } = pageOf(text, 0);
      const pages = Array.from({ length: count }, (_, index) =>
        pageOf(text, index).chunks.join(""),
      );
      expect(pages.join("")).toBe(text);
    }
  });

  it("cuts after the end of a line, and inside no character", () => {
    // A line's end is two in JSON: the first two lines cost ten.
    expect(split("one\ntwo\nthree", 10)).toEqual(["one\ntwo\n", "three"]);
    // An emoji is two UTF-16 units: three fit seven.
    expect(split("😀😀😀😀", 7)).toEqual(["😀😀😀", "😀"]);
  });

  it("says which lines a page shows", () => {
    const first = pageOf(LINES, 0);
    const [, last] = /^Lines 1–([\d,]+) of 2,400$/.exec(first.heading) ?? [];
    const next = Number(last?.replace(",", "")) + 1;
    expect(pageOf(LINES, 1).heading.startsWith(`Lines ${next.toLocaleString("en-US")}–`)).toBe(
      true,
    );
    expect(pageOf(LINES, first.count - 1).heading).toMatch(/–2,400 of 2,400$/);
  });

  it("counts characters where there are no lines", () => {
    expect(pageOf("x".repeat(70_000), 1).heading).toBe("Characters 60,001–70,000 of 70,000");
    expect(pageOf("x", 0).heading).toBe("1 line");
    expect(pageOf("a\nb\n", 0).heading).toBe("Lines 1–2 of 2");
  });

  it("shows the nearest page when asked for one that is not there", () => {
    expect(pageOf("short", 12)).toMatchObject({ index: 0, count: 1 });
  });
});
