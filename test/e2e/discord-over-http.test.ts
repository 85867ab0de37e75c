import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bot, startBot } from "../demo/bot.ts";
import { type Engine, startEngine } from "../demo/engine.ts";
import { members } from "../demo/json.ts";
import { discordSeat } from "../demo/once/discord-seat.ts";
import { approval } from "../demo/once/questions.ts";
import { buttonOf, type Card } from "../demo/once/seat.ts";
import { writeRoster } from "../demo/roster.ts";
import { ADA, discordSetup, TENANT } from "../demo/world.ts";
import { type LocalDiscord, startLocalDiscord } from "../platforms/discord/server.ts";
import { freePort } from "../support/free-port.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";

let redis: RedisServer;
let discord: LocalDiscord;
let engine: Engine;
let bot: Bot;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-http-"));
  redis = await startRedis();
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}/discord/interactions`;
  discord = await startLocalDiscord({
    ...discordSetup(),
    rateLimits: { scale: 50 },
    delivery: { url: endpoint },
  });
  engine = await startEngine({ redisUrl: redis.url, prefix: "parley", tenant: TENANT });
  bot = await startBot({
    onDeath: (error) => {
      throw error;
    },
    env: {
      REDIS_URL: redis.url,
      DISCORD_TOKEN: discord.token,
      DISCORD_PUBLIC_KEY: discord.publicKey,
      DISCORD_API_URL: discord.apiUrl,
      PARLEY_ROSTER: await writeRoster(folder),
      PARLEY_HTTP_HOST: "127.0.0.1",
      PARLEY_HTTP_PORT: String(port),
    },
  });
});
afterAll(async () => {
  await bot.stop();
  await engine.close();
  await discord.close();
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the address is one that Discord accepts: it answers a ping and refuses a wrong signature", async () => {
  expect(await discord.probeEndpoint()).toBe(true);
  await until("the log says why", () =>
    bot.lastLines().some((line) => line.includes("its signature is wrong")) ? true : undefined,
  );
});

test("a press that Discord delivers over HTTP is decided like any other", async () => {
  const seat = discordSeat(discord.url);
  const { question, mark, agent } = approval();
  const raised = await engine.raise(question, agent);
  const find = async (): Promise<Card | undefined> => (await seat.cards(ADA, mark))[0];
  const card = await until("the card", find);
  const outcome = await seat.press(ADA, card, buttonOf(card, "Accept"));
  expect(outcome.ok).toBe(true);
  const resolved = await until("the resolution", () =>
    engine.resolutionsOf(raised.runId).find(({ type }) => type === "interrupt.resolved"),
  );
  expect(members(members(resolved.payload)["resumeValue"])).toMatchObject({
    action: "accept",
    decidedBy: "ada",
  });
});
