import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announceEnd } from "../../../src/core/announce.ts";
import { GROUP } from "../../../src/redis/keys.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";
import { accepted, newInterrupt, openStore, pressOn } from "./stores.ts";

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

describe("A press", () => {
  it("is recorded once, taken by its recorder, and forgotten with its secret when it is done", async () => {
    const store = await openStore(server);
    const press = pressOn(newInterrupt(), "press-1");
    const { partition } = press.reference;
    const appended = await store.presses.append(press, 2000);
    expect(appended.state).toBe("recorded");
    expect(await store.presses.append(press, 2000)).toEqual({ state: "duplicate" });
    const stream = store.keys.presses(partition);
    expect(await redis.xlen(stream)).toBe(1);
    expect((await redis.xpending(stream, GROUP))[0]).toBe(1);
    if (appended.state !== "recorded") throw new Error("not recorded");
    await store.presses.done(partition, appended.place);
    expect(await redis.xlen(stream)).toBe(0);
    for (const key of await redis.keys(`*${store.prefix}*`)) {
      const kept = (await redis.type(key)) === "hash" ? await redis.hgetall(key) : {};
      expect(JSON.stringify(kept)).not.toContain("hooks.example");
    }
    store.close();
  });

  it("that arrives after its time is refused, and never recorded", async () => {
    const store = await openStore(server);
    const press = pressOn(newInterrupt(), "press-late");
    expect(await store.presses.append(press, -1000)).toEqual({ state: "late" });
    expect(await redis.xlen(store.keys.presses(press.reference.partition))).toBe(0);
    store.close();
  });

  it("of a replica that is gone is taken over by one other, and by nobody while it lives", async () => {
    const dead = await openStore(server);
    const press = pressOn(newInterrupt(), "press-orphan");
    const { partition } = press.reference;
    await dead.presses.append(press, 2000);
    const heirs = await Promise.all([
      openStore(server, dead.prefix),
      openStore(server, dead.prefix),
    ]);
    expect(await heirs[0].presses.orphans(partition)).toEqual([]);
    await dead.replicas.leave();
    const found = await until("an heir takes it", async () => {
      const taken = await Promise.all(heirs.map(({ presses }) => presses.orphans(partition)));
      return taken.flat().length > 0 ? taken.flat() : undefined;
    });
    expect(found).toMatchObject([{ press, deliveries: 2 }]);
    for (const store of [dead, ...heirs]) store.close();
  });

  it("that cannot be handled is put aside once, without what was answered and how to reply", async () => {
    const store = await openStore(server);
    const press = {
      ...pressOn(newInterrupt(), "press-bad"),
      response: { action: "answer" as const, answer: "between us" },
    };
    const { partition } = press.reference;
    const appended = await store.presses.append(press, 2000);
    if (appended.state !== "recorded") throw new Error("not recorded");
    const orphan = { partition, place: appended.place, at: appended.at, press, deliveries: 1 };
    await store.presses.bury(orphan, "bug: it broke");
    await store.presses.bury(orphan, "bug: it broke");
    const letters = await redis.xrange(store.keys.deadLetters, "-", "+");
    expect(letters).toHaveLength(1);
    expect(JSON.stringify(letters)).toContain("bug: it broke");
    expect(JSON.stringify(letters)).not.toMatch(/between us|hooks\.example/);
    store.close();
  });
});

