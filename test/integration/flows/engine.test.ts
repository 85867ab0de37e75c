import { describe, expect, it } from "vitest";
import { refOf } from "../../../src/core/reference.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { approval, openStore } from "../redis/stores.ts";
import { entry, load, newRun, sentEvents } from "./entries.ts";
import { flowsOver } from "./people.ts";

const own = ownRedis();

const KEY = approval().key;

const sent = async (store: Store, runId: string) =>
  (await sentEvents(own.redis, store, runId)).map(({ type }) => type);

describe("An engine", () => {
  it("that resolves before its request is read asks nobody, in whichever order the two arrive", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const interruptId = "acme/engine-named-0001";
    const resolved = { nodeId: "settle", interruptId, kind: "approval", resumeValue: { ok: 1 } };
    for (const order of ["resolved-first", "requested-first"]) {
      const runId = newRun();
      const entries = [
        entry(runId, "interrupt.resolved", resolved),
        entry(runId, "interrupt.requested", approval(), { interruptId }),
      ];
      if (order === "requested-first") entries.reverse();
      for (const each of entries) await engine.handle(each);
      for (const each of entries) await engine.handle(each);
      expect(await load(store, runId)).toMatchObject({
        outcome: { kind: "resolved-elsewhere", resumeValue: { ok: 1 } },
      });
      // Asked again after its end, it gets the resolution it made itself, and no second one.
      expect(new Set(await sent(store, runId))).toEqual(new Set(["interrupt.resolved"]));
    }
    store.close();
  });

  it("that resolves, asks and names in that order asks nobody either", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const interruptId = "acme/engine-named-0009";
    const runId = newRun();
    const entries = [
      entry(runId, "interrupt.resolved", { nodeId: "settle", interruptId, resumeValue: "done" }),
      entry(runId, "interrupt.requested", approval()),
      entry(runId, "node.suspended", { nodeId: "settle", interruptId, key: KEY }),
    ];
    for (const each of entries) await engine.handle(each);
    for (const each of entries) await engine.handle(each);
    expect(await load(store, runId)).toMatchObject({
      interruptId,
      outcome: { kind: "resolved-elsewhere", resumeValue: "done" },
    });
    store.close();
  });

  it("can name its interrupt before or after it asks, and only its own", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const interruptId = "acme/engine-named-0002";
    for (const nameFirst of [true, false]) {
      const runId = newRun();
      const name = entry(runId, "node.suspended", { nodeId: "settle", interruptId, key: KEY });
      const request = entry(runId, "interrupt.requested", approval());
      for (const each of nameFirst ? [name, request] : [request, name]) await engine.handle(each);
      expect((await load(store, runId))?.interruptId).toBe(interruptId);
    }
    const foreign = entry(newRun(), "node.suspended", {
      nodeId: "settle",
      interruptId: "other/engine-named-0003",
      key: KEY,
    });
    expect(await engine.handle(foreign)).toMatchObject({ type: "dead" });
    store.close();
  });

  it("cannot end an interrupt of another run, even by its right id", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const victim = newRun();
    await engine.handle(entry(victim, "interrupt.requested", approval()));
    const open = await load(store, victim);
    let attacker = newRun();
    while (partitionOf(attacker) !== partitionOf(victim)) attacker = newRun();
    await engine.handle(
      entry(attacker, "interrupt.resolved", {
        nodeId: "settle",
        interruptId: open?.interruptId ?? "",
        resumeValue: { action: "accept" },
      }),
    );
    expect((await load(store, victim))?.outcome).toBeUndefined();
    store.close();
  });

  it("whose run ends withdraws what is open, whichever comes first, and leaves records with a life", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    for (const endFirst of [true, false]) {
      const runId = newRun();
      const partition = partitionOf(runId);
      const end = entry(runId, "run.cancelled", {});
      const request = entry(runId, "interrupt.requested", approval());
      const entries = endFirst ? [end, request] : [request, end];
      for (const each of entries) await engine.handle(each);
      for (const each of entries) await engine.handle(each);
      const ended = await load(store, runId);
      expect(ended?.outcome).toMatchObject({ kind: "invalidated", reason: "run.cancelled" });
      expect(ended?.destinations).toHaveLength(endFirst ? 0 : 1);
      for (const key of [
        store.keys.interrupt(partition, refOf(runId, KEY)),
        store.keys.payload(partition, refOf(runId, KEY)),
        store.keys.run(partition, runId),
        store.keys.runInterrupts(partition, runId),
      ]) {
        expect(await own.redis.pttl(key)).toBeGreaterThan(0);
      }
    }
    store.close();
  });

  it("that asks the same in the old words and in the new is heard once", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const runId = newRun();
    await engine.handle(entry(runId, "approval.requested", approval()));
    await engine.handle(entry(runId, "interrupt.requested", approval()));
    expect(await sent(store, runId)).toEqual(["node.suspended"]);
    store.close();
  });

  it.each([
    [
      { ...approval(), resumeSchema: { type: "nonsense" } },
      /^invalid-payload: event\.payload\.resumeSchema: ./,
    ],
    [
      {
        kind: "custom",
        key: KEY,
        data: { customKind: "x" },
        resumeSchema: { $ref: "https://x.example" },
      },
      /^invalid-payload: event\.payload\.resumeSchema: ./,
    ],
    [{ kind: "credential", key: KEY, data: {} }, /^invalid-payload: event\.payload\.kind: ./],
  ])(
    "that asks what nobody could ever answer hears which field to change: case %#",
    async (payload, reason) => {
      const store = await openStore(own.server);
      const { engine } = flowsOver(store);
      const runId = newRun();
      const handled = await engine.handle(entry(runId, "interrupt.requested", payload));
      expect(handled).toEqual({ type: "dead", reason: expect.stringMatching(reason) as string });
      expect(await load(store, runId)).toBeUndefined();
      expect(await sent(store, runId)).toEqual([]);
      store.close();
    },
  );
});
