import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { openStore } from "../redis/stores.ts";
import { entry, load, newRun, sentEvents } from "./entries.ts";
import { flowsOver } from "./people.ts";

const own = ownRedis();

const newId = () => `talk-${randomBytes(6).toString("hex")}`;
const start = (conversationId = newId(), more: object = {}) => ({
  kind: "conversation.start",
  key: "talk:1",
  data: { conversationId, title: "About the invoice" },
  ...more,
});
const stored = (store: Store, runId: string) => load(store, runId, "talk:1");

async function cardsDue(store: Store, runId: string) {
  const due = await own.redis.zrange(store.keys.copiesDue(partitionOf(runId)), 0, "-1");
  const ref = (await stored(store, runId))?.ref ?? "none";
  return due.filter((member) => member.startsWith(ref));
}

describe("The two ends of a conversation", () => {
  it.each(["conversation.start", "conversation.close"])(
    "are told and wait for nothing: %s resolves at once with null, and its card is due all the same",
    async (kind) => {
      const store = await openStore(own.server);
      const { engine } = flowsOver(store);
      const runId = newRun();
      const payload = { kind, key: "talk:1", data: { conversationId: newId() } };
      const handled = await engine.handle(entry(runId, "interrupt.requested", payload));
      expect(handled).toMatchObject({ type: "done", changed: [{ outcome: { kind: "noted" } }] });
      expect(await stored(store, runId)).toMatchObject({ version: 2, outcome: { kind: "noted" } });
      expect(await cardsDue(store, runId)).toHaveLength(1);
      expect(await sentEvents(own.redis, store, runId)).toMatchObject([
        { type: "node.suspended", sequence: 4 },
        { type: "interrupt.resolved", sequence: 5, payload: { kind, resumeValue: null } },
      ]);
      store.close();
    },
  );

  it("are told to whoever asks again with the very same event", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const runId = newRun();
    const request = entry(runId, "interrupt.requested", start());
    await engine.handle(request);
    await engine.handle(request);
    const [, first, second, ...more] = await sentEvents(own.redis, store, runId);
    expect(second).toEqual(first);
    expect(more).toEqual([]);
    store.close();
  });

  it("are ended by the next delivery when the first was cut off between its two commits", async () => {
    const store = await openStore(own.server);
    const runId = newRun();
    const request = entry(runId, "interrupt.requested", start());
    let commits = 0;
    const cut = {
      ...store,
      interrupts: {
        ...store.interrupts,
        commit: async (change: Parameters<typeof store.interrupts.commit>[0]) => {
          commits += 1;
          if (commits > 1) throw new Fault("store-unavailable", "cut off", { retryable: true });
          return store.interrupts.commit(change);
        },
      },
    };
    await expect(flowsOver(cut).engine.handle(request)).rejects.toThrow("cut off");
    expect((await stored(store, runId))?.outcome).toBeUndefined();
    await flowsOver(store).engine.handle(request);
    await flowsOver(store).engine.handle(request);
    expect(await stored(store, runId)).toMatchObject({ version: 2, outcome: { kind: "noted" } });
    const types = (await sentEvents(own.redis, store, runId)).map(({ type }) => type);
    // The last one is for the third delivery, which found the end.
    expect(types).toEqual(["node.suspended", "interrupt.resolved", "interrupt.resolved"]);
    store.close();
  });

  it("wait like any other where the engine says what an answer looks like", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const runId = newRun();
    const payload = start(newId(), { resumeSchema: { type: "string" } });
    await engine.handle(entry(runId, "interrupt.requested", payload));
    expect((await stored(store, runId))?.outcome).toBeUndefined();
    const types = (await sentEvents(own.redis, store, runId)).map(({ type }) => type);
    expect(types).toEqual(["node.suspended"]);
    store.close();
  });
});

describe("The id of a conversation", () => {
  it("is a tenant's only once: another beginning with it is put aside with what to change", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const [first, second] = [newRun(), newRun()];
    const payload = start();
    await engine.handle(entry(first, "interrupt.requested", payload));
    expect(await engine.handle(entry(second, "interrupt.requested", payload))).toEqual({
      type: "dead",
      reason: expect.stringMatching(
        /^invalid-payload: event\.payload\.data\.conversationId: .*choose a new one$/,
      ) as string,
    });
    expect(await stored(store, second)).toBeUndefined();
    // The same beginning delivered again is no other one.
    const again = await engine.handle(entry(first, "interrupt.requested", payload));
    expect(again).toMatchObject({ type: "done" });
    store.close();
  });

  it("belongs to whoever came first of two at the same moment, and to each tenant by itself", async () => {
    const store = await openStore(own.server);
    const id = newId();
    const refs = ["a", "b", "c", "d"];
    const began = await Promise.all(
      refs.map(async (ref) => store.conversations.begin("acme", id, ref, 3)),
    );
    expect(began.filter(Boolean)).toHaveLength(1);
    const owner = refs[began.indexOf(true)] ?? "";
    expect(await store.conversations.begin("acme", id, owner, 3)).toBe(true);
    expect(await store.conversations.begin("globex", id, "other", 3)).toBe(true);
    store.close();
  });

  it("leads to the interrupt that began it, also where an earlier version kept less", async () => {
    const store = await openStore(own.server);
    const id = newId();
    expect(await store.conversations.beganWith("acme", id)).toBeUndefined();
    await store.conversations.begin("acme", id, "ref", 3);
    expect(await store.conversations.beganWith("acme", id)).toEqual({ ref: "ref", partition: 3 });
    await own.redis.set(store.keys.conversation("acme", id), "older");
    expect(await store.conversations.beganWith("acme", id)).toEqual({ ref: "older" });
    expect(await store.conversations.begin("acme", id, "older", 3)).toBe(true);
    store.close();
  });
});
