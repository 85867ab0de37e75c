import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bot, startBot } from "../demo/bot.ts";
import { members } from "../demo/json.ts";
import { marked } from "../demo/once/marking.ts";
import { ask, type Asked, cardOf, expectEnded, resolutionsOf } from "../demo/once/stage.ts";
import { SAMPLES } from "../demo/samples.ts";
import { ADA, GRACE } from "../demo/world.ts";
import { until } from "../support/until.ts";
import { startStand, type Stand } from "./stand.ts";

let stand: Stand;
let second: Bot;
beforeAll(async () => {
  stand = await startStand();
  second = await startBot({
    env: stand.demo.botEnv,
    onDeath: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await second.stop();
  await stand.stop();
});

const clarification = () => {
  const sample = SAMPLES.find(({ name }) => name === "clarification");
  if (sample === undefined) throw new Error("There is no sample that asks a question.");
  return marked(sample);
};

/** What the one resolution carries. A card may say it before the engine has read it. */
async function resumeValueOf({ raised }: Asked): Promise<string> {
  const resolved = await until("the resolution", () => resolutionsOf(stand, raised)[0]);
  expect(resolutionsOf(stand, raised)).toHaveLength(1);
  return JSON.stringify(members(resolved.payload)["resumeValue"]);
}

const readyLines = async (bot: Bot) => {
  const response = await fetch(`${bot.httpUrl()}/readyz`);
  return [response.status, ...(await response.text()).trim().split("\n")];
};

test("the replica that started first holds the connection, the other is ready without it", async () => {
  expect(await readyLines(stand.bot)).toEqual([
    200,
    "ready",
    "redis: serving",
    "slack: serving",
    "discord: serving",
  ]);
  expect(await readyLines(second)).toContain("discord: standby");
});

test("an answer typed while the replica that held the connection was dead is read by the next one", async () => {
  const asked = await ask(stand, clarification());
  const card = await cardOf(stand.discord, asked.mark);
  await stand.discord.openThread(GRACE, card);
  await stand.bot.kill();
  // Nobody listens now: the lease of the dead replica runs for up to three seconds more.
  await stand.discord.answer(ADA, card, "Friday, before eight");

  await expectEnded(stand, asked, ["Answered", "Ada"]);
  expect(await resumeValueOf(asked)).toContain("Friday, before eight");
  const isRead = (line: string) => line.includes("Read what was typed meanwhile");
  await until("the log says so", () => (second.lastLines().some(isRead) ? true : undefined));
  expect(await readyLines(second)).toContain("discord: serving");
  await stand.bot.restart();
  expect(await readyLines(stand.bot)).toContain("discord: standby");
});

test("a replica that is told to end hands the connection over: what is typed and pressed meanwhile counts", async () => {
  const asked = await ask(stand, clarification());
  const card = await cardOf(stand.discord, asked.mark);
  await stand.discord.openThread(GRACE, card);
  const stopping = second.stop();
  await stand.discord.answer(ADA, card, "Saturday, at noon");
  expect(await stopping).toBe(0);

  await expectEnded(stand, asked, ["Answered", "Ada"]);
  expect(await resumeValueOf(asked)).toContain("Saturday, at noon");
  await until("the other one holds it", async () =>
    (await readyLines(stand.bot)).includes("discord: serving") ? true : undefined,
  );
  await second.restart();
});

test("with Redis away later a replica is degraded and ready all the same", async () => {
  stand.proxy.cut();
  await until("it says so", async () => {
    const [status, first, redis] = await readyLines(stand.bot);
    return status === 200 && first === "ready" && String(redis).startsWith("redis: degraded")
      ? true
      : undefined;
  });
  stand.proxy.mend();
  await until("Redis serves", async () =>
    (await readyLines(stand.bot)).includes("redis: serving") ? true : undefined,
  );
});
