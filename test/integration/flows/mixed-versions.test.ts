import { beforeAll, describe, expect, it, vi } from "vitest";
import { LAYOUT } from "../../../src/core/interrupt.ts";
import { GROUP } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { until } from "../../support/until.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { holders } from "../redis/pending.ts";
import { newInterrupt, openStore, pressOn } from "../redis/stores.ts";
import { entry } from "./entries.ts";
import { flowsOver, listener } from "./people.ts";
import { serve } from "./serving.ts";

/** What a replica of one version is, in these tests. */
interface Version {
  readonly newInterrupt: typeof newInterrupt;
  readonly openStore: typeof openStore;
  readonly pressOn: typeof pressOn;
  readonly flowsOver: typeof flowsOver;
}

const older: Version = { newInterrupt, openStore, pressOn, flowsOver };
let newer: Version;
const own = ownRedis();
beforeAll(async () => {
  newer = await raised();
});

/** The same parley once more, as one that knows a layout more. */
async function raised(): Promise<Version> {
  const path = "../../../src/core/interrupt.ts";
  vi.resetModules();
  vi.doMock(path, async (original) => ({ ...(await original()), LAYOUT: LAYOUT + 1 }));
  const version = { ...(await import("../redis/stores.ts")), ...(await import("./people.ts")) };
  vi.doUnmock(path);
  return version;
}

/** Two replicas of one parley in the middle of an update. */
async function mixed() {
  const before = await older.openStore(own.server);
  const after = await newer.openStore(own.server, before.prefix);
  const close = () => {
    before.close();
    after.close();
  };
  return { before, after, close };
}

async function recovered({ flowsOver: flows }: Version, store: Store, partition: number) {
  const { presses } = flows(store);
  const { heard, tell } = listener();
  await until("a press is recovered", async () => {
    await presses.recover(partition, tell);
    return heard.length > 0 ? true : undefined;
  });
  return heard;
}

describe("A press on what a newer version asks", () => {
  it("taken by an older one is decided by a newer one, in time, and stops no other clock", async () => {
    const { before, after, close } = await mixed();
    const deadlineAt = Math.ceil(before.clock.now()) + 2_000;
    const asked = newer.newInterrupt({ deadlineAt });
    const { partition, runId } = asked;
    await after.interrupts.commit({ from: 0, next: asked });
    const taken = await older.flowsOver(before).presses.take(pressOn(asked, "p1"), 2000);
    if (taken.state !== "recorded") throw new Error(taken.state);
    expect(await taken.result).toMatchObject({ words: [expect.stringContaining("Recorded")] });

    const other = newInterrupt({ runId, ref: "o".repeat(22), deadlineAt });
    await before.interrupts.commit({ from: 0, next: other });
    await until("both deadlines have passed", async () => {
      const { due } = await before.interrupts.overdue(partition);
      return due.length === 2 ? true : undefined;
    });
    // It cannot read one of the two, and says so; the other one ends.
    await expect(older.flowsOver(before).deadlines.sweep(partition)).rejects.toMatchObject({
      code: "newer-layout",
    });
    expect((await before.interrupts.load(partition, other.ref))?.outcome?.kind).toBe("expired");
    // Who can read both lets the press go first, for whose question it was in time.
    await newer.flowsOver(after).deadlines.sweep(partition);
    expect((await after.interrupts.load(partition, asked.ref))?.outcome).toBeUndefined();

    expect(await recovered(newer, after, partition)).toEqual(["ok"]);
    await newer.flowsOver(after).deadlines.sweep(partition);
    expect(await after.interrupts.load(partition, asked.ref)).toMatchObject({
      version: 2,
      outcome: { kind: "decided", by: { id: "ada" } },
    });
    expect(await holders(own.redis, before, partition)).toEqual([]);
    close();
  });

  it("is left alone by every older one, whose clocks go on for as long as no newer one comes", async () => {
    const { before, after, close } = await mixed();
    const asked = newer.newInterrupt();
    const { partition } = asked;
    await after.interrupts.commit({ from: 0, next: asked });
    await after.replicas.leave();
    const { presses } = older.flowsOver(before);
    await presses.take(pressOn(asked, "p1"), 2000);
    await presses.idle();
    const handedOn = await holders(own.redis, before, partition);
    const another = await older.openStore(own.server, before.prefix);
    for (const store of [before, another]) {
      expect(await store.presses.take(partition)).toEqual([]);
      expect(await store.presses.oldest(partition)).toBeUndefined();
      await store.tidy();
    }
    expect(await holders(own.redis, before, partition)).toEqual(handedOn);
    // Nobody died with it.
    expect(await after.presses.take(partition)).toMatchObject([{ deliveries: 1 }]);
    another.close();
    close();
  });

  it("is taken from nobody who has it meanwhile", async () => {
    const { before, after, close } = await mixed();
    const asked = newer.newInterrupt();
    const { partition } = asked;
    const appended = await before.presses.append(pressOn(asked, "p1"), 2000);
    if (appended.state !== "recorded") throw new Error(appended.state);
    // As after a stall for longer than it takes to be thought gone.
    await before.replicas.leave();
    await until("the newer one takes it over", async () => {
      const taken = await after.presses.take(partition);
      return taken.length > 0 ? taken : undefined;
    });
    await before.presses.handOn(appended.taken);
    expect(await holders(own.redis, before, partition)).toEqual([after.replicas.me]);
    close();
  });
});

