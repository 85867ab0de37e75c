import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Log } from "../../../src/core/log.ts";
import { projectId } from "../../../src/core/segment.ts";
import { createFormFlow } from "../../../src/flows/forms.ts";
import { createPressFlow } from "../../../src/flows/presses.ts";
import { createReadingFlow } from "../../../src/flows/reading.ts";
import { createResolvingFlow } from "../../../src/flows/resolving.ts";
import { createApp } from "../../../src/http/app.ts";
import { createDirectory, createSlackPeople } from "../../../src/identity/directory.ts";
import { createFreshReadings } from "../../../src/identity/fresh-readings.ts";
import { createPeople } from "../../../src/identity/people.ts";
import { parseRoster } from "../../../src/identity/roster.ts";
import { isWords } from "../../../src/presentation/platform.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { until } from "../../support/until.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { approval, newInterrupt, openStore, pressOn } from "../redis/stores.ts";
import { listener } from "./people.ts";
import { nameOf } from "../../support/names.ts";

/** Deciding by a group that a platform keeps: the real flows over a real Redis, and a platform that fails. */

const own = ownRedis();

const ROSTER = JSON.stringify({
  principals: [
    {
      id: "ada",
      name: "Ada",
      tenants: ["acme"],
      accounts: ["slack:T0ACME/U0ADA"],
      scopes: ["approvals:respond", "interrupts:read"],
    },
    { id: "grace", name: "Grace", tenants: ["acme"], accounts: ["slack:T0ACME/U0GRACE"] },
  ],
  tenants: [{ id: "acme", slack: { workspace: "T0ACME", channels: ["C0FINANCE"] } }],
  groups: { treasury: "slack:T0ACME/S0TREASURY" },
  membershipMaxAgeMs: 0,
});

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

class Platform {
  members: readonly string[] = ["U0ADA"];
  fault: Fault | undefined;
}

const MINUTE = 60_000;
const limited = (retryAfterMs: number) =>
  new Fault("platform-unavailable", "rate limited", { retryable: true, retryAfterMs });

function standOver(store: Store, platform: Platform) {
  const parsed = parseRoster(ROSTER);
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  const { roster } = parsed;
  const later = { ms: 0 };
  const clock = () => store.clock.now() + later.ms;
  const fresh = createFreshReadings({ readings: store.readings, maxAgeMs: 0, clock });
  const lookUps = {
    slack: {
      membersOfGroup: async () => {
        if (platform.fault !== undefined) throw platform.fault;
        return platform.members;
      },
      person: async () => ({ fullMember: true }),
    },
  };
  const people = createPeople({
    roster,
    directory: createDirectory({ roster, fresh, lookUps, log: quiet }),
    slackPerson: createSlackPeople({ fresh, lookUps, log: quiet }),
    clock,
  });
  const { identify } = people;
  const { interrupts, copies, presses: kept } = store;
  const changed = () => undefined;
  const shape = "v2.1" as const;
  const common = { interrupts, identify, nameOf, clock, log: quiet };
  const presses = createPressFlow({
    ...common,
    shape,
    presses: kept,
    left: kept,
    changed,
    redraw: changed,
  });
  return {
    later,
    roster,
    presses,
    forms: createFormFlow({ ...common, take: async (press, ms) => presses.take(press, ms) }),
    reading: createReadingFlow({ ...common, copies, tenantsOf: () => ["acme"] }),
    resolving: createResolvingFlow({
      ...store,
      shape,
      changed,
      principalById: people.byId,
      complete: people.complete,
      partitionOf,
      time: store.clock.read,
    }),
  };
}

async function opened(store: Store, more: Partial<Interrupt> = {}): Promise<Interrupt> {
  const payload = approval({ approversList: [], approverGroupRefs: ["treasury"] });
  const open = newInterrupt({ payload, ...more });
  await store.interrupts.commit({ from: 0, next: open });
  return open;
}

const load = async (store: Store, { partition, ref }: Interrupt) =>
  store.interrupts.load(partition, ref);

async function pressed(stand: ReturnType<typeof standOver>, open: Interrupt, id: string) {
  const taken = await stand.presses.take(pressOn(open, id), 5000);
  if (taken.state !== "recorded") throw new Error(taken.state);
  return taken.result;
}

describe("A press of somebody in a group that a platform keeps", () => {
  it("counts, and the time at which the group was read is kept with the vote", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const before = store.clock.now();
    expect(await pressed(standOver(store, new Platform()), open, "m1")).toEqual({ ok: true });
    const [vote] = (await load(store, open))?.votes ?? [];
    expect(vote?.eligibility.reference).toBe("group:treasury");
    expect(vote?.eligibility.readAt).toBeGreaterThanOrEqual(before);
    store.close();
  });

  it("counts no more from the moment on that the person has left it", async () => {
    const store = await openStore(own.server);
    const platform = new Platform();
    const stand = standOver(store, platform);
    await pressed(stand, await opened(store), "m2");
    platform.members = [];
    const open = await opened(store);
    expect(await pressed(stand, open, "m3")).toMatchObject({ ok: false });
    expect((await load(store, open))?.outcome).toBeUndefined();
    store.close();
  });

  it("stays recorded while the platform asks to wait, is told once, and counts afterwards", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const platform = new Platform();
    platform.fault = limited(MINUTE);
    const stand = standOver(store, platform);
    expect(await pressed(stand, open, "m4")).toMatchObject({
      words: [expect.stringContaining("Recorded")],
    });
    const { heard, tell } = listener();
    await stand.presses.recover(open.partition, tell);
    expect(heard).toEqual([]);
    expect(await store.presses.oldest(open.partition)).toBeDefined();

    platform.fault = undefined;
    stand.later.ms = MINUTE;
    await until("the press is handled", async () => {
      await stand.presses.recover(open.partition, tell);
      return heard.length > 0 ? true : undefined;
    });
    expect(heard).toEqual(["ok"]);
    expect((await load(store, open))?.outcome).toMatchObject({ kind: "decided" });
    store.close();
  });

  it("is refused after five minutes of that, and forgotten", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const platform = new Platform();
    platform.fault = limited(10 * MINUTE);
    const stand = standOver(store, platform);
    await pressed(stand, open, "m5");
    stand.later.ms = 5 * MINUTE + 1;
    const { heard, tell } = listener();
    await until("the press is refused", async () => {
      await stand.presses.recover(open.partition, tell);
      return heard.length > 0 ? true : undefined;
    });
    expect(heard).toEqual([expect.stringContaining("could not be looked up")]);
    expect(await store.presses.oldest(open.partition)).toBeUndefined();
    expect((await load(store, open))?.outcome).toBeUndefined();
    store.close();
  });
});

