import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordName } from "../../../src/core/idempotency.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { type Heard, post, send } from "./client.ts";
import { approval, BOARD, newRunId, openStand, runPath, type Stand } from "./stand.ts";

let redis: RedisServer;
let stand: Stand;
/** Another replica on the same Redis. */
let other: Stand;
let ada: string;
let grace: string;
beforeAll(async () => {
  redis = await startRedis();
  stand = await openStand({ redisUrl: redis.url });
  other = await openStand({ redisUrl: redis.url, prefix: stand.prefix });
  ada = await stand.bearer("ada");
  grace = await stand.bearer("grace");
});
afterAll(async () => {
  await stand.close();
  await other.close();
  await redis.stop();
});

const ACCEPT = { action: "accept" };
const REJECT = { action: "reject" };

interface Sending {
  readonly key: string;
  readonly value?: Json;
  readonly by?: string;
  readonly at?: Stand;
}

/** A request by run, of Ada and to the first replica unless said otherwise. */
async function byRun(
  to: Pick<Interrupt, "runId" | "nodeId">,
  { key, value = ACCEPT, by = ada, at = stand }: Sending,
): Promise<Heard> {
  return post(at.origin + runPath(to), value, { Authorization: by, "Idempotency-Key": key });
}

async function byToken(token: string, { key, value = ACCEPT }: Sending): Promise<Heard> {
  return post(`${stand.origin}/interrupts/${token}`, value, { "Idempotency-Key": key });
}

const told = ({ status, code, replayed }: Heard) => ({ status, code, replayed });
const DONE = { status: 200, code: undefined, replayed: false };
const AGAIN = { ...DONE, replayed: true };
const MISMATCH = { status: 409, code: "idempotency_key_mismatch", replayed: false };

