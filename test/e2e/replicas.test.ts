import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bot, startBot } from "../demo/bot.ts";
import { type Demo, startDemo } from "../demo/demo.ts";
import { discordSeat } from "../demo/once/discord-seat.ts";
import { approval, pressedApproval } from "../demo/once/questions.ts";
import { buttonOf } from "../demo/once/seat.ts";
import { slackSeat } from "../demo/once/slack-seat.ts";
import {
  ask,
  cardOf,
  expectEnded,
  expectResolved,
  resolutionsOf,
  type Stage,
} from "../demo/once/stage.ts";
import { ADA, GRACE } from "../demo/world.ts";
import { until } from "../support/until.ts";
import { NOT_RECORDED, RESTARTING } from "../../src/presentation/wording.ts";
import { plainWords } from "../../src/presentation/words.ts";

/** What a person reads whose press was not taken. */
const TURNED_AWAY = [NOT_RECORDED, RESTARTING].map(plainWords);

let demo: Demo;
let second: Bot;
let stage: Stage;
const onDeath = (error: Error): never => {
  throw error;
};
beforeAll(async () => {
  demo = await startDemo({ rateScale: 50, onBotDeath: onDeath });
  second = await startBot({ env: demo.botEnv, onDeath });
  stage = {
    engine: demo.engine,
    bot: demo.bot,
    slack: slackSeat(demo.slackUrl),
    discord: discordSeat(demo.discordUrl),
  };
});
afterAll(async () => {
  await second.stop();
  await demo.stop();
});

test("two replicas show one card each place and make one decision of two presses", async () => {
  const questions = await Promise.all(Array.from({ length: 6 }, () => ask(stage, approval())));
  for (const asked of questions) {
    const [onSlack, onDiscord] = await Promise.all([
      cardOf(stage.slack, asked.mark),
      cardOf(stage.discord, asked.mark),
    ]);
    await Promise.all([
      stage.slack.press(ADA, onSlack, buttonOf(onSlack, "Accept")),
      stage.discord.press(GRACE, onDiscord, buttonOf(onDiscord, "Accept")),
    ]);
    await expectEnded(stage, asked, ["Accepted"]);
    // A card may say it before the engine has read it.
    await until("the resolution", () => resolutionsOf(stage, asked.raised)[0]);
    expect(resolutionsOf(stage, asked.raised)).toHaveLength(1);
  }
});

test("when one replica is killed the other goes on serving both platforms", async () => {
  const [first, other] = [await ask(stage, pressedApproval()), await ask(stage, approval())];
  await demo.bot.kill();

  // Until the other one holds the connection, a press fails in Discord, and people press again.
  await until("a press on Discord is heard", async () => {
    const onDiscord = await cardOf(stage.discord, first.mark);
    const { ok } = await stage.discord.press(GRACE, onDiscord, buttonOf(onDiscord, "Reject"));
    return ok ? true : undefined;
  });
  await expectResolved(stage, first, { action: "reject", decidedBy: "grace" });
  const onSlack = await cardOf(stage.slack, other.mark);
  await stage.slack.press(ADA, onSlack, buttonOf(onSlack, "Accept"));
  await expectResolved(stage, other, { action: "accept", decidedBy: "ada" });
  const fresh = await ask(stage, approval());
  await expectEnded(stage, first, ["Rejected", "Grace"]);

  await demo.bot.restart();
  const card = await cardOf(stage.slack, fresh.mark);
  await stage.slack.press(ADA, card, buttonOf(card, "Accept"));
  await expectEnded(stage, fresh, ["Accepted", "Ada"]);
});

test("SIGTERM in the middle of presses ends with 0, and every press is decided or told to press again", async () => {
  const questions = await Promise.all(Array.from({ length: 8 }, () => ask(stage, approval())));
  const cards = await Promise.all(questions.map(({ mark }) => cardOf(stage.slack, mark)));
  await demo.bot.kill();
  const presses = cards.map((card) => stage.slack.press(ADA, card, buttonOf(card, "Accept")));
  const exit = await second.stop();
  const delivered = await Promise.all(presses);
  await second.restart();
  await demo.bot.restart();

  expect(exit).toBe(0);
  // Slack says of a press that failed that it failed; of one that came too late parley says so itself.
  const heard = questions.filter((_, index) => delivered[index]?.ok === true);
  await until("every press is decided, or its presser knows that it is not", async () => {
    const undecided = heard.filter(({ raised }) => resolutionsOf(stage, raised).length === 0);
    const notes = await stage.slack.privateNotes(ADA);
    const turnedAway = notes.filter((note) => TURNED_AWAY.some((words) => note.includes(words)));
    return undecided.length <= turnedAway.length ? true : undefined;
  });
  for (const { raised } of heard) expect(resolutionsOf(stage, raised).length).toBeLessThan(2);
});
