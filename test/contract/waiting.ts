import { describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type SeenMessage, textOf } from "./driver.ts";
import { approval } from "./questions.ts";
import { ROUTED, type Stage } from "./stage.ts";

/**
 * The route reminds 6 seconds before the deadline and escalates 3 seconds after asking: on a busy machine, too, there is
 * time for a vote before the one and the other.
 */
const gate = (timeoutMs: number) =>
  approval(
    { artifactType: ROUTED.waiting, approversList: ["ada", "grace", "lin"], requiredApprovals: 2 },
    { timeoutMs },
  );

export function waiting(given: () => Stage): void {
  describe("while nobody decides", () => {
    it("reminds those who have not, once, and shows it elsewhere besides; after the end, nothing", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(gate(11_000));
      await stage.noteAfter("lin", async () => driver.press("lin", card, "Accept"));
      const reminder = await until("a reminder", () => remindersOf(stage, card, "ada")[0], {
        everyMs: 10,
      });
      expect(textOf(reminder.shown)).toContain("Still waiting for 1 of 2 approvals");
      expect(
        ["ada", "grace", "lin", "chief"].filter((who) => isNotified(stage, reminder, who)),
      ).toEqual(["ada", "grace"]);
      const named = (who: string) =>
        reminder.shown.live.some((each) => each.includes(driver.idOf(who)));
      expect(["ada", "grace", "lin", "chief"].filter(named)).toEqual(["ada", "grace"]);
      const elsewhere = await stage.card(asked, ({ where }) => where === "other");
      expect(elsewhere.buttons).toEqual(card.buttons);
      await driver.press("grace", elsewhere, "Accept");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "grace" });
      await stage.card(asked, ({ where, buttons }) => where === "other" && buttons.length === 0);
      await stage.card(asked, ({ where, buttons }) => where === "main" && buttons.length === 0);
      expect(remindersOf(stage, card, "ada")).toHaveLength(1);
    });

    it("names each person once, in direct messages where these are taken, and never who has decided", async () => {
      const stage = given();
      const { driver } = stage;
      const approversList = ["ada", "grace", "lin", "shut"];
      const about = { artifactType: ROUTED.waitingDirect, approversList, requiredApprovals: 3 };
      const asked = await stage.engine.ask(approval(about, { timeoutMs: 11_000 }));
      const main = await stage.card(asked, ({ where }) => where === "main");
      await stage.noteAfter("lin", async () => driver.press("lin", main, "Accept"));
      const other = await stage.card(asked, ({ where }) => where === "other");
      for (const card of [main, other]) {
        await until("a reminder", () => remindersOf(stage, card, "ada")[0], { everyMs: 10 });
      }
      await stage.settled();
      const heard = (who: string) =>
        stage.copies(asked, who).flatMap((card) => remindersOf(stage, card, who));
      const pings = (who: string) =>
        heard(who).filter(({ where, notifies }) => where === "direct" || notifies);
      expect(["ada", "grace", "lin", "chief"].map((who) => pings(who).length)).toEqual([
        1, 1, 0, 0,
      ]);
      const named = (reminders: readonly SeenMessage[]) =>
        [...approversList, "chief"].filter((who) =>
          reminders.some(({ shown }) => shown.live.some((each) => each.includes(driver.idOf(who)))),
        );
      expect(named(pings("ada"))).toEqual(["ada"]);
      expect(named(pings("grace"))).toEqual(["grace"]);
      // Whom no direct message reaches is named in the first channel.
      expect(named(remindersOf(stage, main, "ada"))).toEqual(["shut"]);
      expect(named(remindersOf(stage, other, "ada"))).toEqual([]);
    });

    it("reminds a group that the platform keeps, and of it nobody who has decided", async () => {
      const stage = given();
      const { driver } = stage;
      const about = { artifactType: ROUTED.waiting, approverGroupRefs: ["treasury"] };
      const question = approval({ ...about, requiredApprovals: 2 }, { timeoutMs: 11_000 });
      const waits = await stage.ask(question);
      const half = await stage.ask(question);
      await stage.noteAfter("lin", async () => driver.press("lin", half.card, "Accept"));
      const reminded = async ({ card }: { readonly card: SeenMessage }) => {
        const reminder = await until("a reminder", () => remindersOf(stage, card, "ada")[0]);
        return ["ada", "grace", "lin", "chief"].filter((who) => isNotified(stage, reminder, who));
      };
      expect(await reminded(waits)).toEqual(["grace", "lin"]);
      // Where members cannot be listed, the group can only be named as a whole: Lin, too.
      expect(await reminded(half)).toEqual(driver.listsMembers ? ["grace"] : []);
    });

    it("reminds once all the same where the platform takes the reminder only later", async () => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(gate(11_000));
      const before = driver.refused().length;
      driver.refuseNextBelow(card);
      await until("a reminder", () => remindersOf(stage, card, "ada")[0]);
      expect(driver.refused().slice(before)).toHaveLength(1);
      await stage.answerOverHttp(asked, "ada", { action: "reject" });
      await stage.settled();
      expect(remindersOf(stage, card, "ada")).toHaveLength(1);
    });

    it("what has ended reminds nobody and is shown nowhere else", async () => {
      const stage = given();
      const soon = await stage.ask(gate(9_000));
      const { asked, card } = soon;
      expect(await stage.answerOverHttp(asked, "ada", { action: "reject" })).toBe(200);
      // Another one of the same age is reminded of and escalated: by then this one would have been.
      const other = await stage.ask(gate(9_000));
      await until("a reminder", () => remindersOf(stage, other.card, "ada")[0]);
      await stage.card(other.asked, ({ where }) => where === "other");
      expect(remindersOf(stage, card, "ada")).toEqual([]);
      expect(stage.copies(asked).map(({ where }) => where)).toEqual(["main"]);
    });
  });
}

/** Messages of the bot that hang on a card and say that it waits. */
function remindersOf({ driver }: Stage, card: SeenMessage, who: string): readonly SeenMessage[] {
  return driver
    .messages(who)
    .filter(
      ({ fromBot, about, shown }) =>
        fromBot && about === card.id && textOf(shown).includes("Still waiting"),
    );
}

function isNotified({ driver }: Stage, { id }: SeenMessage, who: string): boolean {
  return driver.messages(who).find((each) => each.id === id)?.notifies === true;
}
