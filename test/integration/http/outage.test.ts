import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { type RedisProxy, startRedisProxy } from "../../support/redis-proxy.ts";
import { until } from "../../support/until.ts";
import { type Heard, post, send } from "./client.ts";
import { approval, openStand, runPath, type Stand } from "./stand.ts";

/** Redis goes away in the middle of a request, at every step of it. */

let redis: RedisServer;
let proxy: RedisProxy;
let stand: Stand;
let ada: string;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  await redis.stop();
});
beforeEach(async () => {
  proxy = await startRedisProxy(redis);
  stand = await openStand({ redisUrl: proxy.url, rawUrl: redis.url });
  ada = await stand.bearer("ada");
});
afterEach(async () => {
  await stand.close();
  await proxy.close();
});

const ACCEPT = { action: "accept" };
const ENDED = ["node.suspended", "interrupt.resolved"];
const told = ({ status, code, replayed }: Heard) => ({ status, code, replayed });
const AWAY = { status: 503, code: "runner_unavailable", replayed: false };
const DONE = { status: 200, code: undefined, replayed: false };
const AGAIN = { ...DONE, replayed: true };

type Door = (interrupt: Interrupt, key: string) => Promise<Heard>;

const byRun: Door = async (interrupt, key) =>
  post(stand.origin + runPath(interrupt), ACCEPT, { Authorization: ada, "Idempotency-Key": key });

const byToken: Door = async (interrupt, key) =>
  post(`${stand.origin}/interrupts/${stand.mint(interrupt)}`, ACCEPT, { "Idempotency-Key": key });

/** Words of the one request to Redis that a step is. */
const STEPS: readonly (readonly [step: string, words: string, doors: readonly Door[]])[] = [
  ["the API key is looked up", ":api-keys}:", [byRun]],
  ["the key is claimed", ":claim:", [byRun, byToken]],
  ["an earlier answer is looked for", ":answer:", [byRun, byToken]],
  ["the node is looked up", ":node-waiting:", [byRun]],
  ["the engine's name is looked up", ":hints:", [byToken]],
  ["the interrupt is read", ":payload:", [byRun, byToken]],
  ["the time is asked", "\r\ntime\r\n", [byRun, byToken]],
  ["the decision is committed", "interrupt.resolved", [byRun, byToken]],
];
const cases = STEPS.flatMap(([step, words, doors]) =>
  doors.map((door) => ({ step, words, door, name: door === byRun ? "run" : "token" })),
);

async function back(): Promise<void> {
  proxy.mend();
  await until("Redis answers again", async () => stand.store.version());
}

async function isUntouched(interrupt: Interrupt): Promise<void> {
  expect(await stand.load(interrupt)).toEqual(interrupt);
  expect(await stand.eventsOf(interrupt)).toEqual(["node.suspended"]);
  expect(await stand.raw.keys(`*:${stand.prefix}:answer:*`)).toEqual([]);
}

describe.each(cases)("Redis is cut off when $step, by $name", ({ words, door }) => {
  it("before it hears of it: nothing is half done, and the same key works afterwards", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    const hold = proxy.hold(words);
    const answered = door(interrupt, key);
    await hold.caught;
    proxy.cut();
    expect(told(await answered)).toEqual(AWAY);
    hold.release();
    await back();
    await isUntouched(interrupt);

    expect(told(await door(interrupt, key))).toEqual(DONE);
    expect(told(await door(interrupt, key))).toEqual(AGAIN);
    expect(await stand.eventsOf(interrupt)).toEqual(ENDED);
  });

  it("before its reply arrives: the same key says what was done", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    const lost = proxy.loseReply(words);
    expect(told(await door(interrupt, key))).toEqual(AWAY);
    await lost;
    await back();
    const wasCommitted = (await stand.load(interrupt))?.outcome !== undefined;
    expect(wasCommitted).toBe(words === "interrupt.resolved");
    expect(told(await door(interrupt, key))).toEqual(wasCommitted ? AGAIN : DONE);
    expect(await stand.eventsOf(interrupt)).toEqual(ENDED);
  });
});

describe("While Redis is away", () => {
  it("whoever asks is told to come back, nobody is let in, and nobody is turned away for good", async () => {
    const interrupt = await stand.raise(approval());
    proxy.cut();
    await until("it is noticed", async () =>
      (await send(`${stand.origin}/interrupts/${stand.mint(interrupt)}`)).status === 503
        ? true
        : undefined,
    );
    const key = randomUUID();
    for (const heard of [
      await byRun(interrupt, key),
      await byToken(interrupt, key),
      await send(`${stand.origin}/interrupts/row-of-a-version-1-host`),
      await send(`${stand.origin}/interrupts/${stand.mint(interrupt)}`),
    ]) {
      expect(told(heard)).toEqual(AWAY);
      expect(Number(heard.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(JSON.stringify(heard.body)).not.toMatch(/redis|ECONN|stack/i);
    }
    await back();
    await isUntouched(interrupt);
    expect(told(await byRun(interrupt, key))).toEqual(DONE);
    expect(await stand.eventsOf(interrupt)).toEqual(ENDED);
  });

  it("as when it hangs, nobody waits for long, and what was late changes nothing", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    redis.freeze();
    const began = performance.now();
    const heard = await byRun(interrupt, key);
    const tookMs = performance.now() - began;
    redis.thaw();
    expect(told(heard)).toEqual(AWAY);
    // Requests to Redis give up after two seconds; clients of ours need not wait for longer than they do.
    expect(tookMs).toBeLessThan(6_000);
    await until("Redis answers again", async () => stand.store.version());
    await isUntouched(interrupt);
    expect(told(await byRun(interrupt, key))).toEqual(DONE);
  });

  it("what needs no Redis is answered: what is spoken, where nothing is, and who cannot be anybody", async () => {
    proxy.cut();
    expect((await send(`${stand.origin}/.well-known/openwop`)).status).toBe(200);
    expect((await send(`${stand.origin}/nothing`)).status).toBe(404);
    const path = "/runs/acme~2F0123456789abcdef/interrupts/gate";
    expect((await post(stand.origin + path, ACCEPT)).status).toBe(401);
    expect((await send(`${stand.origin}/interrupts/ow2.hs256.k1.a.b`)).status).toBe(401);
    await back();
  });
});

describe("A replica that died between its claim and its commit", () => {
  it("leaves a key that the next one goes on with, and which no other request gets", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    const hold = proxy.hold("interrupt.resolved");
    const answered = byRun(interrupt, key);
    await hold.caught;
    proxy.cut();
    await answered;
    const other = await openStand({ redisUrl: redis.url, prefix: stand.prefix });
    const at = (value: object) =>
      post(
        other.origin + runPath(interrupt),
        { ...value },
        {
          Authorization: ada,
          "Idempotency-Key": key,
        },
      );
    expect((await at({ action: "reject" })).code).toBe("idempotency_key_mismatch");
    expect(told(await at(ACCEPT))).toEqual(DONE);
    expect(await other.eventsOf(interrupt)).toEqual(ENDED);
    await other.close();
    hold.release();
  });
});