describe("The same request sent again", () => {
  it("is done once and answered the same, by whichever replica", async () => {
    const key = randomUUID();
    const interrupt = await stand.raise(approval());
    const first = await byRun(interrupt, { key });
    expect(told(first)).toEqual(DONE);
    for (const at of [stand, other, stand]) {
      const again = await byRun(interrupt, { key, at });
      expect(told(again)).toEqual(AGAIN);
      expect(again.body).toEqual(first.body);
    }
    expect(await stand.eventsOf(interrupt)).toEqual(["node.suspended", "interrupt.resolved"]);
  });

  it("without a key is another request, and comes too late", async () => {
    const interrupt = await stand.raise(approval());
    const headers = { Authorization: ada };
    expect((await post(stand.origin + runPath(interrupt), ACCEPT, headers)).status).toBe(200);
    const second = await post(stand.origin + runPath(interrupt), ACCEPT, headers);
    expect(told(second)).toEqual({
      status: 409,
      code: "interrupt_already_resolved",
      replayed: false,
    });
  });

  it("that asks back is asked once while it waits, with or without a key", async () => {
    const interrupt = await stand.raise(approval());
    const value = { action: "ask", question: "Which account?" };
    const first = await post(stand.origin + runPath(interrupt), value, { Authorization: ada });
    const second = await post(other.origin + runPath(interrupt), value, { Authorization: ada });
    expect(told(second)).toEqual(DONE);
    expect(second.body).toEqual(first.body);
    const key = randomUUID();
    const third = await byRun(interrupt, { key, value });
    expect(told(third)).toEqual(DONE);
    expect(third.body).toEqual(first.body);
    expect(await stand.eventsOf(interrupt)).toEqual(["node.suspended", "parley.interrupt.asked"]);

    // The answer to a key is kept although nothing was changed: it asks nothing once the question was answered.
    const { runId, nodeId, interruptId } = interrupt;
    const { askId = "" } = (await stand.load(interrupt))?.exchanges[0] ?? {};
    const payload = { nodeId, interruptId, askId, answer: "The one in Berlin" };
    await stand.say({ runId, nodeId, type: "parley.interrupt.answered", payload });
    expect(told(await byRun(interrupt, { key, value, at: other }))).toEqual(AGAIN);
    expect((await stand.load(interrupt))?.exchanges).toHaveLength(1);
    expect(told(await byRun(interrupt, { key: randomUUID(), value }))).toEqual(DONE);
    expect((await stand.load(interrupt))?.exchanges).toHaveLength(2);
  });

  it("keeps its answer although what it was about has gone on since", async () => {
    const key = randomUUID();
    const interrupt = await stand.raise(approval({ requiredApprovals: 2 }));
    const first = await byRun(interrupt, { key });
    expect(first.body).toMatchObject({ status: "waiting-approval" });
    expect((await byRun(interrupt, { key: randomUUID(), by: grace })).body).toMatchObject({
      status: "running",
    });
    expect(await byRun(interrupt, { key })).toMatchObject({ replayed: true, body: first.body });
  });

  it.each([
    '{"resumeValue":{"action":"accept","feedback":"fine"}}',
    '\n { "resumeValue" :\t{ "feedback" : "fine", "action" : "accept" } } ',
    '{"resumeValue":{"feedback":"f\\u0069ne","\\u0061ction":"accept"}}',
  ])("may be written otherwise: %s", async (body) => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    const value = { action: "accept", feedback: "fine" };
    expect((await byRun(interrupt, { key, value })).status).toBe(200);
    const again = await send(stand.origin + runPath(interrupt), {
      method: "POST",
      headers: {
        Authorization: ada,
        "Idempotency-Key": key,
        "Content-Type": "application/json; charset=utf-8",
        "OpenWOP-Version": "2.0",
      },
      body,
    });
    expect(told(again)).toEqual(AGAIN);
  });

  it("by a newer token of the same interrupt, or another spelling of the run, is the same", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    expect(told(await byToken(stand.mint(interrupt), { key }))).toEqual(DONE);
    const newer = stand.mint(interrupt, { expiresAt: Date.now() + 60_000 });
    expect(told(await byToken(newer, { key }))).toEqual(AGAIN);

    const next = await stand.raise(approval());
    expect(told(await byRun(next, { key }))).toEqual(DONE);
    const spelled = `${stand.origin}${runPath(next).replace("~2F", "%2f")}`;
    const headers = { Authorization: ada, "Idempotency-Key": key };
    expect(told(await post(spelled, ACCEPT, headers))).toEqual(AGAIN);
  });

  it("with an expired token is refused, whatever it was answered before", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    expect(told(await byToken(stand.mint(interrupt), { key }))).toEqual(DONE);
    const late = stand.mint(interrupt, { expiresAt: Date.now() - 10_000 });
    expect((await byToken(late, { key })).code).toBe("interrupt_expired");
  });

  it("by somebody whose scope was taken since is refused", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    expect(told(await byRun(interrupt, { key }))).toEqual(DONE);
    const by = await stand.bearer("ada", ["interrupts:read"]);
    expect((await byRun(interrupt, { key, by })).code).toBe("forbidden");
  });

  it("can be sent for a day at least", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    await byRun(interrupt, { key });
    const record = recordName("acme", "resolveInterruptByRun", key);
    const { keys } = stand.store;
    for (const name of [keys.claim(record), keys.answer(interrupt.partition, record)]) {
      expect(await stand.raw.pttl(name)).toBeGreaterThan(24 * 60 * 60 * 1000);
    }
  });
});

