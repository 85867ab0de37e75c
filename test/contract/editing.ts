import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { type FillIn, type SeenField, textOf } from "./driver.ts";
import { approval } from "./questions.ts";
import type { Stage } from "./stage.ts";

/** Pieces that forms and clients are known to change: line ends, outer spaces, what is more than one code point. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }) },
  { weight: 2, arbitrary: fc.constantFrom("\r\n", "\n", "\r\n\r\n", "\t", "  ") },
  { weight: 2, arbitrary: fc.constantFrom("👩🏽‍🚀", "é", "👨‍👩‍👧‍👦", "ليلى", "<&>`*_") },
);
const words = fc
  .array(piece, { maxLength: 40 })
  .map((pieces) => pieces.join(""))
  .filter((text) => text.isWellFormed());
/** Up to 12,000 characters. Letters here and there, so that it can be cut into inputs at all. */
const long = fc
  .tuple(words, fc.integer({ min: 1, max: 400 }))
  .map(([text, times]) => `  ${`${text}\r\nabc `.repeat(times)}`.slice(0, 12_000).toWellFormed());
const flat = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(words, fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  { minKeys: 1, maxKeys: 7 },
);
const nested = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(
    words,
    fc.array(words, { maxLength: 3 }),
    fc.record({ a: words, b: fc.array(fc.integer()) }),
  ),
  { minKeys: 1, maxKeys: 5 },
);
const artifact: fc.Arbitrary<Json> = fc
  .oneof({ weight: 2, arbitrary: words }, { weight: 1, arbitrary: long }, flat, nested)
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);

/** How a client may hand an untouched text back: as it was, with other line ends, without outer white space. */
const hands = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replace(/\r\n?/g, "\n"),
  (text: string) => text.replace(/\r\n?/g, "\n").trim(),
);

const RUNS = 12;

export function editing(given: () => Stage): void {
  const editOf = async (original: Json, how: FillIn): Promise<Json | undefined> => {
    const stage = given();
    const { asked, card } = await stage.ask(
      approval({
        actions: ["accept", "edit-accept"],
        artifactType: "letter",
        artifactData: original,
      }),
    );
    const sent = await stage.driver.fill("ada", card, "Edit and accept", how);
    if (sent.pages.length === 0) {
      // What no form of the platform can hold is said to be so, and nothing is lost.
      expect(textOf(sent.said)).toMatch(
        /(too large|cannot be edited|too many|at most).*Nothing changed/,
      );
      return undefined;
    }
    expect(sent).toMatchObject({ isToMend: false, said: { lines: [] } });
    const resolved = (await stage.resolution(asked)) as Readonly<Record<string, Json>>;
    return resolved["editedArtifactData"];
  };

  describe("edits an artifact and changes nothing else in it", () => {
    it("sent as it was opened, it is the original exactly", async () => {
      await fc.assert(
        fc.asyncProperty(artifact, hands, async (original, hand) => {
          const edited = await editOf(original, untouched(hand));
          if (edited !== undefined) expect(edited).toEqual(original);
        }),
        { numRuns: RUNS },
      );
    }, 120_000);

    it("with one field changed, everything else is the original exactly", async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(flat, nested), hands, fc.nat(), async (drawn, hand, at) => {
          const original = JSON.parse(JSON.stringify(drawn)) as Record<string, Json>;
          const names = Object.keys(original).filter((name) => typeof original[name] === "string");
          const name = names[at % Math.max(names.length, 1)];
          if (name === undefined) return;
          const edited = await editOf(original, (field, form) =>
            isNamed(field, name) ? "changed" : untouched(hand)(field, form),
          );
          if (edited !== undefined) expect(edited).toEqual({ ...original, [name]: "changed" });
        }),
        { numRuns: RUNS, examples: [[{ a: "" }, (text) => text, 0]] },
      );
    }, 120_000);

    it("with one place of a long text changed, everything else is the original exactly", async () => {
      const line = "Ünïcödé 👩🏽‍🚀 line with  two spaces and a tab\t.\r\n";
      const original = `  ${line.repeat(240)}  end \r\n`;
      const isFirst = (field: SeenField) =>
        String(field.value).includes("  Ünïcödé") || /\(1 of/.test(field.label);
      const edited = await editOf(original, (field) =>
        isFirst(field) ? String(field.value).replace("line", "LINE") : undefined,
      );
      expect(edited).toBe(original.replace("line", "LINE"));
    });
  });
}

/** A platform that does not mark by itself what may be left out has it in the label. */
const isNamed = ({ label }: SeenField, name: string): boolean =>
  label === name || label === `${name} (optional)`;

const untouched =
  (hand: (text: string) => string): FillIn =>
  ({ value, options }) =>
    options === undefined && typeof value === "string" ? hand(value) : undefined;
