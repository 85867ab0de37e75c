import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bot, startBot } from "../demo/bot.ts";
import { type Engine, startEngine } from "../demo/engine.ts";
import { members } from "../demo/json.ts";
import { approval } from "../demo/once/questions.ts";
import { buttonOf, type Card } from "../demo/once/seat.ts";
import { slackSeat } from "../demo/once/slack-seat.ts";
import { writeRoster } from "../demo/roster.ts";
import { ADA, slackSetup, TENANT } from "../demo/world.ts";
import { type LocalSlack, startLocalSlack } from "../platforms/slack/server.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";
import { freePort } from "../support/free-port.ts";

let redis: RedisServer;
let slack: LocalSlack;
let engine: Engine;
let bot: Bot;
let folder: string;
let endpoint: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-http-"));
  redis = await startRedis();
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}/slack/events`;
  slack = await startLocalSlack({ ...slackSetup(), rateLimits: 50, delivery: { url: endpoint } });
  engine = await startEngine({ redisUrl: redis.url, prefix: "parley", tenant: TENANT });
  bot = await startBot({
    onDeath: (error) => {
      throw error;
    },
    env: {
      REDIS_URL: redis.url,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: slack.apiUrl,
      PARLEY_ROSTER: await writeRoster(folder),
      PARLEY_HTTP_HOST: "127.0.0.1",
      PARLEY_HTTP_PORT: String(port),
    },
  });
});
afterAll(async () => {
  await bot.stop();
  await engine.close();
  await slack.close();
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

test("a press that Slack delivers over HTTP is decided like any other", async () => {
  const seat = slackSeat(slack.origin);
  const { question, mark, agent } = approval();
  const raised = await engine.raise(question, agent);
  const find = async (): Promise<Card | undefined> => (await seat.cards(ADA, mark))[0];
  const card = await until("the card", find);
  await seat.press(ADA, card, buttonOf(card, "Accept"));
  const resolved = await until("the resolution", () =>
    engine.resolutionsOf(raised.runId).find(({ type }) => type === "interrupt.resolved"),
  );
  expect(members(members(resolved.payload)["resumeValue"])).toMatchObject({
    action: "accept",
    decidedBy: "ada",
  });
});

test("what Slack did not sign is refused, and other paths are not there", async () => {
  const forged = await fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "payload=%7B%7D",
  });
  expect(forged.status).toBe(401);
  expect((await fetch(new URL("/", endpoint))).status).toBe(404);
  expect((await fetch(endpoint)).status).toBe(404);
});

test("half a request keeps nobody from ending, and a second SIGTERM changes nothing", async () => {
  const { hostname, port } = new URL(endpoint);
  const half = connect(Number(port), hostname);
  half.on("error", () => undefined);
  half.write("POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc");
  await once(half, "connect");
  const [first, second] = await Promise.all([bot.stop(), bot.stop()]);
  half.destroy();
  expect([first, second]).toEqual([0, 0]);
});
