import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import { createDirectory, forgetMembership } from "../../../src/identity/directory.ts";
import { createFreshReadings } from "../../../src/identity/fresh-readings.ts";
import { parseRoster } from "../../../src/identity/roster.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { openStore } from "../redis/stores.ts";

/** Memberships over a real Redis: how fresh they are, and who reads them. */

const own = ownRedis();

const GUILD = "300000000000000001";
const ROLE = "500000000000000001";
const TREASURY = { type: "group", name: "treasury" } as const;
const MANAGER = { type: "role", name: "manager" } as const;
const ADA = "slack:T0ACME/U0ADA";
const GRACE = "slack:T0ACME/U0GRACE";
const DISCORD_ADA = "discord:200000000000000001";

function rosterOf() {
  const parsed = parseRoster(
    JSON.stringify({
      principals: [{ id: "ada", name: "Ada", tenants: ["acme"], accounts: [ADA] }],
      tenants: [
        {
          id: "acme",
          slack: { workspace: "T0ACME", channels: ["C0FINANCE"] },
          discord: { guild: GUILD, channels: ["400000000000000001"] },
        },
      ],
      groups: { treasury: "slack:T0ACME/S0TREASURY", gone: "slack:T0ACME/S0GONE" },
      roles: { manager: `discord:${GUILD}/${ROLE}` },
    }),
  );
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.roster;
}

/** A platform that counts how often it is asked, and a clock that tests move. */
class Platform {
  now = 1_000_000;
  asked = 0;
  members: readonly string[] = ["U0ADA"];
  fault: Fault | undefined;
  /** Answers only once this has ended. */
  until: Promise<unknown> = Promise.resolve();

  readonly membersOfGroup = async (): Promise<readonly string[]> => {
    this.asked += 1;
    const { members, fault } = this;
    await this.until;
    if (fault !== undefined) throw fault;
    return members;
  };
}

