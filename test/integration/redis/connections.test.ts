import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShardLease, ShardTry } from "../../../src/core/ports/shards.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";
import { openStore } from "./stores.ts";

let redis: RedisServer;
let raw: Redis;
const opened: { close: () => void }[] = [];
beforeAll(async () => {
  redis = await startRedis();
  raw = new Redis(redis.url);
});
afterAll(async () => {
  raw.disconnect();
  for (const store of opened) store.close();
  await redis.stop();
});

async function open(prefix?: string, offsetMs = 0) {
  const store = await openStore(redis, prefix, offsetMs);
  opened.push(store);
  return store;
}

function leaseOf(tried: ShardTry): ShardLease {
  if (tried.lease === undefined) throw new Error("another one holds it");
  return tried.lease;
}

/** Longer than any test takes: what is not to end by itself does not, however busy the machine is. */
const LONG_MS = 60_000;

describe("the lease of a shard", () => {
  it("is one replica's, for as long as it is renewed, and free as soon as it is released", async () => {
    const one = await open();
    const other = await open(one.prefix);
    const lease = leaseOf(await one.shards.take("s", LONG_MS));
    const tried = await other.shards.take("s", LONG_MS);
    expect(tried).toMatchObject({ lease: undefined });
    expect("leftMs" in tried && tried.leftMs > 0 && tried.leftMs <= LONG_MS).toBe(true);
    expect(await lease.renew()).toBe(true);
    await lease.release();
    const next = leaseOf(await other.shards.take("s", LONG_MS));
    expect([await lease.renew(), await next.renew()]).toEqual([false, true]);
    // Whoever has lost it cannot take it from the next.
    await lease.release();
    expect(await next.renew()).toBe(true);
  });

  it("of a replica that died passes on when its time is over", async () => {
    const one = await open();
    const other = await open(one.prefix);
    const dead = leaseOf(await one.shards.take("s", 200));
    await until("the other one has it", async () => (await other.shards.take("s", 200)).lease);
    expect(await dead.renew()).toBe(false);
  });

  it("is passed on to who stands by, who says when it listens", async () => {
    const one = await open();
    const other = await open(one.prefix);
    const lease = leaseOf(await one.shards.take("s", LONG_MS));
    // Nobody stands by: nothing changes.
    await lease.listens();
    expect(await lease.passOn()).toBe(false);
    expect(await lease.renew()).toBe(true);
    const seen = await other.shards.look("s");
    expect(seen).toMatchObject({ listens: true, awaited: false });
    expect(seen.leftMs).toBeGreaterThan(0);

    expect(await other.shards.take("s", LONG_MS)).toMatchObject({ listens: true });
    expect(await one.shards.look("s")).toMatchObject({ listens: true, awaited: true });
    expect(await lease.passOn()).toBe(true);
    const nobody = { leftMs: 0, listens: false };
    expect(await one.shards.look("s")).toEqual({ ...nobody, awaited: true });
    const next = leaseOf(await other.shards.take("s", LONG_MS));
    expect(await one.shards.look("s")).toMatchObject({ listens: false, awaited: false });
    // Who has lost it says nothing any more.
    await lease.listens();
    expect(await one.shards.look("s")).toMatchObject({ listens: false });
    await next.listens();
    expect(await one.shards.look("s")).toMatchObject({ listens: true });
    // The one that took it stands by no longer.
    expect(await next.passOn()).toBe(false);
    await next.release();
    expect(await one.shards.look("s")).toEqual({ ...nobody, awaited: false });
  });

  it("that is renewed goes on being listened to, and one that ends is not", async () => {
    const one = await open();
    const { holder, listening } = one.keys.shard("s");
    const lease = leaseOf(await one.shards.take("s", LONG_MS));
    await lease.listens();
    expect(await raw.pttl(listening)).toBeGreaterThan(0);
    // As when half a life has passed, for the lease and for what is said with it.
    for (const key of [holder, listening]) await raw.pexpire(key, LONG_MS / 2);
    expect(await lease.renew()).toBe(true);
    for (const key of [holder, listening]) {
      expect(await raw.pttl(key)).toBeGreaterThan(LONG_MS / 2);
    }
    expect((await one.shards.look("s")).listens).toBe(true);
    await raw.pexpire(holder, 1);
    await until("it ends by itself", async () =>
      (await one.shards.look("s")).listens ? undefined : true,
    );
  });
});