describe("A key that was used for another request", () => {
  it.each<readonly [what: string, send: (key: string, first: Interrupt) => Promise<Heard>]>([
    ["answer", async (key, first) => byRun(first, { key, value: REJECT })],
    [
      "answer with one member more",
      async (key, first) => byRun(first, { key, value: { ...ACCEPT, feedback: "" } }),
    ],
    ["run", async (key) => byRun(await stand.raise(approval()), { key })],
    ["run that is nowhere", async (key) => byRun({ runId: newRunId(), nodeId: "gate" }, { key })],
    [
      "node",
      async (key, { runId }) =>
        byRun(await stand.raise(approval({}, { key: "n" }), { runId, nodeId: "n" }), { key }),
    ],
    ["principal", async (key, first) => byRun(first, { key, by: grace })],
    ["replica and answer", async (key, first) => byRun(first, { key, value: REJECT, at: other })],
  ])("by another %s is a mismatch and changes nothing", async (_, sendSecond) => {
    const key = randomUUID();
    const interrupt = await stand.raise(approval({ requiredApprovals: 2 }));
    expect(told(await byRun(interrupt, { key }))).toEqual(DONE);
    const second = await sendSecond(key, interrupt);
    expect(told(second)).toEqual(MISMATCH);
    expect(JSON.stringify(second.body)).not.toContain("waiting-approval");
    expect((await stand.load(interrupt))?.votes).toHaveLength(1);
    // The first one is still what the key stands for.
    expect(told(await byRun(interrupt, { key }))).toEqual(AGAIN);
  });

  it("by a token of another interrupt, or for another person, is a mismatch", async () => {
    const key = randomUUID();
    const interrupt = await stand.raise(approval({ requiredApprovals: 2 }));
    const own = stand.mint(interrupt, { principal: "ada" });
    expect(told(await byToken(own, { key }))).toEqual(DONE);
    for (const token of [
      stand.mint(interrupt, { principal: "grace" }),
      stand.mint(interrupt),
      stand.mint(await stand.raise(approval())),
    ]) {
      expect(told(await byToken(token, { key }))).toEqual(MISMATCH);
    }
  });

  it("at the other door, or of another tenant, is another key", async () => {
    const key = randomUUID();
    const by = await stand.bearer("ada", undefined, "globex");
    const [here, there] = [
      await stand.raise(approval()),
      await stand.raise(approval(), { runId: newRunId("globex") }),
    ];
    expect(told(await byRun(here, { key }))).toEqual(DONE);
    expect(told(await byRun(there, { key, by }))).toEqual(DONE);
    const third = await stand.raise(approval());
    expect(told(await byToken(stand.mint(third), { key }))).toEqual(DONE);
  });

  it("belongs to the request that was answered, also when its claim is gone", async () => {
    const key = randomUUID();
    const interrupt = await stand.raise(approval());
    await byRun(interrupt, { key });
    await stand.raw.del(stand.store.keys.claim(recordName("acme", "resolveInterruptByRun", key)));
    expect(told(await byRun(interrupt, { key, value: REJECT }))).toEqual(MISMATCH);
    expect(told(await byRun(interrupt, { key }))).toEqual(AGAIN);
  });
});

describe("A key", () => {
  it.each([
    "AAECAwQFBgcICQoLDA0ODw",
    "3f2b8c1e-9d4a-4c7b-8e21-5a6f7d809c11",
    "AAECAwQFBgcICQoLDA0~DF",
    ".".repeat(22),
    "k".repeat(128),
  ])("like %s may be used", async (key) => {
    const { status } = await byRun(await stand.raise(approval()), { key });
    expect(status).toBe(200);
  });

  it.each([
    "",
    "short",
    "a".repeat(21),
    "a".repeat(129),
    "3f2b8c1e 9d4a4c7b8e215a6f7d",
    "acme/3f2b8c1e9d4a4c7b8e21",
    "schedule-fire:job-1:slot-00001",
    "AAECAwQFBgcICQoLDA0ODw==",
    "AAECAwQFBgcICQoLDA0ODw, AAECAwQFBgcICQoLDA0ODw",
    "AAECAwQFBgcICQoLDA0OD\u00e9",
  ])("like %j is none, and nothing is done", async (key) => {
    const interrupt = await stand.raise(approval());
    const heard = await byRun(interrupt, { key });
    expect(told(heard)).toEqual({ status: 400, code: "idempotency_key_invalid", replayed: false });
    expect((await stand.load(interrupt))?.version).toBe(1);
  });

  it("is not looked at where nothing is changed", async () => {
    const interrupt = await stand.raise(approval());
    for (const key of ["short", "AAECAwQFBgcICQoLDA0ODw"]) {
      const url = `${stand.origin}/interrupts/${stand.mint(interrupt)}`;
      const heard = await send(url, { headers: { "Idempotency-Key": key } });
      expect(told(heard)).toEqual(DONE);
    }
  });
});

describe("What is never kept", () => {
  it("is how a request is written: it can be mended under the same key", async () => {
    const key = randomUUID();
    const interrupt = await stand.raise(approval());
    for (const value of [{ action: "maybe" }, { action: "refine" }, null]) {
      const heard = await byRun(interrupt, { key, value });
      expect(told(heard)).toEqual({ status: 400, code: "validation_error", replayed: false });
    }
    expect(told(await byRun(interrupt, { key }))).toEqual(DONE);
  });

  it("is who somebody is and what they may", async () => {
    const key = randomUUID();
    const open = await stand.raise(approval());
    const closed = await stand.raise(approval({ approversList: ["grace"] }));
    const unscoped = await stand.bearer("ada", []);
    expect((await byRun(open, { key, by: "Bearer nobody" })).status).toBe(401);
    expect((await byRun(open, { key, by: unscoped })).status).toBe(403);
    expect((await byRun(closed, { key })).status).toBe(403);
    expect((await byRun({ ...open, runId: newRunId("globex") }, { key })).status).toBe(403);
    expect(told(await byRun(open, { key }))).toEqual(DONE);
  });

  it("is that there was too much at once", async () => {
    const key = randomUUID();
    const interrupt = await stand.raise(approval());
    const at = await openStand({
      redisUrl: redis.url,
      prefix: stand.prefix,
      requestsPerMinute: 1,
    });
    await send(`${at.origin}/.well-known/openwop`);
    expect((await byRun(interrupt, { key, at })).status).toBe(429);
    await at.close();
    expect(told(await byRun(interrupt, { key }))).toEqual(DONE);
  });
});