function directoryOver({ readings }: Store, platform: Platform, maxAgeMs = 60_000) {
  const clock = () => platform.now;
  const fresh = createFreshReadings({ readings, maxAgeMs, clock });
  const roles = new Map([["200000000000000001", [ROLE]]]);
  const directory = createDirectory({
    roster: rosterOf(),
    fresh,
    lookUps: {
      slack: {
        membersOfGroup: platform.membersOfGroup,
        person: () => Promise.resolve({ fullMember: true }),
      },
      discord: { rolesOf: (_guild, user) => Promise.resolve(roles.get(user) ?? []) },
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  return { directory, fresh, roles };
}

const late = (retryAfterMs?: number) =>
  new Fault("platform-unavailable", "rate limited", {
    retryable: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

describe("A membership", () => {
  it("is read once for as long as it may be old, whoever asks, and kept with its time", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    const one = directoryOver(store, platform).directory;
    const another = directoryOver(store, platform).directory;
    const first = await one.membersOf(TREASURY, [ADA, GRACE]);
    expect(first).toEqual({ accounts: [ADA], readAt: 1_000_000 });
    platform.now += 60_000;
    expect(await another.membersOf(TREASURY, [GRACE])).toEqual({ accounts: [], readAt: 1_000_000 });
    expect(platform.asked).toBe(1);
    // A millisecond too old.
    platform.now += 1;
    platform.members = ["U0GRACE"];
    expect(await another.membersOf(TREASURY, [GRACE])).toEqual({
      accounts: [GRACE],
      readAt: 1_060_001,
    });
    expect(platform.asked).toBe(2);
    store.close();
  });

  it("is read for every decision where nothing may be old", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    const { directory } = directoryOver(store, platform, 0);
    for (const asked of [1, 2, 3]) {
      platform.now += 1;
      await directory.membersOf(TREASURY, [ADA]);
      expect(platform.asked).toBe(asked);
    }
    store.close();
  });

  it("is read by one at a time, across replicas", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    let answer: (value?: unknown) => void = () => undefined;
    platform.until = new Promise((resolve) => {
      answer = resolve;
    });
    const replicas = [1, 2, 3].map(() => directoryOver(store, platform).directory);
    const answers = replicas.map(async (each) => each.membersOf(TREASURY, [ADA]));
    await expect.poll(() => platform.asked).toBe(1);
    answer();
    for (const each of await Promise.all(answers)) expect(each?.accounts).toEqual([ADA]);
    expect(platform.asked).toBe(1);
    store.close();
  });

  it("is read although whoever held the right to read it died", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    // Held by nobody who would ever release it; it ends by itself.
    await store.readings.take("slack-group:T0ACME/S0TREASURY", 100);
    const { directory } = directoryOver(store, platform);
    expect((await directory.membersOf(TREASURY, [ADA]))?.accounts).toEqual([ADA]);
    store.close();
  });

  it("is forgotten when it has changed", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    const { directory, fresh } = directoryOver(store, platform);
    await directory.membersOf(TREASURY, [ADA]);
    platform.members = [];
    await forgetMembership(fresh, { workspace: "T0ACME", of: "group", id: "S0TREASURY" });
    expect((await directory.membersOf(TREASURY, [ADA]))?.accounts).toEqual([]);
    store.close();
  });

  it("that changed while a replica was reading it is read again, and what it read first is kept by nobody", async () => {
    const store = await openStore(own.server);
    const other = await openStore(own.server, store.prefix);
    const platform = new Platform();
    let answer: (value?: unknown) => void = () => undefined;
    platform.until = new Promise((resolve) => {
      answer = resolve;
    });
    const one = directoryOver(store, platform).directory;
    const { directory: another, fresh } = directoryOver(other, platform);
    const asking = one.membersOf(TREASURY, [ADA, GRACE]);
    await expect.poll(() => platform.asked).toBe(1);
    // It has seen Ada in the group by now, and its answer is on the way.
    platform.members = ["U0GRACE"];
    await forgetMembership(fresh, { workspace: "T0ACME", of: "group", id: "S0TREASURY" });
    answer();
    expect((await asking)?.accounts).toEqual([GRACE]);
    expect((await another.membersOf(TREASURY, [ADA, GRACE]))?.accounts).toEqual([GRACE]);
    // The first, and the one after the change, which both replicas share.
    expect(platform.asked).toBe(2);
    store.close();
    other.close();
  });

  it("that changes whenever it is read is not known now, after a few seconds of trying", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    const { fresh } = directoryOver(store, platform);
    const asking = fresh.read("slack-group:T0ACME/S0BUSY", async () => {
      platform.asked += 1;
      // Slow, though not too slow: three seconds are what a look-up may take.
      platform.now += 2_500;
      await fresh.forget("slack-group:T0ACME/S0BUSY");
      return ["U0ADA"];
    });
    await expect(asking).rejects.toMatchObject({ code: "directory-unavailable", retryable: true });
    // Begun at 0 and 2.5 s; at 5 s whoever presses has waited long enough.
    expect(platform.asked).toBe(2);
    store.close();
  });

  it("that was read before a change does not replace what another replica has read since", async () => {
    const store = await openStore(own.server);
    const other = await openStore(own.server, store.prefix);
    const { readings } = other;
    const name = "slack-group:T0ACME/S0LATE";
    const { mark: before } = await readings.load(name);
    await store.readings.forget(name, 60_000);
    const { mark } = await store.readings.load(name);
    const fresh = { values: ["U0GRACE"], readAt: 2 };
    expect(await store.readings.save(name, fresh, { keepMs: 60_000, mark })).toBe(true);
    const old = { values: ["U0ADA"], readAt: 1 };
    expect(await readings.save(name, old, { keepMs: 60_000, mark: before })).toBe(false);
    expect((await readings.load(name)).reading).toEqual(fresh);
    store.close();
    other.close();
  });

  it("on Discord is forgotten when somebody's roles have changed", async () => {
    const store = await openStore(own.server);
    const { directory, fresh, roles } = directoryOver(store, new Platform());
    const asking = async () => (await directory.membersOf(MANAGER, [DISCORD_ADA]))?.accounts;
    expect(await asking()).toEqual([DISCORD_ADA]);
    roles.clear();
    // Of somebody else: what is kept of her stays.
    await forgetMembership(fresh, { workspace: GUILD, of: "member", id: "200000000000000002" });
    expect(await asking()).toEqual([DISCORD_ADA]);
    await forgetMembership(fresh, { workspace: GUILD, of: "member", id: "200000000000000001" });
    expect(await asking()).toEqual([]);
    store.close();
  });

  it("in a role that was deleted is nobody's at once, whatever was read before", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    const { directory, fresh } = directoryOver(store, platform);
    const another = directoryOver(store, platform).directory;
    expect((await directory.membersOf(MANAGER, [DISCORD_ADA]))?.accounts).toEqual([DISCORD_ADA]);
    await forgetMembership(fresh, { workspace: GUILD, of: "role", id: "500000000000000002" });
    expect((await another.membersOf(MANAGER, [DISCORD_ADA]))?.accounts).toEqual([DISCORD_ADA]);
    platform.now += 5;
    await forgetMembership(fresh, { workspace: GUILD, of: "role", id: ROLE });
    expect(await another.membersOf(MANAGER, [DISCORD_ADA])).toEqual({
      accounts: [],
      readAt: 1_000_005,
    });
    store.close();
  });

  it("that cannot be looked up now is a fault, not a no, and is not asked for until it may be", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    const { directory } = directoryOver(store, platform);
    platform.fault = late(30_000);
    const asking = async () => directory.membersOf(TREASURY, [ADA]);
    const wanted = { code: "directory-unavailable", retryable: true, retryAfterMs: 30_000 };
    await expect(asking()).rejects.toMatchObject(wanted);
    platform.now += 10_000;
    // 30 s were said, of which 10 have gone.
    await expect(asking()).rejects.toMatchObject({ ...wanted, retryAfterMs: 20_000 });
    expect(platform.asked).toBe(1);
    platform.now += 20_000;
    platform.fault = undefined;
    expect((await asking())?.accounts).toEqual([ADA]);
    store.close();
  });

  it("waits longer after each failure that names no time", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    platform.fault = late();
    const { directory } = directoryOver(store, platform);
    for (const retryAfterMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await expect(directory.membersOf(TREASURY, [ADA])).rejects.toMatchObject({ retryAfterMs });
      platform.now += retryAfterMs;
    }
    store.close();
  });

  it("that can never be looked up is nobody's", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    platform.fault = new Fault("platform-refused", "no_such_subteam", { retryable: false });
    const { directory } = directoryOver(store, platform);
    expect((await directory.membersOf({ type: "group", name: "gone" }, [ADA]))?.accounts).toEqual(
      [],
    );
    expect(await directory.membersOf({ type: "group", name: "unmapped" }, [ADA])).toBeUndefined();
    store.close();
  });

  it("of a Discord role is read person by person", async () => {
    const store = await openStore(own.server);
    const { directory } = directoryOver(store, new Platform());
    const others = [ADA, "discord:200000000000000002", DISCORD_ADA];
    expect((await directory.membersOf(MANAGER, others))?.accounts).toEqual([DISCORD_ADA]);
    // Whoever has no account there is not asked about, and does not belong.
    expect((await directory.membersOf(MANAGER, [ADA]))?.accounts).toEqual([]);
    store.close();
  });
});