describe("A press that a newer version recorded", () => {
  it("and died with is not kept from the next newer one by an older one that lives", async () => {
    const { before, after, close } = await mixed();
    const asked = newInterrupt();
    const { partition } = asked;
    await before.interrupts.commit({ from: 0, next: asked });
    await after.presses.append(newer.pressOn(asked, "p1"), 2000);
    await after.replicas.leave();
    await until("the older one takes it over", async () => {
      expect(await before.presses.take(partition)).toEqual([]);
      const [holder] = await holders(own.redis, before, partition);
      return holder === after.replicas.me ? undefined : true;
    });
    const next = await newer.openStore(own.server, before.prefix);
    expect(await recovered(newer, next, partition)).toEqual(["ok"]);
    expect(await next.interrupts.load(partition, asked.ref)).toMatchObject({
      version: 2,
      outcome: { kind: "decided" },
    });
    next.close();
    close();
  });

  it("hides no other behind it, however many there are", async () => {
    const { before, after, close } = await mixed();
    const { reference } = pressOn(newInterrupt(), "any");
    // More than one page of a hundred.
    for (let index = 0; index < 101; index += 1) {
      await after.presses.append(
        { ...newer.pressOn(newInterrupt(), `n${index}`), reference },
        2000,
      );
    }
    const last = await before.presses.append({ ...pressOn(newInterrupt(), "o"), reference }, 2000);
    if (last.state !== "recorded") throw new Error(last.state);
    expect(await before.presses.oldest(reference.partition)).toBe(last.taken.at);
    close();
  });
});

describe("What an engine says of what a newer version asks", () => {
  it("and an older one reads is done by a newer one, while the older lives", async () => {
    const { before, after, close } = await mixed();
    const asked = newer.newInterrupt();
    const { partition, ref, runId, interruptId } = asked;
    await after.interrupts.commit({ from: 0, next: asked });
    await before.events.prepare();
    const stopOlder = serve(before, older.flowsOver(before));
    const resolved = { nodeId: "settle", interruptId, kind: "approval", resumeValue: "elsewhere" };
    const { event } = entry(runId, "interrupt.resolved", resolved).fields;
    await own.redis.xadd(before.keys.events, "*", "event", event);
    await until("the older one has read it", async () => {
      const [waiting] = await own.redis.xpending(before.keys.events, GROUP);
      return waiting === 1 ? true : undefined;
    });

    const stopNewer = serve(after, newer.flowsOver(after));
    const ended = await until("it is done", async () => {
      const found = await after.interrupts.load(partition, ref);
      return found?.outcome;
    });
    expect(ended).toMatchObject({ kind: "resolved-elsewhere", resumeValue: "elsewhere" });
    expect(await own.redis.exists(before.keys.replica(before.replicas.me))).toBe(1);
    await Promise.all([stopOlder(), stopNewer()]);
    close();
  });
});
