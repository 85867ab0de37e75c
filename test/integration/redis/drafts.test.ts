import { describe, expect, it } from "vitest";
import type { DraftName } from "../../../src/core/ports/drafts.ts";
import { startRedis } from "../../support/redis.ts";
import { ownRedis } from "./own-redis.ts";
import { openStore } from "./stores.ts";

const own = ownRedis();

const DRAFT: DraftName = {
  reference: { partition: 7, ref: "AbCdEfGhIjKlMnOpQrStUv", shown: "0123456789ab" },
  purpose: "answer",
  account: "discord:200000000000000001",
  form: "4f2a91c0",
};

describe("A draft", () => {
  it("gathers the inputs of several pages, the later word of an input counting", async () => {
    const store = await openStore(own.server);
    expect(await store.drafts.load(DRAFT)).toEqual({});
    const typed = " 👩‍👩‍👧‍👦 \r\n\u0000 ";
    await store.drafts.save(DRAFT, { f0: "first", "f1.0": typed, f2: [] });
    await store.drafts.save(DRAFT, { f0: "", f3: ["o1", "o2"] });
    expect(await store.drafts.load(DRAFT)).toEqual({
      f0: "",
      "f1.0": typed,
      f2: [],
      f3: ["o1", "o2"],
    });
    store.close();
  });

  it("is one person's, of one form, for one purpose, of one request as it was shown", async () => {
    const store = await openStore(own.server);
    await store.drafts.save(DRAFT, { f0: "mine" });
    const { reference } = DRAFT;
    for (const other of [
      { ...DRAFT, account: "discord:200000000000000003" },
      { ...DRAFT, form: "00000000" },
      { ...DRAFT, purpose: "ask" },
      { ...DRAFT, reference: { ...reference, shown: "ba9876543210" } },
      { ...DRAFT, reference: { ...reference, ref: "ZbCdEfGhIjKlMnOpQrStUv" } },
      { ...DRAFT, reference: { ...reference, partition: 8 } },
    ]) {
      expect(await store.drafts.load(other)).toEqual({});
    }
    store.close();
  });

  it("goes when it is dropped, and by itself after six hours", async () => {
    const store = await openStore(own.server);
    await store.drafts.save(DRAFT, { f0: "mine" });
    const [key = ""] = await own.redis.keys(`*${store.prefix}:draft:*`);
    const life = await own.redis.pttl(key);
    // 6 h are 21,600,000 ms; a minute for the test itself.
    expect(life).toBeGreaterThan(21_540_000);
    expect(life).toBeLessThanOrEqual(21_600_000);
    // Whose it is cannot be read from its name.
    expect(key).not.toContain("200000000000000001");
    await store.drafts.drop(DRAFT);
    expect(await store.drafts.load(DRAFT)).toEqual({});
    expect(await own.redis.exists(key)).toBe(0);
    store.close();
  });

  it("of another version is read as far as it can be", async () => {
    const store = await openStore(own.server);
    await store.drafts.save(DRAFT, { f0: "mine" });
    const [key = ""] = await own.redis.keys(`*${store.prefix}:draft:*`);
    await own.redis.hset(key, { f1: "{", f2: "7", f3: "[1]", f4: '["a"]' });
    expect(await store.drafts.load(DRAFT)).toEqual({ f0: "mine", f4: ["a"] });
    store.close();
  });

  it("is a fault of the store while that is away, not an empty draft", async () => {
    const dying = await startRedis();
    const store = await openStore(dying);
    await dying.kill();
    await expect(store.drafts.load(DRAFT)).rejects.toMatchObject({ code: "store-unavailable" });
    await expect(store.drafts.save(DRAFT, { f0: "x" })).rejects.toMatchObject({
      code: "store-unavailable",
    });
    store.close();
    await dying.stop();
  });
});
