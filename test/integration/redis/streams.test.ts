import { describe, expect, it } from "vitest";
import type { Press } from "../../../src/core/press.ts";
import { LAYOUT } from "../../../src/core/interrupt.ts";
import { GROUP } from "../../../src/redis/keys.ts";
import { until } from "../../support/until.ts";
import { ownRedis } from "./own-redis.ts";
import { accepted, announcementOf, newInterrupt, openStore, pressOn } from "./stores.ts";

const own = ownRedis();

describe("A press", () => {
  it("is recorded once, taken by its recorder, and forgotten with its secret when it is done", async () => {
    const store = await openStore(own.server);
    const press = pressOn(newInterrupt(), "press-1");
    const { partition } = press.reference;
    const appended = await store.presses.append(press, 2000);
    expect(appended.state).toBe("recorded");
    expect(await store.presses.append(press, 2000)).toEqual({ state: "duplicate" });
    const stream = store.keys.presses(partition);
    expect(await own.redis.xlen(stream)).toBe(1);
    expect((await own.redis.xpending(stream, GROUP))[0]).toBe(1);
    if (appended.state !== "recorded") throw new Error("not recorded");
    await store.presses.done(appended.taken);
    expect(await own.redis.xlen(stream)).toBe(0);
    for (const key of await own.redis.keys(`*${store.prefix}*`)) {
      const kept = (await own.redis.type(key)) === "hash" ? await own.redis.hgetall(key) : {};
      expect(JSON.stringify(kept)).not.toContain("hooks.example");
    }
    store.close();
  });

  it("brings what it is about as it is then, and is recorded where that cannot be read", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    expect(await store.presses.append(pressOn(open, "press-1"), 2000)).toMatchObject({
      taken: { interrupt: await store.interrupts.load(open.partition, open.ref) },
    });
    const key = store.keys.interrupt(open.partition, open.ref);
    await own.redis.hset(key, "state", JSON.stringify({ ...open, layout: LAYOUT + 1 }));
    const ofNewer = await store.presses.append(pressOn(open, "press-2"), 2000);
    expect(ofNewer).toMatchObject({ state: "recorded", taken: { interrupt: undefined } });
    await own.redis.set(key, "of another type");
    const ofOther = await store.presses.append(pressOn(open, "press-3"), 2000);
    expect(ofOther).toMatchObject({ state: "recorded", taken: { interrupt: undefined } });
    expect(await own.redis.xlen(store.keys.presses(open.partition))).toBe(3);
    store.close();
  });

  it("that arrives after its time is refused, and never recorded", async () => {
    const store = await openStore(own.server);
    const press = pressOn(newInterrupt(), "press-late");
    expect(await store.presses.append(press, -1000)).toEqual({ state: "late" });
    expect(await own.redis.xlen(store.keys.presses(press.reference.partition))).toBe(0);
    store.close();
  });

  it("of a replica that is gone is taken over by one other, and by nobody while it lives", async () => {
    const dead = await openStore(own.server);
    const press = pressOn(newInterrupt(), "press-orphan");
    const { partition } = press.reference;
    await dead.presses.append(press, 2000);
    const heirs = await Promise.all([
      openStore(own.server, dead.prefix),
      openStore(own.server, dead.prefix),
    ]);
    expect(await heirs[0].presses.take(partition)).toEqual([]);
    await dead.replicas.leave();
    const found = await until("an heir takes it", async () => {
      const taken = await Promise.all(heirs.map(({ presses }) => presses.take(partition)));
      return taken.flat().length > 0 ? taken.flat() : undefined;
    });
    expect(found).toMatchObject([{ press, deliveries: 2 }]);
    for (const store of [dead, ...heirs]) store.close();
  });

  it("that was let go comes back to its own taker, and one in hand does not", async () => {
    const store = await openStore(own.server);
    const [kept, left] = [pressOn(newInterrupt(), "a"), pressOn(newInterrupt(), "b")].map(
      (press) => ({ ...press, reference: { ...press.reference, partition: 3 } }),
    );
    if (kept === undefined || left === undefined) throw new Error("there are two");
    await store.presses.append(kept, 2000);
    const appended = await store.presses.append(left, 2000);
    if (appended.state !== "recorded") throw new Error("not recorded");
    store.presses.letGo(appended.taken);
    const found = await until("it comes back", async () => {
      const taken = await store.presses.take(3);
      return taken.length > 0 ? taken : undefined;
    });
    // Only deaths of replicas are counted.
    expect(found).toMatchObject([{ press: { id: "b" }, deliveries: 1 }]);
    store.close();
  });

  it.each([
    [{ action: "accept" }, { resumeValue: { action: "accept" } }],
    [{ action: "reject" }, { resumeValue: { action: "reject" } }],
    [{ action: "answer", answer: "Friday" }, { answer: "Friday" }],
  ])("that layout 1 wrote is read as it was meant: case %#", async (written, meant) => {
    const dead = await openStore(own.server);
    const heir = await openStore(own.server, dead.prefix);
    const press = pressOn(newInterrupt(), "press-of-layout-1");
    const old = { ...press, layout: 1, response: written } as unknown as Press;
    await dead.presses.append(old, 2000);
    await dead.replicas.leave();
    const found = await until("the heir takes it", async () => {
      const taken = await heir.presses.take(press.reference.partition);
      return taken.length > 0 ? taken : undefined;
    });
    expect(found).toMatchObject([{ press: { id: press.id, response: meant } }]);
    dead.close();
    heir.close();
  });

  it("hides nothing behind it, however many are in hand before it", async () => {
    const store = await openStore(own.server);
    const press = {
      ...pressOn(newInterrupt(), "0"),
      reference: { partition: 5, ref: "r", shown: "" },
    };
    // More than two pages of a hundred.
    for (let index = 0; index < 230; index += 1) {
      await store.presses.append({ ...press, id: `held-${index}` }, 2000);
    }
    const last = await store.presses.append({ ...press, id: "last" }, 2000);
    if (last.state !== "recorded") throw new Error("not recorded");
    store.presses.letGo(last.taken);
    const found = await until("the last one is seen", async () => {
      const taken = await store.presses.take(5);
      return taken.length > 0 ? taken : undefined;
    });
    expect(found.map((taken) => taken.press.id)).toEqual(["last"]);
    store.close();
  });

  it("that cannot be handled is put aside once, without what was answered and how to reply", async () => {
    const store = await openStore(own.server);
    const press = {
      ...pressOn(newInterrupt(), "press-bad"),
      response: { answer: "between us" },
    };
    const appended = await store.presses.append(press, 2000);
    if (appended.state !== "recorded") throw new Error("not recorded");
    await store.presses.bury(appended.taken, "bug: it broke");
    await store.presses.bury(appended.taken, "bug: it broke");
    const letters = await own.redis.xrange(store.keys.deadLetters, "-", "+");
    expect(letters).toHaveLength(1);
    expect(JSON.stringify(letters)).toContain("bug: it broke");
    expect(JSON.stringify(letters)).not.toMatch(/between us|hooks\.example/);
    store.close();
  });
});

