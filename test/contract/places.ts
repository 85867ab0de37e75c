import { describe, expect, it } from "vitest";
import { byLabel, textOf } from "./driver.ts";
import { approval, clarification, EVERY_ACTION } from "./questions.ts";
import { ROUTED, type Stage } from "./stage.ts";

export function places(given: () => Stage): void {
  const direct = (approversList: string[]) =>
    approval({ artifactType: ROUTED.direct, approversList, actions: [...EVERY_ACTION] });

  describe("shows a copy", () => {
    it("in direct messages, on which everything can be decided, and edits it at the end", async () => {
      const stage = given();
      const { driver } = stage;
      const asked = await stage.engine.ask(direct(["ada", "grace"]));
      const copy = await stage.card(asked, ({ where }) => where === "direct", "grace");
      expect((await driver.look("grace", copy, "Send back")).ok).toBe(true);
      await driver.fill("grace", copy, "Ask", byLabel({ "Your question": "Why?" }));
      await stage.card(
        asked,
        ({ shown, where }) => where === "direct" && textOf(shown).includes("Why?"),
      );
      await driver.press("grace", copy, "Accept");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "grace" });
      for (const who of ["ada", "grace"]) {
        const ended = await stage.card(
          asked,
          ({ where, buttons }) => where === "direct" && buttons.length === 0,
          who,
        );
        expect(textOf(ended.shown)).toContain("Accepted by Grace Hopper");
      }
      expect(stage.copies(asked, "lin").map(({ where }) => where)).toEqual(["main"]);
    });

    it("in direct messages tells a refusal there, and to nobody else", async () => {
      const stage = given();
      const { driver } = stage;
      const asked = await stage.engine.ask({ ...direct(["ada"]), timeoutMs: 60_000 });
      const copy = await stage.card(asked, ({ where }) => where === "direct");
      const wrong = await driver.fill(
        "ada",
        copy,
        "Send back",
        byLabel({ "Only one section": "2.1", "Only some items": "x" }),
      );
      expect(wrong.isToMend).toBe(true);
      expect(await stage.engine.resolutions(asked)).toEqual([]);
    });

    it("costs one try, and no other, where somebody takes no direct messages", async () => {
      const stage = given();
      const { driver } = stage;
      const before = driver.triesToReach("shut");
      const asked = await stage.engine.ask(direct(["ada", "shut"]));
      await stage.card(asked, ({ where }) => where === "main");
      // What had to be tried again would be due again.
      await stage.settled();
      expect(driver.triesToReach("shut") - before).toBe(1);
      const card = await stage.card(asked, ({ where }) => where === "main");
      await driver.press("ada", card, "Accept");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "ada" });
      await stage.card(asked, ({ where, buttons }) => where === "main" && buttons.length === 0);
      await stage.settled();
      expect(driver.triesToReach("shut") - before).toBe(1);
    });

    it("in the thread where the work began, and edits it at the end", async () => {
      const stage = given();
      const { driver } = stage;
      const origin = await driver.beginThread("ada");
      const asked = await stage.engine.ask(approval(), {
        origin: { platform: driver.platform, ...origin },
      });
      const copy = await stage.card(asked);
      expect(copy.thread).toBe(origin.thread);
      await driver.press("grace", copy, "Accept");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "grace" });
      const ended = await stage.card(asked, ({ buttons }) => buttons.length === 0);
      expect(ended).toMatchObject({ id: copy.id, thread: origin.thread });
      expect(stage.copies(asked)).toHaveLength(1);
    });

    it("of a question in that thread, which is answered by a form there", async () => {
      const stage = given();
      const { driver } = stage;
      const origin = await driver.beginThread("ada");
      const context = { origin: { platform: driver.platform, ...origin } };
      const asked = await stage.engine.ask(clarification("Which evening?"), context);
      const copy = await stage.card(asked);
      await driver.fill("ada", copy, "Answer", byLabel({ Which: "Friday" }));
      expect(await stage.resolution(asked)).toEqual({ answers: { q0: "Friday" } });
      await stage.card(asked, ({ buttons }) => buttons.length === 0);
    });
  });
  describe("loses no question", () => {
    it("whose card somebody deleted while it waits: it is posted again, and decided there", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(approval({ actions: [...EVERY_ACTION] }));
      await driver.remove(card);
      await stage.answerOverHttp(asked, "grace", { action: "ask", question: "Why now?" });
      const again = await stage.card(asked, ({ id }) => id !== card.id);
      expect(textOf(again.shown)).toContain("Why now?");
      await driver.press("ada", again, "Accept");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "ada" });
      const ended = await stage.card(asked, ({ buttons }) => buttons.length === 0);
      expect(ended.id).toBe(again.id);
      expect(stage.copies(asked)).toHaveLength(1);
    });

    it("whose card was deleted when it had ended: that stays gone", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(approval());
      await driver.remove(card);
      await stage.answerOverHttp(asked, "grace", { action: "accept" });
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "grace" });
      expect(stage.copies(asked)).toEqual([]);
    });

    it("that began where nothing can be posted: the tenant's channel gets it, and an operator hears why", async () => {
      const stage = given();
      const { driver } = stage;
      const origin = await driver.shutPlace();
      const asked = await stage.engine.ask(approval(), {
        origin: { platform: driver.platform, ...origin },
      });
      const card = await stage.card(asked);
      expect(card).toMatchObject({ where: "main", thread: undefined });
      await driver.press("ada", card, "Accept");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "ada" });
      expect(stage.copies(asked)).toHaveLength(1);
      const said = stage.logged.filter((line) => line.includes("usual channels instead"));
      expect(said).toEqual([expect.stringMatching(/acme[^]*reason/)]);
      expect(said[0]).toContain(`${origin.channel}/${origin.thread}`);
    });
  });
}
