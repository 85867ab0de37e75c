import { describe, expect, it } from "vitest";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import type { ApprovalData } from "../../../src/core/payload.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import { until } from "../../support/until.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { approval, openStore, pressOn } from "../redis/stores.ts";
import { entry, load, newRun, sentEvents } from "./entries.ts";
import { accountOf, flowsOver } from "./people.ts";

const own = ownRedis();

const ACCEPT = { action: "accept" };
const REJECT = { action: "reject" };

/** A gate that is asked, with what a test needs to vote on it. */
async function stage(data: Partial<ApprovalData>) {
  const store = await openStore(own.server);
  const flows = flowsOver(store);
  const runId = newRun();
  const payload = approval({
    approversList: ["ada", "grace", "lin", "chief"],
    actions: ["accept", "reject", "ask"],
    ...data,
  });
  await flows.engine.handle(entry(runId, "interrupt.requested", payload));
  const open = await load(store, runId);
  if (open === undefined) throw new Error("nothing was opened");
  const press = (
    of: ReturnType<typeof flowsOver>,
    id: string,
    resumeValue: Json,
    pressId: string,
  ) =>
    of.presses.take(
      pressOn(open, pressId, { account: accountOf(id), response: { resumeValue } }),
      2_000,
    );
  /** Presses and waits for what the person hears. */
  const vote = async (id: string, resumeValue: Json, pressId: string) => {
    const taken = await press(flows, id, resumeValue, pressId);
    if (taken.state !== "recorded") throw new Error(taken.state);
    const result = await taken.result;
    return { ...result, said: result.words === undefined ? "" : plainWords(result.words) };
  };
  return { store, flows, runId, open, press, vote, now: () => load(store, runId) };
}

const voters = (interrupt: Interrupt | undefined) =>
  interrupt?.votes.map(({ by }) => (by === "bearer" ? by : by.id)).sort();

describe("A quorum of three", () => {
  it("is filled by three at the same moment on two replicas, each press delivered twice", async () => {
    const { store, flows, runId, press, now } = await stage({ requiredApprovals: 3 });
    const second = await openStore(own.server, store.prefix);
    const other = flowsOver(second);
    const people = ["ada", "grace", "lin"];
    const taken = await Promise.all(
      people.flatMap((id) => [
        press(flows, id, ACCEPT, `p-${id}`),
        press(other, id, ACCEPT, `p-${id}`),
      ]),
    );
    // Of two deliveries of one press one is recorded.
    expect(taken.filter(({ state }) => state === "recorded")).toHaveLength(3);
    expect(taken.filter(({ state }) => state === "duplicate")).toHaveLength(3);
    await Promise.all([flows.presses.idle(), other.presses.idle()]);
    const ended = await now();
    expect(voters(ended)).toEqual(people);
    expect(ended?.outcome).toMatchObject({ kind: "decided", verdict: "granted" });
    // Opened, three votes: whoever lost a race voted once, on what the winner had left.
    expect(ended?.version).toBe(4);
    const events = await sentEvents(own.redis, store, runId);
    expect(events.map(({ type }) => type)).toEqual([
      "node.suspended",
      "parley.interrupt.voted",
      "parley.interrupt.voted",
      "interrupt.resolved",
    ]);
    expect(events.slice(1, 3).map(({ payload }) => payload["grants"])).toEqual([1, 2]);
    // Above the 3 of the request, and rising by one.
    expect(events.map(({ sequence }) => sequence)).toEqual([4, 5, 6, 7]);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(4);
    store.close();
    second.close();
  });

  it("counts one person once, and tells the engine nothing of the same vote again", async () => {
    const { store, runId, vote, now } = await stage({ requiredApprovals: 3 });
    expect((await vote("ada", ACCEPT, "a1")).said).toMatch(/1 of 3/);
    expect((await vote("ada", ACCEPT, "a2")).said).toMatch(/1 of 3/);
    expect(voters(await now())).toEqual(["ada"]);
    const events = await sentEvents(own.redis, store, runId);
    expect(events.map(({ type }) => type)).toEqual(["node.suspended", "parley.interrupt.voted"]);
    store.close();
  });

  it("hears a changed vote, and ends when that is a veto", async () => {
    const { store, runId, vote, now } = await stage({ requiredApprovals: 3 });
    await vote("ada", ACCEPT, "a1");
    await vote("ada", REJECT, "a2");
    expect((await now())?.outcome).toMatchObject({ verdict: "rejected", by: { id: "ada" } });
    expect((await vote("grace", ACCEPT, "g1")).ok).toBe(false);
    const types = (await sentEvents(own.redis, store, runId)).map(({ type }) => type);
    expect(types).toEqual(["node.suspended", "parley.interrupt.voted", "interrupt.resolved"]);
    store.close();
  });

  it("keeps the later vote when the earlier one is handled after it", async () => {
    const { store, flows, open, vote, now } = await stage({
      requiredApprovals: 3,
      rejectionPolicy: "majority",
    });
    // Recorded by a replica that dies with it, before the same person votes again.
    const dead = await openStore(own.server, store.prefix);
    const early = pressOn(open, "early", { response: { resumeValue: REJECT } });
    await dead.presses.append(early, 2_000);
    await vote("ada", ACCEPT, "late");
    await dead.replicas.leave();
    const heard: string[] = [];
    await until("the early press is handled", async () => {
      await flows.presses.recover(open.partition, (_press, result) => {
        heard.push(result.words === undefined ? "" : plainWords(result.words));
      });
      return heard.length > 0 ? true : undefined;
    });
    expect(heard).toEqual([expect.stringContaining("voted on")]);
    expect((await now())?.votes).toMatchObject([{ by: { id: "ada" }, action: "accept" }]);
    dead.close();
    store.close();
  });

  it("is released alone by who may override, with a reason, and not without", async () => {
    const { store, vote, now } = await stage({
      requiredApprovals: 3,
      overrideBypassesQuorum: true,
    });
    const refused = await vote("chief", ACCEPT, "c1");
    expect(refused).toMatchObject({ ok: false, offer: { purpose: "override" } });
    expect((await now())?.votes).toEqual([]);
    expect((await vote("chief", { ...ACCEPT, feedback: "It cannot wait" }, "c2")).ok).toBe(true);
    expect((await now())?.outcome).toMatchObject({
      verdict: "overridden",
      resumeValue: { decision: "overridden", decidedBy: "chief", feedback: "It cannot wait" },
    });
    store.close();
  });

  it("that is not full at the deadline is rejected by it, and says so once", async () => {
    const { store, flows, runId, open, vote, now } = await stage({ requiredApprovals: 3 });
    await vote("ada", ACCEPT, "a1");
    const voted = await now();
    if (voted === undefined) throw new Error("it is gone");
    // The deadline is set after the vote, so that no time has to pass; by the server's own clock, which settles it.
    const { at } = await store.clock.read();
    const timed = { ...voted, version: voted.version + 1, deadlineAt: at };
    await store.interrupts.commit({ from: voted.version, next: timed });
    await own.redis.zadd(store.keys.deadlines(open.partition), timed.deadlineAt, open.ref);
    await Promise.all([1, 2].map(async () => flows.deadlines.sweep(open.partition)));
    const last = (await sentEvents(own.redis, store, runId)).slice(2);
    expect(last).toMatchObject([
      {
        type: "interrupt.resolved",
        payload: { resumeValue: { action: "timeout", decision: "rejected" } },
      },
    ]);
    store.close();
  });
});

