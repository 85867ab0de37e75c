import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shownDigest } from "../../../src/core/digest.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import { LAYOUT } from "../../../src/core/interrupt.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { type Heard, post } from "./client.ts";
import { approval, BOARD, openStand, runPath, type Stand } from "./stand.ts";

let redis: RedisServer;
let stand: Stand;
let other: Stand;
let board: readonly string[];
beforeAll(async () => {
  redis = await startRedis();
  stand = await openStand({ redisUrl: redis.url });
  other = await openStand({ redisUrl: redis.url, prefix: stand.prefix });
  board = await Promise.all(BOARD.map(async (id) => stand.bearer(id)));
});
afterAll(async () => {
  await stand.close();
  await other.close();
  await redis.stop();
});

const ACCEPT = { action: "accept" };
const REJECT = { action: "reject" };
const ENDED = ["node.suspended", "interrupt.resolved"];

/** Everybody on the board answers at once, every other one to the other replica. */
async function together(interrupt: Interrupt, valueOf: (index: number) => Json) {
  return Promise.all(
    board.map(async (Authorization, index) => {
      const { origin } = index % 2 === 0 ? stand : other;
      return post(origin + runPath(interrupt), valueOf(index), { Authorization });
    }),
  );
}

function counted(heard: readonly Heard[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, code } of heard) {
    const what = code ?? String(status);
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

let pressed = 0;
async function press(interrupt: Interrupt, resumeValue: Json): Promise<void> {
  pressed += 1;
  const taken = await stand.presses.take(
    {
      layout: LAYOUT,
      id: `press-${pressed}`,
      platform: "slack",
      account: "slack:T0ACME/U0ADA",
      workspace: "T0ACME",
      reference: {
        partition: interrupt.partition,
        ref: interrupt.ref,
        shown: shownDigest(interrupt.digest),
      },
      response: { resumeValue },
      reply: "https://hooks.example/secret",
    },
    2_000,
  );
  if (taken.state !== "recorded") throw new Error(taken.state);
  expect((await taken.result).ok).toBe(true);
}

describe("Twenty people at once", () => {
  it("make one decision, and nineteen hear that it was made", async () => {
    for (let round = 0; round < 5; round += 1) {
      const interrupt = await stand.raise(approval());
      const heard = await together(interrupt, () => ACCEPT);
      expect(counted(heard)).toEqual({ 200: 1, interrupt_already_resolved: 19 });
      expect(await stand.eventsOf(interrupt)).toEqual(ENDED);
    }
  });

  it("of whom half accept and half reject make one decision, and it is the one that was confirmed", async () => {
    const interrupt = await stand.raise(approval());
    const heard = await together(interrupt, (index) => (index < 10 ? ACCEPT : REJECT));
    const winner = heard.findIndex(({ status }) => status === 200);
    expect(counted(heard)).toEqual({ 200: 1, interrupt_already_resolved: 19 });
    expect((await stand.load(interrupt))?.outcome).toMatchObject({
      by: { id: BOARD[winner] },
      action: winner < 10 ? "accept" : "reject",
      via: "http",
    });
    expect(await stand.eventsOf(interrupt)).toEqual(ENDED);
  });

  it("fill a quorum of seven with exactly seven votes", async () => {
    const data = { requiredApprovals: 7, approverGroupRefs: ["board"] };
    const interrupt = await stand.raise(approval(data));
    const heard = await together(interrupt, () => ACCEPT);
    expect(counted(heard)).toEqual({ 200: 7, interrupt_already_resolved: 13 });
    const statuses = heard.map(({ body }) => body["status"]).filter((each) => each !== undefined);
    expect(statuses.filter((each) => each === "waiting-approval")).toHaveLength(6);
    expect(statuses.filter((each) => each === "running")).toHaveLength(1);
    expect((await stand.load(interrupt))?.votes).toHaveLength(7);
    // Six votes that decide nothing are told as such, and the seventh as the end.
    const voted = Array.from({ length: 6 }, () => "parley.interrupt.voted");
    expect(await stand.eventsOf(interrupt)).toEqual([ENDED[0], ...voted, ENDED[1]]);
  });

  it("ask twenty questions back, and none is lost", async () => {
    const interrupt = await stand.raise(approval());
    const heard = await together(interrupt, (index) => ({
      action: "ask",
      question: `Why ${index}?`,
    }));
    expect(counted(heard)).toEqual({ 200: 20 });
    const { exchanges = [] } = (await stand.load(interrupt)) ?? {};
    expect(new Set(exchanges.map(({ question }) => question)).size).toBe(20);
    expect(new Set(exchanges.map(({ askId }) => askId)).size).toBe(20);
  });

  it("and the engine that decides elsewhere leave one end", async () => {
    const interrupt = await stand.raise(approval());
    const { runId, nodeId, interruptId } = interrupt;
    const payload = { nodeId, interruptId, kind: "approval", resumeValue: REJECT };
    const [heard] = await Promise.all([
      together(interrupt, () => ACCEPT),
      other.say({ runId, nodeId, type: "interrupt.resolved", payload }),
    ]);
    const kind = (await stand.load(interrupt))?.outcome?.kind;
    expect(counted(heard)).toEqual(
      kind === "decided"
        ? { 200: 1, interrupt_already_resolved: 19 }
        : { interrupt_already_resolved: 20 },
    );
  });
});

describe("One principal", () => {
  const quorum = async () => stand.raise(approval({ requiredApprovals: 2 }));
  const byHttp = async (interrupt: Interrupt, value: Json, who = "ada") =>
    post(stand.origin + runPath(interrupt), value, { Authorization: await stand.bearer(who) });
  const byLink = async (interrupt: Interrupt, value: Json, principal: string) =>
    post(`${stand.origin}/interrupts/${stand.mint(interrupt, { principal })}`, value);

  it("is one voice, whether by HTTP, by a button or by a link", async () => {
    const interrupt = await quorum();
    expect((await byHttp(interrupt, ACCEPT)).body).toMatchObject({ status: "waiting-approval" });
    await press(interrupt, ACCEPT);
    expect((await byLink(interrupt, ACCEPT, "ada")).body).toMatchObject({
      status: "waiting-approval",
    });
    expect((await stand.load(interrupt))?.votes.map(({ by, via }) => [by, via])).toEqual([
      [{ id: "ada", name: "ADA" }, "link"],
    ]);
    expect((await byHttp(interrupt, ACCEPT, "grace")).body).toMatchObject({ status: "running" });
    const events = await stand.eventsOf(interrupt);
    expect(events.filter((type) => type === "interrupt.resolved")).toHaveLength(1);
  });

  it("can have two keys and is still one voice", async () => {
    const interrupt = await quorum();
    for (const status of ["waiting-approval", "waiting-approval"]) {
      expect((await byHttp(interrupt, ACCEPT)).body).toMatchObject({ status });
    }
    expect((await stand.load(interrupt))?.votes).toHaveLength(1);
  });

  it("may think again by another door; the last word counts", async () => {
    const interrupt = await quorum();
    await press(interrupt, ACCEPT);
    // One rejection is a veto.
    expect((await byHttp(interrupt, REJECT)).body).toMatchObject({ status: "running" });
    expect((await stand.load(interrupt))?.outcome).toMatchObject({
      verdict: "rejected",
      via: "http",
    });
  });

  it("who may override does so with a reason only", async () => {
    const interrupt = await stand.raise(
      approval({ requiredApprovals: 3, overrideBypassesQuorum: true }),
    );
    const without = await byHttp(interrupt, ACCEPT, "boss");
    expect([without.status, without.code]).toEqual([400, "validation_error"]);
    expect(without.body["details"]).toEqual({ field: "resumeValue.feedback" });
    const withReason = { ...ACCEPT, feedback: "The others are away" };
    expect((await byHttp(interrupt, withReason, "boss")).body).toMatchObject({ status: "running" });
  });

  it("does not decide what is past its deadline, although nobody has said so yet", async () => {
    const interrupt = await stand.raise(approval({}, { timeoutMs: 1_000 }), {
      at: Date.now() - 5_000,
    });
    const heard = await byHttp(interrupt, ACCEPT);
    expect([heard.status, heard.code]).toEqual([409, "interrupt_already_resolved"]);
    expect((await stand.load(interrupt))?.outcome).toBeUndefined();
  });
});

describe("What is asked otherwise", () => {
  const heardFor = async (payload: Json, value: Json) => {
    const interrupt = await stand.raise(payload);
    const headers = { Authorization: await stand.bearer("ada") };
    return (await post(stand.origin + runPath(interrupt), value, headers)).body;
  };

  it("is resolved by the value its kind and schema ask for", async () => {
    const resumeSchema = {
      type: "object",
      required: ["orderId"],
      properties: { orderId: { type: "string" } },
    };
    const event = {
      kind: "external-event",
      key: "k",
      data: { eventType: "paid", correlation: { orderId: "o-1" } },
      resumeSchema,
    };
    expect(await heardFor(event, { orderId: "o-1" })).toMatchObject({ status: "running" });
    expect(await heardFor(event, { orderId: 7 })).toMatchObject({
      error: "validation_error",
      details: { problems: [{ field: "resumeValue.orderId" }] },
    });
    const question = {
      kind: "clarification",
      key: "k",
      data: { questions: [{ id: "q1", question: "Which colour?" }] },
    };
    expect(await heardFor(question, { answers: { q1: "blue" } })).toMatchObject({
      status: "running",
    });
    expect(await heardFor(question, { answers: {} })).toMatchObject({ error: "validation_error" });
  });
});
