import { describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { textOf } from "./driver.ts";
import type { Question } from "./engine.ts";
import { approval, custom, EVERY_ACTION, everyKindSaying, quorum } from "./questions.ts";
import { type Stage, VOTERS } from "./stage.ts";

/** The local platforms refuse what the platforms refuse, so that nothing may be refused. */
export function limits(given: () => Stage): void {
  const withinLimits = (title: string, act: (stage: Stage) => Promise<void>) => {
    it(title, async () => {
      const stage = given();
      const refused = stage.driver.refused().length;
      const logged = stage.logged.length;
      await act(stage);
      await stage.settled();
      expect(stage.driver.refused().slice(refused)).toEqual([]);
      expect(
        stage.logged.slice(logged).filter((line) => /refused|could not|fail/i.test(line)),
      ).toEqual([]);
    });
  };

  describe("keeps to every limit", () => {
    withinLimits("with a title of 150 characters", async (stage) => {
      await showAndDecide(stage, approval({ title: "x".repeat(150), actions: [...EVERY_ACTION] }));
      await showAndDecide(stage, approval({ title: "<".repeat(150), actions: [...EVERY_ACTION] }));
      await showAndDecide(stage, approval({ title: "👩🏽‍🚀".repeat(150), actions: [...EVERY_ACTION] }));
    });

    withinLimits("with 25 votes of people with Arabic names and emoji", async (stage) => {
      const { asked, card } = await stage.ask(quorum(25, { title: "طلب 🦊 شراء" }));
      for (const { id } of VOTERS) await stage.driver.press(id, card, "Accept");
      // Pressed one after the other and decided side by side: any of them can be the last.
      const decidedBy = expect.stringMatching(/^v\d+$/) as string;
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy });
    });

    withinLimits("with a diff of 40 lines", async (stage) => {
      const artifactData = Array.from(
        { length: 40 },
        (_, index) => `+ ${"<&`>".repeat(20)} ${index}`,
      ).join("\n");
      const whole = await showAndDecide(stage, approval({ artifactType: "diff", artifactData }));
      expect(whole).toContain("+ <&`><&`>");
    });

    withinLimits("with 300 kB of JSON", async (stage) => {
      const rows = Array.from({ length: 3000 }, (_, id) => ({ id, text: "<&>`".repeat(20) }));
      const { card } = await stage.ask(
        approval({ artifactData: { rows }, actions: [...EVERY_ACTION] }),
      );
      const whole = await stage.driver.showAll("ada", card);
      expect(whole).toContain('"id": 2999');
      // More than a form can hold: said, and nothing else.
      expect((await stage.driver.look("ada", card, "Edit and accept")).ok).toBe(false);
    });

    withinLimits("with 60 questions asked back, each as long as can be", async (stage) => {
      const { asked, card } = await stage.ask(approval({ actions: [...EVERY_ACTION] }));
      const questions = Array.from({ length: 60 }, (_, at) => `${at} ${"<*`😀".repeat(500)}`);
      for (let at = 0; at < questions.length; at += 6) {
        const some = questions.slice(at, at + 6).map((question) => ({ action: "ask", question }));
        const asking = some.map(async (value) => stage.answerOverHttp(asked, "ada", value));
        expect(new Set(await Promise.all(asking))).toEqual(new Set([200]));
      }
      const last = await stage.card(asked, ({ shown }) =>
        textOf(shown).includes("57 earlier questions"),
      );
      expect(last.buttons).toEqual(card.buttons);
    });

    withinLimits("with 100 options to choose from", async (stage) => {
      const values = Array.from(
        { length: 100 },
        (_, index) => `option ${index} ${"ü".repeat(index)}`,
      );
      const { asked, card } = await stage.ask(
        custom({
          type: "object",
          required: ["one"],
          properties: { one: { enum: values, title: "One" } },
        }),
      );
      await stage.driver.fill("ada", card, "Answer", ({ options = [] }) =>
        options.filter(({ label }) => label.includes("option 77 ")).map(({ value }) => value),
      );
      expect(await stage.resolution(asked)).toEqual({ one: values[77] });
    });

    withinLimits("with many possible choices of several", async (stage) => {
      const values = Array.from({ length: 100 }, (_, index) => `option ${index}`);
      const some = { type: "array", items: { enum: values }, title: "Some" };
      const { asked, card } = await stage.ask(
        custom({ type: "object", required: ["some"], properties: { some } }),
      );
      await stage.driver.fill("ada", card, "Answer", ({ options = [] }) =>
        options.filter(({ label }) => /option (7|55|99)$/.test(label)).map(({ value }) => value),
      );
      expect(await stage.resolution(asked)).toEqual({
        some: ["option 7", "option 55", "option 99"],
      });
    });

    const LONG = "<!channel> **b** `c` [x](https://e.vil) & <@U0EVE> ".repeat(80);
    it.each(everyKindSaying(LONG).map((question, index) => ({ index, kind: question.kind })))(
      "with long hostile markup in every text of a $kind (sample $index)",
      async ({ index }) => {
        const stage = given();
        const refused = stage.driver.refused().length;
        const question = everyKindSaying(LONG)[index] as Question;
        await showEverything(stage, question);
        await stage.settled();
        expect(stage.driver.refused().slice(refused)).toEqual([]);
      },
    );
  });
}

/** Opens everything that opens. Show all, or nothing where there is no more than the card shows. */
async function showEverything(stage: Stage, question: Question): Promise<string> {
  const { asked, card } = await stage.ask(question);
  await stage.settled();
  const [now = card] = stage.copies(asked);
  for (const label of ["Edit and accept", "Send back", "Ask", "Answer"]) {
    if (now.buttons.includes(label)) await stage.driver.look("ada", now, label);
  }
  return now.buttons.includes("Show all") ? stage.driver.showAll("ada", now) : "";
}

async function showAndDecide(stage: Stage, question: Question): Promise<string> {
  const { asked, card } = await stage.ask(question);
  const whole = card.buttons.includes("Show all") ? await stage.driver.showAll("ada", card) : "";
  await stage.driver.press("ada", card, "Accept");
  await until("the end", async () => (await stage.engine.resolutions(asked))[0]);
  await stage.card(asked, ({ buttons }) => !buttons.includes("Accept"));
  return whole;
}
