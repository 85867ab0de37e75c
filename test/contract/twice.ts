import { describe, expect, it } from "vitest";
import { textOf } from "./driver.ts";
import {
  approval,
  clarification,
  custom,
  EVERY_ACTION,
  everyKindSaying,
  lowConfidence,
  UNTIL_SHOWN_MS,
} from "./questions.ts";
import type { Stage } from "./stage.ts";

/** What people do without meaning it: pressing twice, closing a form, pressing what is not theirs, nothing at all. */
export function twice(given: () => Stage): void {
  describe("A press", () => {
    it("by one person decides once, and the second press hears that it is done", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(approval());
      await driver.press("ada", card, "Accept");
      const note = await stage.noteAfter("ada", async () => driver.press("ada", card, "Accept"));
      expect(textOf(note.shown)).toContain("Settle invoice INV-42");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "ada" });
      const ended = await stage.card(asked, ({ buttons }) => buttons.length === 0);
      expect(textOf(ended.shown)).toContain("Accepted by Ada Lovelace");
    });
  });

  describe("A form", () => {
    it("closed again changes nothing, and the buttons stay good", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(approval({ actions: [...EVERY_ACTION] }));
      for (const label of ["Reject", "Send back"]) {
        const opened = await driver.look("ada", card, label);
        expect(opened.ok).toBe(true);
      }
      await stage.settled();
      expect(stage.copies(asked)).toEqual([expect.objectContaining({ buttons: card.buttons })]);
      expect(await stage.engine.resolutions(asked)).toEqual([]);
      await driver.press("grace", card, "Accept");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "grace" });
    });
  });

  describe("On any card", () => {
    it("somebody unknown decides nothing of any kind", async () => {
      const stage = given();
      const { driver } = stage;
      const schema = { type: "object", properties: { count: { type: "integer" } } };
      const kinds = [...everyKindSaying("Eve?"), custom(schema), lowConfidence()];
      for (const question of kinds) {
        const { asked, card } = await stage.ask(question);
        for (const label of card.buttons.filter((each) => each !== "Show all")) {
          const note = await stage.noteAfter("eve", async () => driver.press("eve", card, label));
          expect(textOf(note.shown)).toContain("This account is not linked");
        }
        await stage.settled();
        // What is only told is resolved by itself; nothing is resolved by Eve.
        expect(JSON.stringify(await stage.engine.resolutions(asked))).not.toContain("eve");
        expect(stage.copies(asked)[0]?.buttons).toEqual(card.buttons);
      }
    });
  });

  it("a question that nobody answered says so by itself when its time is over", async () => {
    const stage = given();
    const { asked } = await stage.ask({
      ...clarification("Which evening?"),
      timeoutMs: UNTIL_SHOWN_MS,
    });
    const ended = await stage.card(asked, ({ buttons }) => buttons.length === 0);
    expect(textOf(ended.shown)).toContain("deadline passed");
    expect(await stage.resolution(asked)).toEqual({ reason: "timeout" });
  });
}