describe("What is kept", () => {
  it("is that there is nothing, although there is something by now", async () => {
    const key = randomUUID();
    const to = { runId: newRunId(), nodeId: "gate" };
    expect(told(await byRun(to, { key }))).toMatchObject({ status: 404, replayed: false });
    await stand.raise(approval(), to);
    expect(told(await byRun(to, { key }))).toEqual({
      status: 404,
      code: "not_found",
      replayed: true,
    });
    expect(told(await byRun(to, { key: randomUUID() }))).toEqual(DONE);
  });

  it("is that it came too late, and that another payload waits", async () => {
    const interrupt = await stand.raise(approval());
    const key = randomUUID();
    const headers = { Authorization: ada, "Idempotency-Key": key, "If-Match": '"old"' };
    for (const replayed of [false, true]) {
      const heard = await post(stand.origin + runPath(interrupt), ACCEPT, headers);
      expect(told(heard)).toEqual({ status: 409, code: "version_conflict", replayed });
    }
    expect(told(await byRun(interrupt, { key: randomUUID() }))).toEqual(DONE);
    const late = randomUUID();
    for (const replayed of [false, true]) {
      const heard = await byRun(interrupt, { key: late, by: grace });
      expect(told(heard)).toEqual({ status: 409, code: "interrupt_already_resolved", replayed });
    }
  });
});

describe("Twenty equal requests at once", () => {
  const twenty = async (to: Pick<Interrupt, "runId" | "nodeId">, value: Json) => {
    const key = randomUUID();
    return Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        byRun(to, { key, value, at: index % 2 === 0 ? stand : other }),
      ),
    );
  };

  it.each<readonly [what: string, value: Json]>([
    ["decide", ACCEPT],
    ["refuse", REJECT],
  ])("%s once, and all are answered alike", async (_, value) => {
    const interrupt = await stand.raise(approval());
    const heard = await twenty(interrupt, value);
    expect(heard.map(({ status }) => status)).toEqual(heard.map(() => 200));
    expect(heard.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(heard.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await stand.eventsOf(interrupt)).toEqual(["node.suspended", "interrupt.resolved"]);
  });

  it("ask one question, even when it is the last that may be asked", async () => {
    const interrupt = await stand.raise(approval());
    const question = (index: number) => ({ action: "ask", question: `Question ${index}` });
    for (let index = 1; index < 100; index += 1) {
      await byRun(interrupt, { key: randomUUID(), value: question(index) });
    }
    const heard = await twenty(interrupt, question(100));
    expect(heard.map(({ status }) => status)).toEqual(heard.map(() => 200));
    expect((await stand.load(interrupt))?.exchanges).toHaveLength(100);
    const late = await byRun(interrupt, { key: randomUUID(), value: question(101) });
    expect(late.code).toBe("validation_error");
  });

  it("give one vote", async () => {
    const interrupt = await stand.raise(approval({ requiredApprovals: 2 }));
    const heard = await twenty(interrupt, ACCEPT);
    expect(heard.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await stand.load(interrupt))?.votes).toHaveLength(1);
    expect((await stand.load(interrupt))?.version).toBe(2);
  });

  it("that come to nothing hear so alike", async () => {
    const heard = await twenty({ runId: newRunId(), nodeId: "gate" }, ACCEPT);
    expect(heard.map(({ code }) => code)).toEqual(heard.map(() => "not_found"));
    expect(heard.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it("of which each has another answer do one, and the others are mismatches", async () => {
    const interrupt = await stand.raise(approval({ requiredApprovals: 20 }));
    const key = randomUUID();
    const heard = await Promise.all(
      BOARD.map(async (_, index) =>
        byRun(interrupt, { key, value: { action: "accept", feedback: String(index) } }),
      ),
    );
    expect(heard.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(heard.filter(({ code }) => code === "idempotency_key_mismatch")).toHaveLength(19);
    expect((await stand.load(interrupt))?.version).toBe(2);
  });
});