describe("The events stream", () => {
  it("hands out an entry, and again to the same replica when it was let go", async () => {
    const store = await openStore(own.server);
    await store.events.prepare();
    await store.events.prepare();
    await own.redis.xadd(store.keys.events, "*", "event", "{}");
    const [entry] = await store.events.next();
    if (entry === undefined) throw new Error("nothing was read");
    expect(entry.fields).toEqual({ event: "{}" });
    store.events.letGo(entry);
    const again = await until("it comes again", async () => {
      const [found] = await store.events.orphans();
      return found;
    });
    expect(again).toMatchObject({ id: entry.id, deliveries: 1 });
    await store.events.done(again);
    expect((await own.redis.xpending(store.keys.events, GROUP))[0]).toBe(0);
    store.close();
  });

  it("is read from its beginning by the first replica ever, so that nothing asked before is missed", async () => {
    const store = await openStore(own.server);
    await own.redis.xadd(store.keys.events, "*", "event", "early");
    await store.events.prepare();
    expect(await store.events.next()).toMatchObject([{ fields: { event: "early" } }]);
    store.close();
  });

  it("is created again when it vanishes under a reader", async () => {
    const store = await openStore(own.server);
    await store.events.prepare();
    const reading = store.events.next();
    await until("the read waits", async () => {
      const clients = await own.redis.client("LIST");
      return String(clients).includes("cmd=xreadgroup") ? true : undefined;
    });
    await own.redis.del(store.keys.events);
    expect(await reading).toEqual([]);
    await own.redis.xadd(store.keys.events, "*", "event", "after");
    expect(await store.events.next()).toMatchObject([{ fields: { event: "after" } }]);
    store.close();
  });
});

