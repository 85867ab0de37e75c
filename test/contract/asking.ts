import { describe, expect, it } from "vitest";
import { byLabel, textOf } from "./driver.ts";
import { approval, EVERY_ACTION } from "./questions.ts";
import type { Stage } from "./stage.ts";

export function asking(given: () => Stage): void {
  describe("shows what is asked back", () => {
    it("with the answer once the engine gave one, and stays open", async () => {
      const stage = given();
      const { driver, engine } = stage;
      const { asked, card } = await stage.ask(approval({ actions: [...EVERY_ACTION] }));
      const question = "Where do they come from?";
      driver.deliverTwice();
      const note = await stage.noteAfter("ada", async () =>
        driver.fill("ada", card, "Ask", byLabel({ "Your question": question })),
      );
      expect(textOf(note.shown)).toContain("The request stays open");
      const open = await stage.card(asked, ({ shown }) => textOf(shown).includes(question));
      expect(textOf(open.shown)).toContain("No answer yet.");
      expect(open.buttons).toEqual(card.buttons);
      const told = await engine.told(asked, "parley.interrupt.asked");
      await stage.settled();
      expect(await engine.told(asked, "parley.interrupt.asked")).toHaveLength(1);
      expect(told[0]?.payload).toMatchObject({ question, askedBy: "ada" });
      const answer = "From the depot in Leeds";
      const { askId = "", interruptId = "" } = told[0]?.payload ?? {};
      await engine.tell(asked, "parley.interrupt.answered", {
        nodeId: "gate",
        interruptId,
        askId,
        answer,
      });
      const answered = await stage.card(asked, ({ shown }) => textOf(shown).includes(answer));
      expect(textOf(answered.shown)).not.toContain("No answer yet.");
      expect(answered.buttons).toEqual(card.buttons);
      expect(await engine.resolutions(asked)).toEqual([]);
      await driver.press("grace", answered, "Accept");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "grace" });
      const ended = await stage.card(asked, ({ buttons }) => buttons.length === 0);
      expect(textOf(ended.shown)).toContain(answer);
    });

    it("once while it waits, however often somebody sends it who is not sure, by whatever door", async () => {
      const stage = given();
      const { driver, engine } = stage;
      const { asked, card } = await stage.ask(approval({ actions: [...EVERY_ACTION] }));
      const question = "Who signed it?";
      const send = async (on: typeof card) =>
        stage.noteAfter("ada", async () =>
          driver.fill("ada", on, "Ask", byLabel({ "Your question": question })),
        );
      const first = await send(card);
      const open = await stage.card(asked, ({ shown }) => textOf(shown).includes(question));
      const second = await send(open);
      expect(textOf(second.shown)).toBe(textOf(first.shown));
      expect(await stage.answerOverHttp(asked, "ada", { action: "ask", question })).toBe(200);
      await stage.settled();
      expect(await engine.told(asked, "parley.interrupt.asked")).toHaveLength(1);
      const shown = await stage.card(asked);
      expect(textOf(shown.shown).split(question)).toHaveLength(2);
    });
  });
}