describe("A question that is asked back", () => {
  it("reaches the engine with a rising sequence, and its answer reaches the record, once", async () => {
    const { store, flows, runId, open, vote, now } = await stage({ requiredApprovals: 2 });
    await vote("ada", { action: "ask", question: "Which account?" }, "q1");
    await vote("grace", ACCEPT, "g1");
    const events = await sentEvents(own.redis, store, runId);
    expect(events).toMatchObject([
      { type: "node.suspended", sequence: 4 },
      {
        type: "parley.interrupt.asked",
        sequence: 5,
        payload: { question: "Which account?", askedBy: "ada", interruptId: open.interruptId },
      },
      { type: "parley.interrupt.voted", sequence: 6 },
    ]);
    const answered = entry(runId, "parley.interrupt.answered", {
      nodeId: "settle",
      interruptId: open.interruptId,
      askId: events[1]?.payload["askId"] ?? "",
      answer: "The one in Berlin",
    });
    for (const again of [false, true]) {
      const handled = await flows.engine.handle(answered);
      expect(handled).toMatchObject({ type: "done" });
      if (again) expect(handled).toEqual({ type: "done", changed: [] });
    }
    const answeredOnce = await now();
    expect(answeredOnce?.exchanges).toMatchObject([{ answer: { text: "The one in Berlin" } }]);
    expect(answeredOnce?.version).toBe(4);
    expect(await sentEvents(own.redis, store, runId)).toHaveLength(3);
    // The first answer stands, also against another one, and after the end.
    await vote("ada", ACCEPT, "a1");
    const other = entry(runId, "parley.interrupt.answered", {
      nodeId: "settle",
      interruptId: open.interruptId,
      askId: events[1]?.payload["askId"] ?? "",
      answer: "Another one",
    });
    expect(await flows.engine.handle(other)).toEqual({ type: "done", changed: [] });
    store.close();
  });

  it("pressed twice is one question", async () => {
    const { store, flows, press, now } = await stage({ requiredApprovals: 2 });
    const value = { action: "ask", question: "Why?" };
    await Promise.all([press(flows, "ada", value, "q1"), press(flows, "ada", value, "q1")]);
    await flows.presses.idle();
    expect((await now())?.exchanges).toHaveLength(1);
    store.close();
  });

  it("that nobody asked is not answered: the operator hears which field is wrong", async () => {
    const { store, flows, runId, open } = await stage({ requiredApprovals: 2 });
    const answer = (of: string, interruptId: string) =>
      flows.engine.handle(
        entry(of, "parley.interrupt.answered", {
          nodeId: "settle",
          interruptId,
          askId: "x".repeat(22),
          answer: "between us",
        }),
      );
    const dead = (start: string) => ({
      type: "dead",
      reason: expect.stringMatching(`^unknown-question: ${start}`) as string,
    });
    expect(await answer(runId, open.interruptId)).toEqual(dead("event.payload.askId: "));
    expect(await answer(runId, "acme/no-such-interrupt-0")).toEqual(
      dead("event.payload.interruptId: "),
    );
    // Of another run, although its id is right.
    expect(await answer(newRun(), open.interruptId)).toEqual(dead("event.payload.interruptId: "));
    expect(JSON.stringify(await answer(runId, open.interruptId))).not.toContain("between us");
    store.close();
  });
});