describe("What people see while a group cannot be looked up", () => {
  const asked = { account: "slack:T0ACME/U0ADA", workspace: "T0ACME" };

  it("is a form all the same, since the decision checks again", async () => {
    const store = await openStore(own.server);
    const payload = approval({
      approversList: [],
      approverGroupRefs: ["treasury"],
      actions: ["refine"],
    });
    const open = await opened(store, { payload });
    const platform = new Platform();
    const stand = standOver(store, platform);
    const { reference } = pressOn(open, "m6");
    const request = { ...asked, reference, purpose: "refine", withinMs: 5000 } as const;
    platform.fault = limited(MINUTE);
    expect(await stand.reading.open("slack", request)).toMatchObject({ ok: true });
    // Who is known not to belong does not type for nothing.
    platform.fault = undefined;
    platform.members = [];
    stand.later.ms = MINUTE;
    expect(await stand.reading.open("slack", request)).toMatchObject({ ok: false });
    store.close();
  });

  it("is no list, which would look as if nothing waited", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const platform = new Platform();
    const stand = standOver(store, platform);
    const mine = async () => stand.reading.pending("slack", { ...asked, list: "mine", page: 0 });
    const found = await mine();
    expect(isWords(found) ? found : found.lines.map(({ title }) => title)).toEqual([
      "Settle invoice INV-42",
    ]);
    platform.fault = limited(MINUTE);
    expect(isWords(await mine())).toBe(true);
    // Everything may be read by scope, whoever decides it.
    const all = await stand.reading.pending("slack", { ...asked, list: "all", page: 0 });
    expect(all).toMatchObject({ heading: "1 thing waits" });
    const grace = { ...asked, account: "slack:T0ACME/U0GRACE" };
    const refused = await stand.reading.pending("slack", { ...grace, list: "all", page: 0 });
    expect(isWords(refused) && plainWords(refused)).toContain("interrupts:read");
    expect((await load(store, open))?.outcome).toBeUndefined();
    store.close();
  });
});

describe("What somebody hears whom the roster lacks", () => {
  const eve = { account: "slack:T0ACME/U0EVE", workspace: "T0ACME" };

  it.each(["mine", "all"] as const)("who asks for a list (%s) is about the list", async (list) => {
    const store = await openStore(own.server);
    const { reading } = standOver(store, new Platform());
    const found = await reading.pending("slack", { ...eve, list, page: 0 });
    expect(isWords(found) && plainWords(found)).toBe(
      "This account is not linked to anyone on the roster, so what waits cannot be listed for you. An operator can add you to the roster as slack:T0ACME/U0EVE.",
    );
    store.close();
  });

  it.each([
    ["show-all", /^This account .* on the roster, so no more of this request can be shown to you/],
    ["card", /^This account .* on the roster, so no more of this request can be shown to you/],
    ["refine", /^This account is not linked to anyone who may decide\. Nothing changed\./],
  ] as const)("who opens %s fits what was opened", async (purpose, words) => {
    const store = await openStore(own.server);
    const { reference } = pressOn(await opened(store), "m7");
    const { reading } = standOver(store, new Platform());
    const seen = await reading.open("slack", { ...eve, reference, purpose, withinMs: 5_000 });
    expect(!seen.ok && plainWords(seen.words)).toMatch(words);
    store.close();
  });
});

describe("The HTTP doors while a group cannot be looked up", () => {
  it("answer 503, and when to try again", async () => {
    const store = await openStore(own.server);
    const open = await opened(store);
    const platform = new Platform();
    const { resolving, roster } = standOver(store, platform);
    const principal = roster.principalById("acme", "ada");
    if (principal === undefined) throw new Error("ada is in the roster");
    const app = createApp({
      doors: { ...resolving, authenticate: async () => ({ principal, tenant: "acme" }) },
      rate: { take: async () => undefined },
      addressOf: () => "127.0.0.1",
      health: { isReady: () => true, dependencies: async () => [] },
      log: quiet,
    });
    const path = `/runs/${projectId(open.runId)}/interrupts/${open.nodeId}`;
    const body = JSON.stringify({ resumeValue: { action: "accept" } });
    const headers = { "content-type": "application/json", authorization: "Bearer x" };
    const post = async () => app.request(path, { method: "POST", headers, body });
    platform.fault = limited(42_000);
    const away = await post();
    expect([away.status, Number(away.headers.get("retry-after"))]).toEqual([503, 42]);
    expect(await away.text()).toContain("Who may decide cannot be looked up now");
    expect((await load(store, open))?.outcome).toBeUndefined();
    store.close();
  });
});
