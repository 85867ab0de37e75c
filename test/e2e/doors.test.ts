import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, type Raised, startEngine } from "../demo/engine.ts";
import { members } from "../demo/json.ts";
import { approval } from "../demo/once/questions.ts";
import { buttonOf } from "../demo/once/seat.ts";
import { slackSeat } from "../demo/once/slack-seat.ts";
import { cardOf } from "../demo/once/stage.ts";
import { writeRoster } from "../demo/roster.ts";
import { ADA, GRACE, slackSetup, TENANT } from "../demo/world.ts";
import { type LocalSlack, startLocalSlack } from "../platforms/slack/server.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { type RedisProxy, startRedisProxy } from "../support/redis-proxy.ts";
import { until } from "../support/until.ts";
import { run, type Spoken } from "./spoken-command.ts";

/** The built command, with its HTTP doors open and a local Slack beside them. */

const SECRET = randomBytes(32);

let redis: RedisServer;
let proxy: RedisProxy;
let slack: LocalSlack;
let engine: Engine;
let folder: string;
let env: Readonly<Record<string, string>>;
let bot: Spoken;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-doors-"));
  redis = await startRedis();
  proxy = await startRedisProxy(redis);
  slack = await startLocalSlack({ ...slackSetup(), rateLimits: 50 });
  engine = await startEngine({ redisUrl: redis.url, prefix: "parley", tenant: TENANT });
  env = {
    REDIS_URL: proxy.url,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    PARLEY_ROSTER: await writeRoster(folder),
    PARLEY_HTTP_HOST: "127.0.0.1",
    PARLEY_HTTP_PORT: "0",
    PARLEY_TOKEN_SECRETS: `k1:${SECRET.toString("base64")}`,
    PARLEY_LOG_LEVEL: "trace",
  };
  bot = run(["start"], env);
  const { http } = await bot.logged("ready");
  origin = `http://${String(http)}`;
});
afterAll(async () => {
  await bot.stop();
  await engine.close();
  await slack.close();
  await proxy.close();
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

async function createKey(principal: string): Promise<string> {
  const command = run(["keys", "create", "--tenant", TENANT, "--principal", principal], {
    ...env,
    REDIS_URL: redis.url,
  });
  expect(await command.ended).toBe(0);
  const [key = ""] = /pk_\S{16}_\S{43}/.exec(command.said()) ?? [];
  expect(key).not.toBe("");
  return key;
}

async function send(
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<number> {
  const response = await fetch(origin + path, {
    ...(body === undefined ? {} : { method: "POST", body }),
    headers: { "Content-Type": "application/json", ...headers },
  });
  await response.text();
  return response.status;
}

const pathOf = ({ runId, nodeId }: Raised) =>
  `/runs/${runId.replace("/", "~2F")}/interrupts/${nodeId}`;
const resolutionsOf = ({ runId }: Raised) =>
  engine.resolutionsOf(runId).filter(({ type }) => type === "interrupt.resolved");

/** The id that parley gave the question, told to the engine. */
async function idOf({ runId }: Raised): Promise<string> {
  const suspended = await until("node.suspended", () =>
    engine.resolutionsOf(runId).find(({ type }) => type === "node.suspended"),
  );
  return String(members(suspended.payload)["interruptId"]);
}

/** A token as the specification writes it. */
function tokenFor({ runId, nodeId }: Raised, interruptId: string, secret = SECRET): string {
  const claims = {
    runId,
    nodeId,
    interruptId,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    intent: "resolve",
    principal: "ada",
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  const signed = `ow2.hs256.k1.${payload}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

describe("The doors of the built command", () => {
  it("are where the line that says it is ready says", async () => {
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
    expect(await send("/.well-known/openwop", {})).toBe(200);
  });

  it("let the holder of a new key accept, which closes the card in Slack and tells the engine once", async () => {
    const seat = slackSeat(slack.origin);
    const { question, mark, agent } = approval();
    const raised = await engine.raise(question, agent);
    await cardOf(seat, mark);
    const headers = { Authorization: `Bearer ${await createKey("ada")}` };
    const body = JSON.stringify({ resumeValue: { action: "accept" } });
    expect(await send(pathOf(raised), headers, body)).toBe(200);
    const closed = await until("the card is closed", async () => {
      const card = await cardOf(seat, mark);
      return card.buttons.some(({ label }) => label === "Accept") ? undefined : card;
    });
    expect(closed.text).toContain("Accepted");
    expect(closed.text).toContain(ADA.name);
    const resolved = await until("the resolution", () => resolutionsOf(raised)[0]);
    expect(members(members(resolved.payload)["resumeValue"])).toMatchObject({
      action: "accept",
      decidedBy: "ada",
    });
    expect(await send(pathOf(raised), headers, body)).toBe(409);
    expect(resolutionsOf(raised)).toHaveLength(1);
  });

  it("and a button in Slack at once make one decision", async () => {
    const seat = slackSeat(slack.origin);
    const headers = { Authorization: `Bearer ${await createKey("ada")}` };
    const { question, mark, agent } = approval();
    const raised = await engine.raise(question, agent);
    const card = await cardOf(seat, mark);
    const body = JSON.stringify({ resumeValue: { action: "reject" } });
    const [status] = await Promise.all([
      send(pathOf(raised), headers, body),
      seat.press(GRACE, card, buttonOf(card, "Accept")),
    ]);
    const resolved = await until("the resolution", () => resolutionsOf(raised)[0]);
    const { action } = members(members(resolved.payload)["resumeValue"]);
    expect([status, action]).toEqual(status === 200 ? [200, "reject"] : [409, "accept"]);
    expect(resolutionsOf(raised)).toHaveLength(1);
  });
});

describe("What nobody else may read", () => {
  it("is in no line of the log at its finest, in no name of a key in Redis, and, of credentials, in no value", async () => {
    const key = await createKey("ada");
    const secret = key.slice(-43);
    const idempotencyKey = randomUUID();
    const words = `answer-${randomBytes(12).toString("hex")}`;
    const { question, agent } = approval({ requiredApprovals: 2 });
    const raised = await engine.raise(question, agent);
    const interruptId = await idOf(raised);
    const token = tokenFor(raised, interruptId);
    const forged = tokenFor(raised, interruptId, randomBytes(32));
    const row = `row-${randomBytes(16).toString("hex")}`;
    const wrong = `${key.slice(0, -6)}AAAAAA`;

    const bearer = { Authorization: `Bearer ${key}` };
    const idempotent = { "Idempotency-Key": idempotencyKey };
    const body = JSON.stringify({ resumeValue: { action: "accept", feedback: words } });
    const strange = JSON.stringify({ resumeValue: { action: words, [words]: words } });
    const path = pathOf(raised);
    expect([
      await send(path, { ...bearer, ...idempotent }, body),
      await send(path, { ...bearer, ...idempotent }, body),
      await send(path, { ...bearer, ...idempotent }, strange),
      await send(path, bearer, strange),
      await send(path, bearer, body.slice(0, -1)),
      await send(path, { ...bearer, "Idempotency-Key": `${idempotencyKey}!` }, body),
      await send(path, { Authorization: `Bearer ${wrong}`, ...idempotent }, body),
      await send(`/runs/${words}/interrupts/${words}`, bearer, body),
      await send(`/${words}`, { ...bearer, ...idempotent }, body),
      await send(`/interrupts/${token}`, idempotent),
      await send(`/interrupts/${token}`, idempotent, body),
      await send(`/interrupts/${token}`, {}, strange),
      await send(`/interrupts/${forged}`, idempotent, body),
      await send(`/interrupts/${row}`, idempotent, body),
    ]).toEqual([200, 200, 409, 400, 400, 400, 401, 400, 404, 200, 200, 400, 401, 401]);
    await malformed(`POST /interrupts/${token} HTTP/1.1\r\n${words}\r\n\r\n`);
    await malformed(`POST /interrupts/${token}\\ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await malformed(`GET / HTTP/1.1\r\nAuthorization: Bearer ${key}${"x".repeat(20_000)}\r\n\r\n`);
    // And when Redis goes away in the middle of the commit that holds all of it.
    const lost = proxy.loseReply(":claim:");
    const again = { ...bearer, "Idempotency-Key": `${idempotencyKey}-2` };
    expect(await send(path, again, body)).toBe(503);
    await lost;
    await until("Redis answers again", async () =>
      (await send(path, again, body)) === 200 ? true : undefined,
    );

    await bot.stop();
    const secrets = { token, forged, row, key, secret, wrong, idempotencyKey };
    const said = bot.said();
    expect(said).toContain('"ready"');
    expect(said).toContain("a request could not be served now");
    const { names, values } = await everythingIn(redis);
    for (const [what, text] of Object.entries({ ...secrets, words })) {
      expect(said.includes(text), `${what} in the log`).toBe(false);
      expect(
        names.some((name) => name.includes(text)),
        `${what} in a name`,
      ).toBe(false);
    }
    for (const [what, text] of Object.entries(secrets)) {
      expect(
        values.some((value) => value.includes(text)),
        `${what} in a value`,
      ).toBe(false);
    }
    // So the search finds what is there.
    expect(values.some((value) => value.includes(words))).toBe(true);
    expect(names.some((name) => name.includes(raised.runId))).toBe(true);
  });
});

/** Sends bytes as they are and waits for the other side to hang up, which may be before it has read them all. */
async function malformed(bytes: string): Promise<void> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1").resume();
  socket.on("error", () => undefined);
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
}

