import { afterAll, beforeAll, expect, test } from "vitest";
import { approval } from "../demo/once/questions.ts";
import { buttonOf } from "../demo/once/seat.ts";
import { cardOf, expectEnded, expectResolved, seatsOf } from "../demo/once/stage.ts";
import { ADA } from "../demo/world.ts";
import { until } from "../support/until.ts";
import { startStand, type Stand } from "./stand.ts";

/** Only the save of a copy that has just been posted carries these words to Redis. */
const POSTED = '"message":{"id"';

let stand: Stand;
beforeAll(async () => {
  stand = await startStand();
});
afterAll(async () => {
  await stand.stop();
});

test("a card that was posted and not written down when the bot was killed is found again, not posted twice", async () => {
  const marked = approval();
  const saving = stand.proxy.hold(POSTED);
  const raised = await stand.engine.raise(marked.question, marked.agent);
  // cardOf insists on exactly one.
  for (const seat of seatsOf(stand)) await cardOf(seat, marked.mark);
  await saving.caught;
  await stand.bot.kill();
  saving.release();
  await stand.bot.restart();

  const asked = { ...marked, raised };
  const card = await cardOf(stand.discord, asked.mark);
  await stand.discord.press(ADA, card, buttonOf(card, "Accept"));
  await expectResolved(stand, asked, { action: "accept", decidedBy: "ada" });
  await expectEnded(stand, asked, ["Accepted", "Ada"]);
});

test("Redis is killed and comes back with its file: open questions are still there and can be decided", async () => {
  const marked = approval();
  const raised = await stand.engine.raise(marked.question, marked.agent);
  const asked = { ...marked, raised };
  const card = await cardOf(stand.slack, asked.mark);
  await stand.redis.restart();

  await until(
    "the press is taken",
    async () => {
      await stand.slack.press(ADA, card, buttonOf(card, "Accept"));
      const { buttons } = await cardOf(stand.slack, asked.mark);
      return buttons.some(({ label }) => label === "Accept") ? undefined : true;
    },
    { everyMs: 300 },
  );
  await expectResolved(stand, asked, { action: "accept", decidedBy: "ada" });
  await expectEnded(stand, asked, ["Accepted", "Ada"]);
});

test("a bot that finds Redis away at its start says so, waits, and serves when it is there", async () => {
  stand.proxy.cut();
  const restarted = stand.bot.restart();
  await until("it says that it waits", () =>
    stand.bot.lastLines().some((line) => line.includes("waiting for it")) ? true : undefined,
  );
  stand.proxy.mend();
  await restarted;

  expect(stand.bot.lastLines().some((line) => line.includes('"msg":"ready"'))).toBe(true);
});