describe("the replicas that share shards", () => {
  it("are those that say so, for as long as they do", async () => {
    const one = await open();
    const other = await open(one.prefix);
    expect(await one.crews.beat("c", LONG_MS)).toEqual({ replicas: 1, shards: undefined });
    expect((await other.crews.beat("c", LONG_MS)).replicas).toBe(2);
    expect((await one.crews.beat("c", LONG_MS)).replicas).toBe(2);
    expect(await one.crews.leave("c")).toBe(1);
    // A minute later the other one, which has said nothing more, is gone as well.
    const later = await open(one.prefix, LONG_MS);
    expect((await later.crews.beat("c", LONG_MS)).replicas).toBe(1);
  });

  it("agree on the highest number that any of them was told", async () => {
    const one = await open();
    const other = await open(one.prefix);
    expect(await one.crews.agree("c", 2, 60_000)).toBe(2);
    expect(await other.crews.agree("c", 1, 60_000)).toBe(2);
    expect(await other.crews.agree("c", 10, 60_000)).toBe(10);
    expect((await one.crews.beat("c", LONG_MS)).shards).toBe(10);
    // Another application is another matter.
    expect(await one.crews.agree("c2", 1, 60_000)).toBe(1);
  });

  it("ask anew once nobody has said a number for long", async () => {
    const one = await open();
    await one.crews.agree("c", 3, 100);
    await until("it is forgotten", async () =>
      (await one.crews.beat("c", LONG_MS)).shards === undefined ? true : undefined,
    );
    expect(await one.crews.agree("c", 1, 100)).toBe(1);
  });
});

describe("introductions", () => {
  it("of all replicas pass one at a time, five and a half seconds apart", async () => {
    const one = await open();
    const other = await open(one.prefix);
    const from = performance.now();
    const [mine, yours] = [await one.identifies.take("b"), await other.identifies.take("b")];
    // Redis counts whole milliseconds.
    const tookMs = performance.now() - from + 2;
    expect(mine).toBe(0);
    expect(yours).toBeGreaterThan(5_500 - tookMs);
    expect(yours).toBeLessThanOrEqual(5_500);
    // Another bucket is another matter.
    expect(await other.identifies.take("b2")).toBe(0);
    const later = await open(one.prefix, 5_500);
    expect(await later.identifies.take("b")).toBe(0);
  });

  it("that lead to no session come less and less often, and at once again after one", async () => {
    const { prefix } = await open();
    // Two tries are free; then the time between two doubles: 5.5 s, 5.5 s, 11 s, 22 s.
    let at = 0;
    for (const gap of [5_500, 5_500, 11_000, 22_000]) {
      const store = await open(prefix, at);
      expect(await store.identifies.take("b")).toBe(0);
      const early = await open(prefix, at + gap - 5_000);
      const leftMs = await early.identifies.take("b");
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(5_000);
      at += gap;
    }
    const store = await open(prefix, at);
    expect(await store.identifies.take("b")).toBe(0);
    await store.identifies.settle("b");
    const after = await open(prefix, at + 44_000);
    expect(await after.identifies.take("b")).toBe(0);
    const soon = await open(prefix, at + 44_000 + 5_500);
    expect(await soon.identifies.take("b")).toBe(0);
  });
});

describe("cursors of threads", () => {
  it("only go forward, as numbers do, and only where they are kept", async () => {
    const { threadCursors: cursors } = await open();
    await cursors.begin("discord", "t1", "999");
    await cursors.begin("discord", "t1", "5");
    await cursors.advance("discord", "t1", "1000");
    await cursors.advance("discord", "t1", "998");
    await cursors.advance("discord", "t2", "1");
    expect([...(await cursors.all("discord"))]).toEqual([["t1", "1000"]]);
    expect((await cursors.all("slack")).size).toBe(0);
    await cursors.drop("discord", "t1");
    expect((await cursors.all("discord")).size).toBe(0);
  });
});
