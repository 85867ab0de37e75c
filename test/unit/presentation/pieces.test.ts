import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characters } from "../../../src/core/characters.ts";
import { joinPieces, pieceId, pieceOf, splitText } from "../../../src/presentation/pieces.ts";
import { sameText, typedOver } from "../../../src/presentation/typed-text.ts";

const FAMILY = "👨‍👩‍👧‍👦";
/** Texts of what breaks naive cutting: spaces, line ends, pairs, marks, joiners, invisible characters. */
const nasty = fc.string({
  unit: fc.constantFrom(
    "a",
    "b",
    ".",
    " ",
    "\n",
    "\t",
    "\r\n",
    "\u00a0",
    "\u2028",
    "😀",
    FAMILY,
    "e\u0301",
    "🇩🇪",
    "न\u093f",
    "\u200b",
    "\ufeff",
  ),
  maxLength: 120,
});
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a platform may make of an input: other line ends, and no space at the ends. */
const handedBack = (text: string) => text.replaceAll("\r\n", "\n").trim();

describe("splitting a long text", () => {
  it.each([
    ["", 5, [""]],
    ["abcde", 5, ["abcde"]],
    ["abcdef", 5, ["abcde", "f"]],
    // Not beside the space: a platform would take it off the end.
    ["abcd ef", 5, ["abc", "d ef"]],
    ["abcd\r\nef", 5, ["abc", "d\r\nef"]],
    // One character of two code points and two units stays whole.
    ["abcde\u0301f", 5, ["abcd", "e\u0301f"]],
    // Four units would end inside of the second pair.
    ["a😀😀b", 4, ["a😀", "😀b"]],
    // Spaces at the very ends belong to the first and the last piece.
    ["  abcdef ", 5, ["  abc", "def "]],
  ])("makes %j at %i into %j", (text, max, pieces) => {
    expect(splitText(text, max, "utf-16")).toEqual(pieces);
  });

  it("counts code points where the platform does", () => {
    expect(splitText("a😀😀b", 3, "code-points")).toEqual(["a😀😀", "b"]);
    expect(splitText("😀".repeat(6), 3, "utf-16")).toHaveLength(6);
    expect(splitText("😀".repeat(6), 3, "code-points")).toHaveLength(2);
  });

  it.each([
    ["a megabyte of spaces", `a${" ".repeat(1_000_000)}b`],
    ["a megabyte of zero-width spaces", `a${"\u200b".repeat(1_000_000)}b`],
    ["a megabyte of marks on one letter", `a${"\u0301".repeat(1_000_000)}b`],
  ])("says that there is no place to split %s", (_, text) => {
    expect(splitText(text, 2000, "utf-16")).toBeUndefined();
  });

  it("splits megabytes", () => {
    const text = "word and word\r\n".repeat(200_000);
    const pieces = splitText(text, 2000, "code-points");
    expect(pieces?.join("") === text).toBe(true);
  });

  it.each(["utf-16", "code-points"] as const)(
    "loses nothing, exceeds nothing and splits no character, counting %s",
    (unit) => {
      fc.assert(
        fc.property(nasty, fc.integer({ min: 1, max: 30 }), (text, max) => {
          const pieces = splitText(text, max, unit);
          if (pieces === undefined) return;
          expect(pieces.join("")).toBe(text);
          const ends = new Set(Array.from(graphemes.segment(text), ({ index }) => index));
          let at = 0;
          for (const [index, piece] of pieces.entries()) {
            const length = unit === "utf-16" ? piece.length : characters(piece);
            expect(length).toBeLessThanOrEqual(max);
            if (index > 0) {
              expect(ends.has(at)).toBe(true);
              expect(piece).toMatch(/^\S/);
              expect(text.slice(0, at)).toMatch(/\S$/);
            }
            at += piece.length;
          }
        }),
      );
    },
  );
});

describe("joining what came back", () => {
  it("is exactly the text when nobody changed anything, whatever the platform did", () => {
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 30 }), (text, max) => {
        const pieces = splitText(text, max, "utf-16");
        if (pieces === undefined) return;
        expect(joinPieces(pieces, pieces.map(handedBack))).toBe(text);
        expect(joinPieces(pieces, [])).toBe(text);
      }),
    );
  });

  it("takes what was typed into one piece and the stored bytes of the others", () => {
    fc.assert(
      fc.property(nasty, fc.nat(), (text, which) => {
        const pieces = splitText(text, 12, "utf-16");
        if (pieces === undefined) return;
        const place = which % pieces.length;
        const typed = pieces.map((piece, index) => (index === place ? "typed" : handedBack(piece)));
        const expected = pieces.map((piece, index) => (index === place ? "typed" : piece));
        expect(joinPieces(pieces, typed)).toBe(expected.join(""));
      }),
    );
  });

  it("lets a piece be emptied", () => {
    expect(joinPieces(["one", "two", "three"], ["one", "", undefined])).toBe("onethree");
  });

  it("keeps the line ends of a text that has one kind of them", () => {
    expect(typedOver("a\r\nb\r\n", "a\nc\nd")).toBe("a\r\nc\r\nd");
    // Here nobody can say which is meant.
    expect(typedOver("a\r\nb\n", "a\nc")).toBe("a\nc");
    expect(typedOver("a\nb", "a\r\nc")).toBe("a\r\nc");
    expect(typedOver("ab", "a\nb")).toBe("a\nb");
  });

  it.each([
    ["a\r\nb", " a\nb\n", true],
    ["\u0085\u001c a", "a", true],
    ["   ", "", true],
    ["", "", true],
    ["a b", "a  b", false],
    ["a\n\nb", "a\nb", false],
  ])("says whether %j and %j are one text", (shown, typed, same) => {
    expect(sameText(shown, typed)).toBe(same);
  });

  it("compares a megabyte of spaces at once", () => {
    const text = `a${" ".repeat(1_000_000)}b`;
    expect(sameText(text, `${text}c`)).toBe(false);
  });
});

describe("the id of a piece", () => {
  it("leads back to the field", () => {
    expect(pieceOf(pieceId("f3", 12))).toEqual({ field: "f3", index: 12 });
  });

  it.each(["f3", "f3.", "f3.01", "f3.-1", "f3.1.2", "", ".1", "f3.99999", "F3.1"])(
    "is not %j",
    (id) => {
      expect(pieceOf(id)).toBeUndefined();
    },
  );
});
