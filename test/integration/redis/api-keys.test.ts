import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import { digestOfSecret, formatApiKey, mintApiKey } from "../../../src/identity/api-key.ts";
import { createAuthenticator } from "../../../src/identity/authenticate.ts";
import { parseRoster } from "../../../src/identity/roster.ts";
import { startRedis } from "../../support/redis.ts";
import { ownRedis } from "./own-redis.ts";
import { openStore } from "./stores.ts";

const own = ownRedis();

function newKey(more: { tenant?: string; scopes?: readonly string[]; label?: string } = {}) {
  const { id, secret } = mintApiKey();
  return {
    header: `Bearer ${formatApiKey({ id, secret })}`,
    secret,
    stored: { id, digest: digestOfSecret(secret), tenant: "acme", principal: "ada", ...more },
  };
}

describe("An API key", () => {
  it("is found as it was made, with the server's time, and without its secret", async () => {
    const store = await openStore(own.server);
    const { stored, secret } = newKey({ scopes: ["interrupts:read"], label: "CI, “finance” {x}" });
    const before = Number((await own.redis.time())[0]) * 1000;
    const made = await store.apiKeys.create(stored);
    const after = (Number((await own.redis.time())[0]) + 1) * 1000;
    expect(made).toEqual({ ...stored, createdAt: made.createdAt });
    expect(made.createdAt).toBeGreaterThanOrEqual(before);
    expect(made.createdAt).toBeLessThanOrEqual(after);
    expect(await store.apiKeys.find(stored.id)).toEqual(made);
    for (const key of await own.redis.keys(`*${store.prefix}*`)) {
      expect(key).not.toContain(secret);
      const kept = (await own.redis.type(key)) === "hash" ? await own.redis.hgetall(key) : {};
      expect(JSON.stringify(kept)).not.toContain(secret);
    }
    store.close();
  });

  it("counts by the server's clock, stepped here by an hour", async () => {
    const store = await openStore(own.server);
    const later = await openStore(own.server, store.prefix, 3_600_000);
    const { stored } = newKey();
    const { createdAt } = await store.apiKeys.create(stored);
    const revoked = await later.apiKeys.revoke(stored.id);
    expect(Math.floor(((revoked?.revokedAt ?? 0) - createdAt) / 60_000)).toBe(60);
    store.close();
    later.close();
  });

  it("has no scopes and no label where none were said, which is not the same as an empty list", async () => {
    const store = await openStore(own.server);
    const [open, none] = [newKey(), newKey({ scopes: [] })];
    await store.apiKeys.create(open.stored);
    await store.apiKeys.create(none.stored);
    expect((await store.apiKeys.find(open.stored.id))?.scopes).toBeUndefined();
    expect((await store.apiKeys.find(none.stored.id))?.scopes).toEqual([]);
    store.close();
  });

  it("is never written over by another of the same id", async () => {
    const store = await openStore(own.server);
    const { stored } = newKey();
    const made = await store.apiKeys.create(stored);
    await expect(
      store.apiKeys.create({ ...stored, digest: digestOfSecret("x"), principal: "eve" }),
    ).rejects.toThrow("is there already");
    expect(await store.apiKeys.find(stored.id)).toEqual(made);
    store.close();
  });

  it("is revoked for good: the first time stands, whoever says it again", async () => {
    const store = await openStore(own.server);
    const later = await openStore(own.server, store.prefix, 3_600_000);
    const { stored } = newKey();
    await store.apiKeys.create(stored);
    const revoked = await store.apiKeys.revoke(stored.id);
    expect(revoked?.revokedAt).toBeGreaterThan(0);
    expect(await later.apiKeys.revoke(stored.id)).toEqual(revoked);
    expect(await store.apiKeys.find(stored.id)).toEqual(revoked);
    store.close();
    later.close();
  });

  it("that is not there is neither found nor revoked, and nothing is written of it", async () => {
    const store = await openStore(own.server);
    const { stored } = newKey();
    expect(await store.apiKeys.find(stored.id)).toBeUndefined();
    expect(await store.apiKeys.revoke(stored.id)).toBeUndefined();
    expect(await own.redis.exists(store.keys.apiKey(stored.id))).toBe(0);
    store.close();
  });
});

describe("The list of API keys", () => {
  it("has those of one tenant or of all, revoked ones too, oldest first", async () => {
    const store = await openStore(own.server);
    expect(await store.apiKeys.list()).toEqual([]);
    const made = [];
    for (const [index, tenant] of ["acme", "other", "acme"].entries()) {
      // Each a second after the one before, by a stepped clock.
      const stepped = await openStore(own.server, store.prefix, index * 1000);
      made.push(await stepped.apiKeys.create(newKey({ tenant }).stored));
      stepped.close();
    }
    const [first, second, third] = made;
    const ended = await store.apiKeys.revoke(first?.id ?? "");
    expect(await store.apiKeys.list()).toEqual([ended, second, third]);
    expect(await store.apiKeys.list("acme")).toEqual([ended, third]);
    expect(await store.apiKeys.list("acm")).toEqual([]);
    store.close();
  });

  it("is one of each prefix", async () => {
    const [one, two] = [await openStore(own.server), await openStore(own.server)];
    const { stored } = newKey();
    await one.apiKeys.create(stored);
    expect(await two.apiKeys.list()).toEqual([]);
    expect(await two.apiKeys.find(stored.id)).toBeUndefined();
    one.close();
    two.close();
  });
});

describe("A caller with an API key", () => {
  const parsed = parseRoster(`
principals: [{ id: ada, name: Ada, tenants: [acme], accounts: [] }]
tenants: [{ id: acme }]
`);
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  const { roster } = parsed;

  it("is let in until the key is revoked, by any replica", async () => {
    const store = await openStore(own.server);
    const other = await openStore(own.server, store.prefix);
    const { stored, header } = newKey();
    const authenticate = createAuthenticator({ apiKeys: store.apiKeys, roster });
    expect(await authenticate(header)).toBeUndefined();
    await other.apiKeys.create(stored);
    expect(await authenticate(header)).toMatchObject({ tenant: "acme", principal: { id: "ada" } });
    await other.apiKeys.revoke(stored.id);
    expect(await authenticate(header)).toBeUndefined();
    store.close();
    other.close();
  });

  it("is neither let in nor refused while Redis is away", async () => {
    const dying = await startRedis();
    const store = await openStore(dying, `test-${randomBytes(6).toString("hex")}`);
    const { stored, header } = newKey();
    await store.apiKeys.create(stored);
    await dying.kill();
    const authenticate = createAuthenticator({ apiKeys: store.apiKeys, roster });
    const failed = await authenticate(header).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Fault);
    expect(failed).toMatchObject({ code: "store-unavailable" });
    store.close();
    await dying.stop();
  });
});
