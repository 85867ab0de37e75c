import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characters, isBlank } from "../../../src/core/characters.ts";
import {
  called,
  cleanLine,
  cleanText,
  clip,
  duration,
  preview,
} from "../../../src/presentation/text.ts";

const FAMILY = "👨‍👩‍👧‍👦";
/** Texts of the characters that break naive cutting. */
const nasty = fc.string({
  unit: fc.constantFrom("a", " ", "\n", "😀", FAMILY, "e\u0301", "🇩🇪", "न\u093f", "\u200b", "."),
  maxLength: 60,
});
const graphemesOf = (text: string) =>
  Array.from(
    new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text),
    ({ segment }) => segment,
  );

describe("cleaning", () => {
  it.each([
    ["a\r\nb\rc\u0085d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"],
    ["a\tb", "a\tb"],
    ["a\u0000b\u001b[31mc\u007fd\u009b", "ab[31mcd"],
    // Direction marks: what reads as one thing must not be another.
    ["safe\u202etxt.exe\u202c", "safetxt.exe"],
    ["a\u2066b\u2069\u061c\u200e", "ab"],
    ["pay\u200b\u2060\ufeff\u00adpal", "paypal"],
    // Tag characters can carry a whole hidden text.
    ["hi\u{e0041}\u{e0042}", "hi"],
    ["half \ud83d!", "half \ufffd!"],
    // Joiners belong to emoji and to several scripts.
    [FAMILY, FAMILY],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["❤\ufe0f", "❤\ufe0f"],
  ])("makes %j into %j", (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it("leaves one line that cannot pass for two", () => {
    expect(cleanLine("  Pay\r\nDecided by Ada\t\u3000now ")).toBe("Pay Decided by Ada now");
  });

  it.each(["", " \n ", "\u200b", "\u200d\u200c", "\ufe0f \u202e"])(
    "leaves nothing of %j",
    (text) => {
      expect(cleanLine(text)).toBe("");
    },
  );

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
        expect(cleanLine(text)).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e]/);
      }),
    );
  });
});

describe("clipping", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdefg", 6, "abcde…"],
    ["ab cdefg", 4, "ab…"],
    ["😀😀😀", 3, "😀😀😀"],
    ["😀😀😀😀", 3, "😀😀…"],
    // Seven code points, one character: all of it or nothing.
    [`a${FAMILY}b`, 8, "a…"],
    [`a${FAMILY}b`, 9, `a${FAMILY}b`],
    ["e\u0301e\u0301e\u0301", 4, "e\u0301…"],
    [FAMILY, 3, "…"],
    ["ab", 1, "…"],
    ["", 1, ""],
  ])("makes %j at %i into %j", (text, max, clipped) => {
    expect(clip(text, max)).toBe(clipped);
  });

  it("never exceeds, never splits a character, and says that it cut", () => {
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 40 }), (text, max) => {
        const clipped = clip(text, max);
        expect(characters(clipped)).toBeLessThanOrEqual(max);
        if (clipped === text) return;
        expect(characters(text)).toBeGreaterThan(max);
        const kept = clipped.slice(0, -1);
        expect(clipped).toBe(`${kept}…`);
        const whole = graphemesOf(text);
        const begins = whole.map((_, index) => whole.slice(0, index).join("").trimEnd());
        expect(begins).toContain(kept);
      }),
    );
  });

  it("takes ten million characters", () => {
    expect(clip("x".repeat(10_000_000), 5)).toBe("xxxx…");
  });
});

