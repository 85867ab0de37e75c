import { until } from "../../support/until.ts";
import { SAMPLES } from "../samples.ts";
import { ADA, GRACE } from "../world.ts";
import { expectWords } from "./expectation.ts";
import { marked } from "./marking.ts";
import type { Case } from "./runner.ts";
import { ask, cardOf, expectEnded, type Stage } from "./stage.ts";

/** Who has a thread open to answer learns there that somebody else was faster elsewhere. */
export function threadCase(stage: Stage): Case {
  return {
    name: "discord thread of a question says the outcome when it was answered on Slack",
    run: () => answeredElsewhere(stage),
  };
}

async function answeredElsewhere(stage: Stage) {
  const sample = SAMPLES.find(({ name }) => name === "clarification");
  if (sample === undefined) throw new Error("There is no sample that asks a question.");
  const asked = await ask(stage, marked(sample));
  const card = await cardOf(stage.discord, asked.mark);
  await stage.discord.openThread(GRACE, card);
  const before = await stage.discord.threadTexts(GRACE, card);
  await stage.slack.answer(ADA, await cardOf(stage.slack, asked.mark), "Friday, before eight");
  await expectEnded(stage, asked, ["Answered", "Ada"]);
  const line = await until("a line in the thread", async () =>
    (await stage.discord.threadTexts(GRACE, card)).slice(before.length).at(0),
  );
  expectWords("the line in the thread", line, [/answered/i, "Ada"]);
}
