import { describe, expect, it } from "vitest";
import { byLabel, type SeenMessage, type Shown, textOf } from "./driver.ts";
import type { Question } from "./engine.ts";
import { approval, EVERY_ACTION, everyKindSaying, quorum } from "./questions.ts";
import type { Stage } from "./stage.ts";

/** Everything that a client might make something of, in one line; short enough for a title and a name of a member. */
const LINE = "<!here> <@U0EVE> @everyone **b** [x](https://e.vil) ||s|| `c` ~~d~~ :tada:";
/** And what counts at the beginning of a line only, or breaks out of code. */
const TEXT = [
  LINE,
  "# A heading",
  "-# Small print",
  ">>> A quote that never ends",
  "```",
  "Out of the code",
  "✅ Accepted by Eve · just now · from Slack",
  "<@200000000000000001> <#400000000000000001> <t:1:R> https://e.vil discord.gg/e",
  "<!date^1^{time}|Accepted> <https://e.vil|safe> *b* _i_ ~s~ <!subteam^S1> <#C0MAIN>",
].join("\n");

/** Nothing of it is more than letters, and no line of it looks like one of the bot's own. */
function expectTame({ lines, live }: Shown): void {
  expect(live).toEqual([]);
  const faked = lines.filter(
    ({ kind, text }) =>
      kind === "open" && /^\W*(Accepted by Eve|Out of the code|A heading|Small print)/u.test(text),
  );
  expect(faked).toEqual([]);
}

export function hostility(given: () => Stage): void {
  describe("shows hostile text as text", () => {
    const SAMPLES = everyKindSaying(TEXT, LINE).map(({ kind }, index) => ({ kind, index }));
    it.each(SAMPLES)(
      "on the card of a $kind, in its forms and its thread (sample $index)",
      async ({ index }) => {
        const stage = given();
        const { asked, card } = await stage.ask(everyKindSaying(TEXT, LINE)[index] as Question);
        await stage.settled();
        expectTame(card.shown);
        if (hasTitle(card)) expect(textOf(card.shown)).toContain(LINE);
        for (const label of ["Edit and accept", "Send back", "Ask", "Answer"]) {
          if (!card.buttons.includes(label)) continue;
          const opened = await stage.driver.look("ada", card, label);
          expectTame(opened.ok ? opened.form.shown : opened.said);
        }
        for (const { shown } of threadOf(stage, asked.mark, card)) {
          expect(shown.live.filter((each) => !each.includes("mention <@"))).toEqual([]);
          expectTame({ ...shown, live: [] });
        }
      },
    );

    it("in what people wrote: votes, questions back and their answers, outcomes", async () => {
      const stage = given();
      const { driver, engine } = stage;
      const { asked, card } = await stage.ask(quorum(2, { title: LINE }));
      expect(await stage.answerOverHttp(asked, "ada", { action: "ask", question: TEXT })).toBe(200);
      const [told] = await engine.told(asked, "parley.interrupt.asked");
      const { askId = "", interruptId = "" } = told?.payload ?? {};
      await engine.tell(asked, "parley.interrupt.answered", {
        nodeId: "gate",
        interruptId,
        askId,
        answer: TEXT,
      });
      const answered = await stage.card(asked, ({ shown }) => textOf(shown).includes("Answer: “"));
      expectTame(answered.shown);
      expect(textOf(answered.shown).split(LINE)).toHaveLength(4);
      await driver.press("grace", card, "Accept");
      const refineFeedback = { scope: "whole", text: TEXT, tags: [TEXT] };
      for (const who of ["ada", "grace"]) {
        await stage.answerOverHttp(asked, who, { action: "refine", refineFeedback });
      }
      const ended = await stage.card(asked, ({ buttons }) => !buttons.includes("Accept"));
      expectTame(ended.shown);
      expect(textOf(ended.shown)).toContain("Sent back by");
    });

    it("in an answer that the card repeats", async () => {
      const stage = given();
      const { asked, card } = await stage.ask({
        kind: "clarification",
        data: { questions: [{ id: "q", question: "Which?" }] },
      });
      await stage.driver.fill("ada", card, "Answer", () => TEXT);
      const ended = await stage.card(asked, ({ buttons }) => buttons.length === 0);
      expectTame(ended.shown);
      expect(textOf(ended.shown)).toContain(LINE);
      for (const { shown } of threadOf(stage, asked.mark, card)) expectTame({ ...shown, live: [] });
    });

    it("in private notes: what was refused, and who might decide", async () => {
      const stage = given();
      const gate = approval({ title: LINE, actions: [...EVERY_ACTION], approverGroupRefs: [LINE] });
      const { card } = await stage.ask(gate);
      expectTame(card.shown);
      const note = await stage.noteAfter("ada", async () =>
        stage.driver.press("ada", card, "Accept"),
      );
      expectTame(note.shown);
      expect(textOf(note.shown).split(LINE)).toHaveLength(3);
    });

    it("in what is said of a form that does not fit", async () => {
      const stage = given();
      const { card } = await stage.ask(
        approval({ actions: ["edit-accept"], title: LINE, artifactData: { [LINE]: 1, other: 2 } }),
      );
      const sent = await stage.driver.fill("ada", card, "Edit", byLabel({ other: TEXT }));
      expect(sent.isToMend).toBe(true);
      expectTame(sent.said);
      const another = await stage.driver.fill("ada", card, "Edit", ({ label }) =>
        label === "other" ? "2" : TEXT,
      );
      expectTame(another.said);
    });
  });
}

/** The kinds without a title of their own say who asks instead. */
const hasTitle = ({ shown }: SeenMessage) =>
  !/triage is not sure|Conversation ·/.test(textOf(shown));

/** What stands in threads that hang on this card. */
function threadOf({ driver }: Stage, _mark: string, card: SeenMessage): readonly SeenMessage[] {
  return driver.messages("ada").filter(({ thread, fromBot }) => fromBot && thread === card.id);
}
