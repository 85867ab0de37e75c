import { until } from "../../support/until.ts";
import { SAMPLES } from "../samples.ts";
import { ADA, GRACE } from "../world.ts";
import { expectWords } from "./expectation.ts";
import { marked } from "./marking.ts";
import type { Case } from "./runner.ts";
import { clarification } from "./questions.ts";
import { buttonOf } from "./seat.ts";
import { ask, cardOf, expectEnded, expectResolved, type Stage } from "./stage.ts";

/** Who has a thread open to answer learns there that somebody else was faster elsewhere. */
export function threadCases(stage: Stage): readonly Case[] {
  return [
    {
      name: "discord thread of a question says the outcome when it was answered on Slack",
      run: () => answeredElsewhere(stage),
    },
    {
      name: "discord thread asks several questions one after the other",
      run: () => oneByOne(stage),
    },
  ];
}

/** Answered by typing and by a button, one of them wrongly at first, changed once, and sent. */
async function oneByOne(stage: Stage) {
  const { discord } = stage;
  const asked = await ask(stage, clarification());
  const card = await cardOf(discord, asked.mark);
  const latest = (words: string) =>
    until(`“${words}” in the thread`, async () => {
      const last = (await discord.threadCards(GRACE, card)).at(-1);
      return last?.text.includes(words) === true ? last : undefined;
    });
  await latest("How many seats?");
  await discord.answer(GRACE, card, "many");
  await latest("not a whole number");
  await discord.answer(GRACE, card, "4");
  const plan = await latest("Which plan?");
  await discord.press(GRACE, plan, buttonOf(plan, "team"));
  await latest("When do they start?");
  await discord.answer(GRACE, card, "On Monday");
  const summary = await latest("Everything is answered");
  expectWords("the summary", summary.text, ["4", "team", "On Monday", "Grace Hopper"]);
  await discord.choose(GRACE, card, summary, "Which plan?");
  const again = await latest("Now: team");
  await discord.press(GRACE, again, buttonOf(again, "company"));
  const last = await latest("Everything is answered");
  await discord.press(GRACE, last, buttonOf(last, "Send answers"));
  const answers = { seats: 4, plan: "company", start: "On Monday" };
  await expectResolved(stage, asked, { answers });
  await expectEnded(stage, asked, ["Answered", "Grace"]);
}

async function answeredElsewhere(stage: Stage) {
  const sample = SAMPLES.find(({ name }) => name === "clarification");
  if (sample === undefined) throw new Error("There is no sample that asks a question.");
  const asked = await ask(stage, marked(sample));
  const card = await cardOf(stage.discord, asked.mark);
  await stage.discord.openThread(GRACE, card);
  await stage.slack.answer(ADA, await cardOf(stage.slack, asked.mark), "Friday, before eight");
  await expectEnded(stage, asked, ["Answered", "Ada"]);
  // How to answer is said there, too, sooner or later than the thread is looked at.
  const line = await until("the outcome in the thread", async () =>
    (await stage.discord.threadTexts(GRACE, card)).find((text) => /answered/i.test(text)),
  );
  expectWords("the line in the thread", line, ["Ada"]);
}