describe("The events stream", () => {
  it("hands out an entry, and again to the same replica when it was let go", async () => {
    const store = await openStore(server);
    await store.events.prepare();
    await store.events.prepare();
    await redis.xadd(store.keys.events, "*", "event", "{}");
    const [entry] = await store.events.next();
    if (entry === undefined) throw new Error("nothing was read");
    expect(entry.fields).toEqual({ event: "{}" });
    store.events.letGo(entry);
    const again = await until("it comes again", async () => {
      const [found] = await store.events.orphans();
      return found;
    });
    expect(again).toMatchObject({ id: entry.id, deliveries: 2 });
    await store.events.done(again);
    expect((await redis.xpending(store.keys.events, GROUP))[0]).toBe(0);
    store.close();
  });

  it("is read from its beginning by the first replica ever, so that nothing asked before is missed", async () => {
    const store = await openStore(server);
    await redis.xadd(store.keys.events, "*", "event", "early");
    await store.events.prepare();
    expect(await store.events.next()).toMatchObject([{ fields: { event: "early" } }]);
    store.close();
  });

  it("is created again when it vanishes under a reader", async () => {
    const store = await openStore(server);
    await store.events.prepare();
    const reading = store.events.next();
    await until("the read waits", async () => {
      const clients = await redis.client("LIST");
      return String(clients).includes("cmd=xreadgroup") ? true : undefined;
    });
    await redis.del(store.keys.events);
    expect(await reading).toEqual([]);
    await redis.xadd(store.keys.events, "*", "event", "after");
    expect(await store.events.next()).toMatchObject([{ fields: { event: "after" } }]);
    store.close();
  });
});

describe("The relay", () => {
  it("moves every event once, in order, however many replicas move at the same time", async () => {
    const one = await openStore(server);
    const two = await openStore(server, one.prefix);
    const runId = newInterrupt().runId;
    const refs = Array.from({ length: 30 }, (_, index) => `r${index}`.padEnd(22, "x"));
    for (const ref of refs) {
      const open = newInterrupt({ runId, ref });
      await one.interrupts.commit({ from: 0, next: open });
      const next = accepted(open);
      await one.interrupts.commit({ from: 1, next, announcement: announceEnd(next) });
    }
    await Promise.all([one, two, one, two].map((store) => store.relay.moveAll()));
    await one.relay.moveAll();
    const moved = (await redis.xrange(one.keys.resolutions, "-", "+")).map(
      ([, fields]) => JSON.parse(fields[1] ?? "") as { sequence: number; eventId: string },
    );
    expect(moved).toHaveLength(30);
    expect(new Set(moved.map(({ eventId }) => eventId)).size).toBe(30);
    const sequences = moved.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(await redis.xlen(one.keys.outbox(newInterrupt({ runId }).partition))).toBe(0);
    one.close();
    two.close();
  });
});

describe("A lease", () => {
  it("is held by one, renewed and released by its holder only", async () => {
    const store = await openStore(server);
    const lease = await store.leases.take(0, "card", 60_000);
    expect(lease).toBeDefined();
    expect(await store.leases.take(0, "card", 60_000)).toBeUndefined();
    expect(await lease?.renew()).toBe(true);
    // It passes to somebody else, as after a pause that was too long.
    await redis.set(store.keys.lease(0, "card"), "somebody else");
    expect(await lease?.renew()).toBe(false);
    await lease?.release();
    expect(await redis.get(store.keys.lease(0, "card"))).toBe("somebody else");
    store.close();
  });
});

describe("A copy", () => {
  it("stays due when the interrupt moved on while it was drawn", async () => {
    const store = await openStore(server);
    const open = newInterrupt();
    const name = { partition: open.partition, ref: open.ref, address: open.destinations[0] ?? "" };
    await store.interrupts.commit({ from: 0, next: open });
    expect(await store.schedule.due(open.partition)).toEqual([name]);
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    expect(await store.copies.settle(name, 1)).toBe(false);
    expect(await store.schedule.due(open.partition)).toEqual([name]);
    expect(await store.copies.settle(name, 2)).toBe(true);
    expect(await store.schedule.due(open.partition)).toEqual([]);
    store.close();
  });

  it("that was put off is not due before its time, and comes back", async () => {
    const store = await openStore(server);
    const open = newInterrupt();
    const name = { partition: open.partition, ref: open.ref, address: open.destinations[0] ?? "" };
    await store.interrupts.commit({ from: 0, next: open });
    await store.schedule.postpone(name, 3_600_000);
    expect(await store.schedule.due(open.partition)).toEqual([]);
    const later = await openStore(server, store.prefix, 3_600_001);
    expect(await later.schedule.due(open.partition)).toEqual([name]);
    await store.schedule.giveUp(name);
    expect(await later.schedule.due(open.partition)).toEqual([]);
    store.close();
    later.close();
  });
});