describe("The relay", () => {
  it("moves what a dead relay had appended and not deleted no second time, whatever the clock says", async () => {
    const store = await openStore(own.server);
    const { keys, relay } = store;
    const outbox = keys.outbox(0);
    await own.redis.xadd(outbox, "9000000000000-0", "event", "first");
    await relay.move(0);
    // As after a crash between the append and the deletion: the entry is there again, and noted as moved.
    await own.redis.del(outbox);
    await own.redis.xadd(outbox, "9000000000000-0", "event", "first");
    await relay.move(0);
    // As after a failover to a server whose clock is behind: a new entry has an older id.
    await own.redis.del(outbox);
    await own.redis.xadd(outbox, "1000000000000-0", "event", "second");
    await relay.move(0);
    const moved = await own.redis.xrange(keys.resolutions, "-", "+");
    expect(moved.map(([, fields]) => fields[1])).toEqual(["first", "second"]);
    expect(await own.redis.xlen(outbox)).toBe(0);
    store.close();
  });

  it("moves every event once, in order, however many replicas move at the same time", async () => {
    const one = await openStore(own.server);
    const two = await openStore(own.server, one.prefix);
    const runId = newInterrupt().runId;
    const refs = Array.from({ length: 30 }, (_, index) => `r${index}`.padEnd(22, "x"));
    for (const ref of refs) {
      const open = newInterrupt({ runId, ref });
      await one.interrupts.commit({ from: 0, next: open });
      const next = accepted(open);
      await one.interrupts.commit({ from: 1, next, announcement: announcementOf(next) });
    }
    await Promise.all([one, two, one, two].map((store) => store.relay.moveAll()));
    await one.relay.moveAll();
    const moved = (await own.redis.xrange(one.keys.resolutions, "-", "+")).map(
      ([, fields]) => JSON.parse(fields[1] ?? "") as { sequence: number; eventId: string },
    );
    expect(moved).toHaveLength(30);
    expect(new Set(moved.map(({ eventId }) => eventId)).size).toBe(30);
    const sequences = moved.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(await own.redis.xlen(one.keys.outbox(newInterrupt({ runId }).partition))).toBe(0);
    one.close();
    two.close();
  });
});

describe("A lease", () => {
  it("is held by one, renewed and released by its holder only", async () => {
    const store = await openStore(own.server);
    const lease = await store.leases.take(0, "card", 60_000);
    expect(lease).toBeDefined();
    expect(await store.leases.take(0, "card", 60_000)).toBeUndefined();
    expect(await lease?.renew()).toBe(true);
    // It passes to somebody else, as after a pause that was too long.
    await own.redis.set(store.keys.lease(0, "card"), "somebody else");
    expect(await lease?.renew()).toBe(false);
    await lease?.release();
    expect(await own.redis.get(store.keys.lease(0, "card"))).toBe("somebody else");
    store.close();
  });
});

describe("A copy", () => {
  it("stays due when the interrupt moved on while it was drawn", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    const name = { partition: open.partition, ref: open.ref, address: open.destinations[0] ?? "" };
    await store.interrupts.commit({ from: 0, next: open });
    expect(await store.schedule.due(open.partition)).toEqual([name]);
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    expect(await store.copies.settle(name, 1)).toBe(false);
    expect(await store.schedule.due(open.partition)).toEqual([name]);
    await store.copies.save(name, { shown: 2, failures: 0 });
    expect(await store.copies.settle(name, 2)).toBe(true);
    expect(await store.schedule.due(open.partition)).toEqual([]);
    // Somebody who drew version 1 for too long comes last: what is shown may be old again.
    expect(await store.copies.settle(name, 1)).toBe(false);
    expect(await store.schedule.due(open.partition)).toEqual([name]);
    expect(await store.copies.settle(name, 2)).toBe(true);
    expect(await store.schedule.due(open.partition)).toEqual([]);
    store.close();
  });

  it("is written over by nobody who has not read what others wrote", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    const name = { partition: open.partition, ref: open.ref, address: open.destinations[0] ?? "" };
    await store.interrupts.commit({ from: 0, next: open });
    const read = await store.copies.load(name);
    if (read === undefined) throw new Error("there is no copy");
    const mine = { ...read, shown: 1, message: { id: "mine" } };
    expect(await store.copies.save(name, mine)).toBe(true);
    expect(await store.copies.settle(name, 1)).toBe(true);
    // Whoever has read the same comes too late, and so does the first one with what it has read.
    expect(await store.copies.save(name, { ...read, message: { id: "other" } }, "due")).toBe(false);
    expect(await store.copies.save(name, mine)).toBe(false);
    expect(await store.copies.load(name)).toMatchObject({ message: { id: "mine" } });
    expect(await store.schedule.due(open.partition)).toEqual([]);
    const now = await store.copies.load(name);
    expect(await store.copies.save(name, { failures: 0, ...now, shown: 0 }, "due")).toBe(true);
    expect(await store.schedule.due(open.partition)).toEqual([name]);
    // Who had drawn it before is not done with it: it may show something else by now.
    expect(await store.copies.settle(name, 1)).toBe(false);
    expect(await store.schedule.due(open.partition)).toEqual([name]);
    store.close();
  });

  it("that was put off is not due before its time, and comes back", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    const name = { partition: open.partition, ref: open.ref, address: open.destinations[0] ?? "" };
    await store.interrupts.commit({ from: 0, next: open });
    await store.schedule.postpone(name, 3_600_000);
    expect(await store.schedule.due(open.partition)).toEqual([]);
    const later = await openStore(own.server, store.prefix, 3_600_001);
    expect(await later.schedule.due(open.partition)).toEqual([name]);
    await store.schedule.giveUp(name);
    expect(await later.schedule.due(open.partition)).toEqual([]);
    store.close();
    later.close();
  });
});