describe("a preview", () => {
  const limits = { lines: 3, length: 10 };

  it.each([
    ["", "", undefined],
    ["a\nb\nc", "a\nb\nc", undefined],
    ["a\nb\nc\nd", "a\nb\nc", "Showing 3 of 4 lines"],
    // Ten characters fit, line breaks included; eleven do not.
    ["1234567890", "1234567890", undefined],
    ["1234\n67890", "1234\n67890", undefined],
    ["1234\n678901", "1234", "Showing 1 of 2 lines"],
    ["12345678901", "123456789…", "Showing the first 9 of 11 characters"],
    ["12345678 0123", "12345678…", "Showing the first 8 of 13 characters"],
    ["1234567890\nb", "1234567890", "Showing 1 of 2 lines"],
    ["12345678901\nb", "123456789…", "Showing the first 9 of 13 characters"],
    ["😀".repeat(10), "😀".repeat(10), undefined],
    ["😀".repeat(11), `${"😀".repeat(9)}…`, "Showing the first 9 of 11 characters"],
    // Empty lines before the first word must not be all that is shown.
    ["\n\n\n\nhello", "hello", undefined],
    ["\n12345678901", "123456789…", "Showing the first 9 of 11 characters"],
    [`${FAMILY}${FAMILY}`, `${FAMILY}…`, "Showing the first 7 of 14 characters"],
    [`${" ".repeat(20)}x`, "…", "Showing nothing of 21 characters"],
    ["\n".repeat(5), "\n\n", "Showing 3 of 5 lines"],
    // A line's end at the very end begins no other line.
    ["a\nb\nc\n", "a\nb\nc", undefined],
    ["a\nb\nc\nd\n", "a\nb\nc", "Showing 3 of 4 lines"],
  ])("of %j is %j, %j", (text, shown, cut) => {
    expect(preview(text, limits)).toEqual(
      cut === undefined ? { text: shown } : { text: shown, cut },
    );
  });

  it("never lies about numbers", () => {
    fc.assert(
      fc.property(
        nasty,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 2, max: 40 }),
        (text, lines, length) => {
          const shown = preview(text, { lines, length });
          expect(characters(shown.text)).toBeLessThanOrEqual(length);
          expect(shown.text.split("\n").length).toBeLessThanOrEqual(lines);
          // What is left out without a word is empty lines at the beginning and the end of the last line.
          const from = text.replace(/^(?:[ \u200b]*\n)+/, "");
          if (shown.cut === undefined) {
            const same = [text, from].flatMap((each) => [each, each.replace(/\n$/, "")]);
            expect(same).toContain(shown.text);
            return;
          }
          if (isBlank(text)) return;
          const byLines = /^Showing (\d+) of (\d+) lines$/.exec(shown.cut);
          const byCharacters = /^Showing (?:the first (\d+)|nothing) of (\d+) characters$/.exec(
            shown.cut,
          );
          if (byLines) {
            expect(shown.text).toBe(from.split("\n").slice(0, Number(byLines[1])).join("\n"));
            expect(from.replace(/\n$/, "").split("\n")).toHaveLength(Number(byLines[2]));
            expect(Number(byLines[1])).toBeLessThan(Number(byLines[2]));
          } else {
            const count = Number(byCharacters?.[1] ?? characters(shown.text.slice(0, -1)));
            expect(shown.text).toBe(`${Array.from(from).slice(0, count).join("")}…`);
            expect(characters(from)).toBe(Number(byCharacters?.[2]));
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("a duration", () => {
  it.each([
    [-5_000, "0 seconds"],
    [0, "0 seconds"],
    [1_000, "1 second"],
    [40_400, "40 seconds"],
    [59_400, "59 seconds"],
    [59_500, "1 min"],
    [120_000, "2 min"],
    [3_540_000, "59 min"],
    [3_600_000, "1 h"],
    [47 * 3_600_000, "47 h"],
    [48 * 3_600_000, "2 days"],
    [365 * 86_400_000, "365 days"],
  ])("of %i ms is %s", (ms, words) => {
    expect(duration(ms)).toBe(words);
  });
});

describe("a name before what is said of it", () => {
  it.each([
    ["Cost centre", "Cost centre:"],
    ["Which menu?", "Which menu?"],
    ["Describe it.", "Describe it."],
    ["Reason:", "Reason:"],
    // Cut.
    ["The caterer offers…", "The caterer offers…"],
    ["どのメニューですか？", "どのメニューですか？"],
  ])("%j is %j", (name, text) => {
    expect(called(name)).toBe(text);
  });
});
