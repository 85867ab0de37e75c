import { describe, expect, it } from "vitest";
import { NO_ANSWERS } from "../../../src/core/interview.ts";
import { ownRedis } from "./own-redis.ts";
import { newInterrupt, openStore } from "./stores.ts";

const own = ownRedis();

const FIRST = { ...NO_ANSWERS, step: 1 };

describe("An answer in a thread", () => {
  it("lives as long as the record, whether it comes before or after the end of the run", async () => {
    const store = await openStore(own.server);
    for (const order of ["answered first", "ended first"]) {
      const open = newInterrupt();
      const { partition, ref, destinations } = open;
      await store.interrupts.commit({ from: 0, next: open });
      const name = { partition, ref, address: destinations[0] ?? "" };
      const key = store.keys.interviews(partition, ref);
      const answer = async () => store.interviews.save(name, FIRST, undefined);
      if (order === "answered first") {
        expect(await answer()).toBe(true);
        // Nothing has a life while it may be open.
        expect(await own.redis.pttl(key)).toBe(-1);
      }
      await store.runs.expire(open);
      if (order === "ended first") expect(await answer()).toBe(true);

      const [kept, record] = [
        await own.redis.pttl(key),
        await own.redis.pttl(store.keys.interrupt(partition, ref)),
      ];
      expect(kept).toBeGreaterThan(0);
      // Asked one after the other, and the two lives began at one time.
      expect(Math.abs(kept - record)).toBeLessThan(10_000);
    }
    store.close();
  });

  it("is not kept where the record is gone", async () => {
    const store = await openStore(own.server);
    const { partition, ref } = newInterrupt();
    const name = { partition, ref, address: "discord:7/8" };
    expect(await store.interviews.save(name, FIRST, undefined)).toBe(false);
    expect(await own.redis.keys(`*${store.prefix}*${ref}*`)).toEqual([]);
    expect(await own.redis.exists(store.keys.copiesDue(partition))).toBe(0);
    store.close();
  });
});
