import { describe, expect, it } from "vitest";
import { byLabel, textOf } from "./driver.ts";
import { quorum } from "./questions.ts";
import type { Stage } from "./stage.ts";

export function voting(given: () => Stage): void {
  describe("counts a vote that does not decide", () => {
    it("says so privately, shows it on the card, and keeps the buttons; the quorum ends it", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(quorum(2));
      expect(textOf(card.shown)).toContain("0 of 2 approved");
      const lin = driver.notes("lin");
      const note = await stage.noteAfter("ada", async () => driver.press("ada", card, "Accept"));
      expect(textOf(note.shown)).toBe("Your approval counts. 1 of 2 so far; one more is needed.");
      const counted = await stage.card(asked, ({ shown }) =>
        textOf(shown).includes("1 of 2 approved"),
      );
      expect(textOf(counted.shown)).toContain("Ada Lovelace");
      expect(counted.buttons).toEqual(card.buttons);
      expect(driver.notes("lin")).toEqual(lin);
      expect(await stage.engine.resolutions(asked)).toEqual([]);
      await driver.press("grace", card, "Accept");
      const resolved = { action: "accept", decidedBy: "grace" };
      expect(await stage.resolution(asked)).toEqual(resolved);
      const ended = await stage.card(asked, ({ buttons }) => buttons.length === 0);
      expect(textOf(ended.shown)).toContain("Accepted by Ada Lovelace and Grace Hopper");
    });

    it("takes another vote of the same person in its place, and says so", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(quorum(2, { rejectionPolicy: "majority" }));
      await stage.noteAfter("ada", async () => driver.press("ada", card, "Accept"));
      const note = await stage.noteAfter("ada", async () => driver.press("ada", card, "Accept"));
      expect(textOf(note.shown)).toMatch(/^Your approval stands\. 1 of 2 so far/);
      const again = await stage.noteAfter("ada", async () =>
        driver.fill("ada", card, "Send back", byLabel({ "What should": "Shorter" })),
      );
      expect(textOf(again.shown)).toMatch(/^Changed from approve to send back\./);
      const counted = await stage.card(asked, ({ shown }) =>
        textOf(shown).includes("sent it back"),
      );
      expect(textOf(counted.shown)).toContain("0 of 2 approved");
      expect(await stage.engine.resolutions(asked)).toEqual([]);
    });

    it("lets who may override give the reason that is missing", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(quorum(3, { overrideBypassesQuorum: true }));
      const offer = await stage.noteAfter("chief", async () =>
        driver.press("chief", card, "Accept"),
      );
      const feedback = "The bank closes";
      await driver.fill("chief", offer, "Give a reason", byLabel({ Reason: feedback }));
      const resolved = { action: "accept", feedback, decision: "overridden", decidedBy: "chief" };
      expect(await stage.resolution(asked)).toEqual(resolved);
    });
  });
}
