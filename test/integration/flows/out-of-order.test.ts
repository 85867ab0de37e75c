import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import type { Log } from "../../../src/core/log.ts";
import type { Change } from "../../../src/core/ports/interrupts.ts";
import { createEngineFlow } from "../../../src/flows/engine.ts";
import { createDeadLetters } from "../../../src/redis/dead-letters.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { approval, openStore } from "../redis/stores.ts";
import { entry, load, newRun, sentEvents } from "./entries.ts";
import { flowsOver } from "./people.ts";

const own = ownRedis();

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const DAY_MS = 86_400_000;

/** An engine flow whose tenant may have left the roster, and whose first commit may lose its reply. */
function engineOver(store: Store, { isListed = true, losesReply = false } = {}) {
  let toLose = losesReply;
  const { interrupts } = store;
  const commit = async (change: Change) => {
    const committed = await interrupts.commit(change);
    if (!toLose) return committed;
    toLose = false;
    throw new Fault("store-unavailable", "the reply was lost", { retryable: true });
  };
  return createEngineFlow({
    interrupts: { ...interrupts, commit },
    shape: "v2.1",
    runs: store.runs,
    hints: store.hints,
    conversations: store.conversations,
    partitionOf,
    placesFor: () => (isListed ? { destinations: [], plan: { remindBeforeMs: [] } } : undefined),
    decidersOf: () => Infinity,
    clock: store.clock.now,
    log: quiet,
  });
}

const NAME = "acme/engine-named-0003";

describe("A request", () => {
  it("whose opening lost its reply still gets the name that came meanwhile, and its resolution", async () => {
    const store = await openStore(own.server);
    const engine = engineOver(store, { losesReply: true });
    const runId = newRun();
    const asked = entry(runId, "interrupt.requested", approval());
    await expect(engine.handle(asked)).rejects.toThrow("the reply was lost");
    // As on another replica, which found no record yet: the name and the resolution are kept for it.
    await store.hints.name(runId, (await load(store, runId))?.ref ?? "", NAME);
    await store.hints.resolve(runId, NAME, { resumeValue: { action: "accept" }, at: 1 });
    await engine.handle(asked);
    expect(await load(store, runId)).toMatchObject({
      interruptId: NAME,
      outcome: { kind: "resolved-elsewhere" },
    });
    store.close();
  });

  it("that is known is answered whatever has become of the roster", async () => {
    const store = await openStore(own.server);
    const runId = newRun();
    const asked = entry(runId, "interrupt.requested", approval());
    await engineOver(store).handle(asked);
    await engineOver(store).handle(entry(runId, "run.completed", {}));
    const before = (await sentEvents(own.redis, store, runId)).length;
    expect((await engineOver(store, { isListed: false }).handle(asked)).type).toBe("done");
    expect(await sentEvents(own.redis, store, runId)).toHaveLength(before + 1);
    store.close();
  });

  it("whose deadline has passed before it arrives is shown nowhere", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const runId = newRun();
    // The samples were asked long ago.
    await engine.handle(entry(runId, "interrupt.requested", { ...approval(), timeoutMs: 1 }));
    expect(await load(store, runId)).toMatchObject({ destinations: [] });
    store.close();
  });

  it("with the id of another interrupt of its run is put aside, and the other keeps it", async () => {
    const store = await openStore(own.server);
    const { engine } = flowsOver(store);
    const runId = newRun();
    const named = { interruptId: NAME };
    await engine.handle(entry(runId, "interrupt.requested", approval(), named));
    const second = { ...approval(), key: "second" };
    expect(await engine.handle(entry(runId, "interrupt.requested", second, named))).toMatchObject({
      type: "dead",
      reason: expect.stringContaining("context.interruptId") as string,
    });
    const taken = { nodeId: "settle", interruptId: NAME, key: "third" };
    expect(await engine.handle(entry(runId, "node.suspended", taken))).toMatchObject({
      type: "dead",
    });
    expect((await load(store, runId))?.interruptId).toBe(NAME);
    store.close();
  });
});

it.each([
  "approval.received",
  "approval.granted",
  "approval.rejected",
  "approval.overridden",
  "clarification.resolved",
])("%s closes what it names, as interrupt.resolved does", async (type) => {
  const store = await openStore(own.server);
  const { engine } = flowsOver(store);
  const runId = newRun();
  await engine.handle(entry(runId, "interrupt.requested", approval(), { interruptId: NAME }));
  const resumeValue = { action: "accept" };
  await engine.handle(entry(runId, type, { nodeId: "settle", interruptId: NAME, resumeValue }));
  expect((await load(store, runId))?.outcome?.kind).toBe("resolved-elsewhere");
  store.close();
});

it("What an engine said of a run lives no longer than the run's records", async () => {
  const store = await openStore(own.server);
  const { engine } = flowsOver(store);
  const runId = newRun();
  const early = { nodeId: "settle", interruptId: NAME, resumeValue: { secret: "x" } };
  await engine.handle(entry(runId, "interrupt.resolved", early));
  await engine.handle(entry(runId, "run.completed", {}));
  const life = await own.redis.pttl(store.keys.hints(partitionOf(runId), runId));
  expect(life).toBeLessThanOrEqual(7 * DAY_MS);
  store.close();
});

it("A dead letter that could not be written is written by the next try", async () => {
  const store = await openStore(own.server);
  const letters = createDeadLetters(own.redis, store.keys, store.clock.now);
  const letter = { stream: store.keys.events, id: "1-1", reason: "x", deliveries: 1, entry: {} };
  await own.redis.set(store.keys.deadLetters, "of another type");
  await expect(letters.append(letter)).rejects.toThrow();
  await own.redis.del(store.keys.deadLetters);
  await letters.append(letter);
  await letters.append(letter);
  expect(await own.redis.xlen(store.keys.deadLetters)).toBe(1);
  store.close();
});
