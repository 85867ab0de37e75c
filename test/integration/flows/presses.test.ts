import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Press } from "../../../src/core/press.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { until } from "../../support/until.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { newInterrupt, openStore, pressOn } from "../redis/stores.ts";
import { flowsOver, listener } from "./people.ts";

const own = ownRedis();

const away = () =>
  Promise.reject(new Fault("store-unavailable", "cut off", { retryable: true, cause: undefined }));

async function opened(store: Store, more: Partial<Interrupt> = {}): Promise<Interrupt> {
  const open = newInterrupt(more);
  await store.interrupts.commit({ from: 0, next: open });
  return open;
}

const outcomeOf = async (store: Store, { partition, ref }: Interrupt) =>
  (await store.interrupts.load(partition, ref))?.outcome;

/** Sweeps one partition until something has been recovered, which takes the second that entries rest. */
async function recovered(store: Store, partition: number): Promise<readonly string[]> {
  const { presses } = flowsOver(store);
  const { heard, tell } = listener();
  await until("a press is recovered", async () => {
    await presses.recover(partition, tell);
    return heard.length > 0 ? true : undefined;
  });
  return heard;
}

describe("A press that was recorded", () => {
  it("is decided by the same process when Redis went away in between", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const cut = { ...store, interrupts: { ...store.interrupts, commit: away } };
    const taken = await flowsOver(cut).presses.take(pressOn(open, "p1"), 2000);
    if (taken.state !== "recorded") throw new Error(taken.state);
    expect(await taken.result).toMatchObject({
      ok: false,
      words: [expect.stringContaining("Recorded")],
    });

    expect(await recovered(store, open.partition)).toEqual(["ok"]);
    expect(await outcomeOf(store, open)).toMatchObject({ kind: "decided", by: { id: "ada" } });
    store.close();
  });

  it("and decided, but not forgotten, as earlier versions could, is not told that somebody else decided", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const commit: Store["interrupts"]["commit"] = async (change) =>
      store.interrupts.commit({ ...change, press: { id: "p2", place: "1-0" } });
    const cut = { ...store, interrupts: { ...store.interrupts, commit } };
    const taken = await flowsOver(cut).presses.take(pressOn(open, "p2"), 2000);
    if (taken.state !== "recorded") throw new Error(taken.state);
    expect(await taken.result).toEqual({ ok: true });

    expect(await recovered(store, open.partition)).toEqual(["ok"]);
    // And forgotten now: nothing comes back.
    expect(await store.presses.oldest(open.partition)).toBeUndefined();
    store.close();
  });

  it("whose handling breaks is put aside at once, and holds up nothing", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const broken = {
      ...store,
      interrupts: { ...store.interrupts, commit: () => Promise.reject(new TypeError("a bug")) },
    };
    const taken = await flowsOver(broken).presses.take(pressOn(open, "p3"), 2000);
    if (taken.state !== "recorded") throw new Error(taken.state);
    expect(await taken.result).toMatchObject({ ok: false });
    expect(await store.presses.oldest(open.partition)).toBeUndefined();
    store.close();
  });

  it("is said to be not confirmed when its record takes too long, and is decided all the same", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = {
      ...store,
      presses: {
        ...store.presses,
        // In time for the store, however busy the machine is: only the answer takes too long.
        append: async (press: Press) => {
          const appended = await store.presses.append(press, 20_000);
          await gate;
          return appended;
        },
      },
    };
    const { presses } = flowsOver(slow);
    expect(await presses.take(pressOn(open, "p4"), 50)).toMatchObject({ state: "not-confirmed" });
    release();
    await until("it is decided", async () => outcomeOf(store, open));
    await presses.idle();
    store.close();
  });

  it("delivered twice is decided once, and told once", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const { presses } = flowsOver(store);
    const both = await Promise.all([
      presses.take(pressOn(open, "p5"), 2000),
      presses.take(pressOn(open, "p5"), 2000),
    ]);
    expect(both.map(({ state }) => state).sort()).toEqual(["duplicate", "recorded"]);
    await presses.idle();
    expect(await outcomeOf(store, open)).toMatchObject({ kind: "decided" });
    store.close();
  });
});

describe("A deadline", () => {
  it("waits for a press that was recorded in time, even if its replica died with it", async () => {
    const dead = await openStore(own.server);
    const heir = await openStore(own.server, dead.prefix);
    // The deadline is set after the press, and right behind it, so that no press can miss it.
    const asked = newInterrupt();
    const appended = await dead.presses.append(pressOn(asked, "in-time"), 2000);
    if (appended.state !== "recorded") throw new Error(appended.state);
    const open = { ...asked, deadlineAt: appended.taken.at + 1 };
    await dead.interrupts.commit({ from: 0, next: open });
    await until("the deadline has passed", async () => {
      const { due } = await heir.interrupts.overdue(open.partition);
      return due.length > 0 ? true : undefined;
    });
    await flowsOver(heir).deadlines.sweep(open.partition);
    expect(await outcomeOf(heir, open)).toBeUndefined();

    await dead.replicas.leave();
    expect(await recovered(heir, open.partition)).toEqual(["ok"]);
    expect(await outcomeOf(heir, open)).toMatchObject({ kind: "decided", by: { id: "ada" } });
    dead.close();
    heir.close();
  });

  it("waits for such a press also where a reminder was due before it and nobody was there to give it", async () => {
    const dead = await openStore(own.server);
    const heir = await openStore(own.server, dead.prefix);
    const asked = newInterrupt();
    const appended = await dead.presses.append(pressOn(asked, "in-time"), 2000);
    if (appended.state !== "recorded") throw new Error(appended.state);
    const { at } = appended.taken;
    const open = { ...asked, steps: [{ kind: "remind", at: at - 1 }] as const, deadlineAt: at + 1 };
    await dead.interrupts.commit({ from: 0, next: open });
    await until("the deadline has passed", async () => {
      const { now } = await heir.interrupts.overdue(open.partition);
      return now > open.deadlineAt ? true : undefined;
    });
    // The reminder is given, and what comes after the press waits for it, however often that is looked at.
    for (const time of [1, 2]) {
      await flowsOver(heir).deadlines.sweep(open.partition);
      const now = await heir.interrupts.load(open.partition, open.ref);
      expect(now, `sweep ${time}`).toMatchObject({ version: 2, remindedAt: at - 1 });
      expect(now?.outcome).toBeUndefined();
    }
    await dead.replicas.leave();
    expect(await recovered(heir, open.partition)).toEqual(["ok"]);
    expect(await outcomeOf(heir, open)).toMatchObject({ kind: "decided", by: { id: "ada" } });
    dead.close();
    heir.close();
  });

  it("that nobody met ends the question, once, by any number of sweeps", async () => {
    const store = await openStore(own.server);
    // By the server's own clock: what we take for it may be ahead by half a round trip.
    const { at } = await store.clock.read();
    const open = await opened(store, { deadlineAt: at });
    const { deadlines } = flowsOver(store);
    await Promise.all([1, 2, 3].map(async () => deadlines.sweep(open.partition)));
    const ended = await store.interrupts.load(open.partition, open.ref);
    expect(ended).toMatchObject({ version: 2, outcome: { kind: "expired", at: open.deadlineAt } });
    store.close();
  });
});
