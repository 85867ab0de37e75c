import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShardLease, ShardTry } from "../../../src/core/connections.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";
import { openStore } from "./stores.ts";

let redis: RedisServer;
const opened: { close: () => void }[] = [];
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
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

describe("the lease of a shard", () => {
  it("is one replica's, for as long as it is renewed, and free as soon as it is released", async () => {
    const one = await open();
    const other = await open(one.prefix);
    const lease = leaseOf(await one.shards.take("s", 3_000));
    const tried = await other.shards.take("s", 3_000);
    expect(tried).toMatchObject({ lease: undefined });
    expect("leftMs" in tried && tried.leftMs > 0 && tried.leftMs <= 3_000).toBe(true);
    expect(await lease.renew()).toBe(true);
    await lease.release();
    const next = leaseOf(await other.shards.take("s", 3_000));
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
    const lease = leaseOf(await one.shards.take("s", 3_000));
    // Nobody stands by: nothing changes.
    expect(await lease.passOn(3_000)).toBe(false);
    expect(await lease.renew()).toBe(true);

    await other.shards.take("s", 3_000);
    expect(await lease.passOn(3_000)).toBe(true);
    expect(await lease.isFollowed()).toBe(false);
    const next = leaseOf(await other.shards.take("s", 3_000));
    expect(await lease.isFollowed()).toBe(false);
    await next.follow();
    expect(await lease.isFollowed()).toBe(true);
    // The one that took it stands by no longer.
    expect(await next.passOn(3_000)).toBe(false);
  });
});

describe("introductions", () => {
  it("of all replicas pass one at a time, five and a half seconds apart", async () => {
    const one = await open();
    const other = await open(one.prefix);
    const [mine, yours] = [await one.identifies.take("b"), await other.identifies.take("b")];
    expect(mine).toBe(0);
    expect(yours).toBeGreaterThan(5_000);
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
      const early = await open(prefix, at + gap - 1_000);
      const leftMs = await early.identifies.take("b");
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(1_000);
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