/** Every name of a key, and every value, field, member and entry. */
async function everythingIn({ url }: RedisServer) {
  const client = new Redis(url);
  const names = await client.keys("*");
  const values: string[] = [];
  for (const name of names) {
    values.push(JSON.stringify(await valueOf(client, name)));
  }
  client.disconnect();
  return { names, values };
}

async function valueOf(client: Redis, name: string): Promise<unknown> {
  switch (await client.type(name)) {
    case "string":
      return client.get(name);
    case "hash":
      return client.hgetall(name);
    case "set":
      return client.smembers(name);
    case "zset":
      return client.zrange(name, 0, "-1");
    case "stream":
      return client.xrange(name, "-", "+");
    default:
      throw new Error(`a key of a type that parley does not use: ${name}`);
  }
}

describe("parley start", () => {
  it("on a port that is taken ends with 1 and says what to change", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const command = run(["start"], {
      ...env,
      REDIS_URL: redis.url,
      PARLEY_HTTP_PORT: String(port),
      PARLEY_LOG_LEVEL: "info",
    });
    expect(await command.ended).toBe(1);
    expect(command.said()).toContain(`127.0.0.1:${port} cannot be listened on`);
    expect(command.said()).toContain("Set PARLEY_HTTP_PORT to another port");
    expect(command.said()).toContain('"code":"port-unavailable"');
    expect(command.said()).not.toContain('"msg":"ready"');
    taken.close();
  });
});
