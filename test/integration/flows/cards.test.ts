import { describe, expect, it } from "vitest";
import { Fault, type FaultCode } from "../../../src/core/fault.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import { createCardFlow } from "../../../src/flows/cards.ts";
import type { Log } from "../../../src/core/log.ts";
import type { Card } from "../../../src/presentation/card.ts";
import type { Cards } from "../../../src/presentation/platform.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { accepted, newInterrupt, openStore, pressOn } from "../redis/stores.ts";
import { nameOf } from "../../support/names.ts";

const own = ownRedis();

/** A channel that keeps what is shown in it, and does as told the next times it is asked. */
function channel() {
  const shown = new Map<string, Card>();
  const calls: string[] = [];
  const reminders: string[] = [];
  /** Channels that take nothing. */
  const shut = new Set<string>();
  const orders: ((done: () => unknown) => unknown)[] = [];
  const obey = async <T>(what: string, work: () => T): Promise<T> => {
    calls.push(what);
    const order = orders.shift();
    return (order === undefined ? work() : await order(work)) as T;
  };
  const cards: Cards = {
    post: ({ channel: to }, card, nonce) =>
      obey(`post ${nonce.length}`, () => {
        if (shut.has(to)) throw new Fault("no-access", "shut", { retryable: false });
        const id = `m${shown.size + 1}`;
        shown.set(id, card);
        return { id };
      }),
    find: (_address, card) =>
      obey("find", () => {
        const found = [...shown].find(([, { reference }]) => reference === card.reference);
        return found === undefined ? undefined : { id: found[0] };
      }),
    remind: ({ user, channel: to }, { id }, { users }) =>
      obey(`remind ${users.join()} at ${id}`, () => {
        reminders.push(`${user ?? to}: ${users.join()}`);
      }),
    edit: (_address, { id }, card, reply) =>
      obey(reply === undefined ? "edit" : "edit by reply", () => {
        shown.set(id, card);
      }),
  };
  return { cards, shown, calls, orders, reminders, shut };
}

const refuse = (code: FaultCode, retryAfterMs?: number) => () =>
  Promise.reject(
    new Fault(code, code, {
      retryable: code === "platform-unavailable" || code === "platform-silent",
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }),
  );
/** It is done, and the answer is lost. */
const doneInSilence = (done: () => unknown) => {
  done();
  return refuse("platform-silent")();
};

async function stage(more: Partial<Interrupt> = {}) {
  const logged: string[] = [];
  const keep: Log["warn"] = (_fields, message) => void logged.push(message);
  const store = await openStore(own.server);
  const open = newInterrupt(more);
  await store.interrupts.commit({ from: 0, next: open });
  const place = channel();
  const flow = (of: Store = store) =>
    createCardFlow({
      ...of,
      shape: "v2.1",
      usualFor: () => [],
      cardsOf: (platform) => (platform === "slack" ? place.cards : undefined),
      toRemind: async (_interrupt, { user }, direct) => ({
        users:
          user === undefined
            ? ["U0ADA", "U0GRACE"].filter((each) => !direct.includes(each))
            : [user],
        roles: [],
      }),
      nameOf,
      clock: of.clock.now,
      log: { info: keep, warn: keep, error: keep },
    });
  const dueIn = async () => {
    const rows = await own.redis.zrange(
      store.keys.copiesDue(open.partition),
      0,
      "-1",
      "WITHSCORES",
    );
    return rows.length === 0 ? undefined : Number(rows[1]) - store.clock.now();
  };
  /** Sweeps as if it were later, so that what was put off is due. */
  const sweepLater = async (ms: number) => {
    const later = await openStore(own.server, store.prefix, ms);
    await flow(later).sweep(open.partition);
    later.close();
  };
  return { store, open, flow: flow(), ...place, logged, dueIn, sweepLater };
}

describe("A copy of a card", () => {
  it("is posted once and edited to the newest state, whatever was skipped", async () => {
    const { store, open, flow, calls, shown, dueIn } = await stage();
    await flow.sweep(open.partition);
    await flow.sweep(open.partition);
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    await flow.sweep(open.partition);
    expect(calls).toEqual(["post 22", "edit"]);
    expect([...shown.values()]).toMatchObject([{ state: "yes", buttons: [] }]);
    expect(await dueIn()).toBeUndefined();
    store.close();
  });

  it("hears the newest reminder once, and none after the end", async () => {
    const { store, open, flow, calls } = await stage();
    await flow.sweep(open.partition);
    const reminded = { ...open, version: 2, remindedAt: open.requestedAt + 1 };
    await store.interrupts.commit({ from: 1, next: reminded });
    await flow.sweep(open.partition);
    await flow.redraw(reminded);
    const voted = { ...reminded, version: 3, remindedAt: open.requestedAt + 2 };
    await store.interrupts.commit({ from: 2, next: voted });
    await store.interrupts.commit({ from: 3, next: { ...accepted(voted), version: 4 } });
    await flow.sweep(open.partition);
    expect(calls).toEqual(["post 22", "edit", "remind U0ADA,U0GRACE at m1", "edit", "edit"]);
    store.close();
  });

  it("whose reminder was lost is not reminded of it again: one too few is better than two", async () => {
    const { store, open, flow, calls, orders, logged, sweepLater } = await stage();
    await flow.sweep(open.partition);
    await store.interrupts.commit({
      from: 1,
      next: { ...open, version: 2, remindedAt: open.requestedAt + 1 },
    });
    orders.push((done) => done(), doneInSilence);
    await flow.sweep(open.partition);
    await sweepLater(600_000);
    expect(calls.filter((each) => each.startsWith("remind"))).toHaveLength(1);
    expect(logged).toEqual([expect.stringContaining("a reminder may be lost")]);
    store.close();
  });

  it("whose reminder was certainly not given is reminded of it later, once, and not before it may", async () => {
    const { store, open, flow, calls, orders, logged, dueIn, sweepLater } = await stage();
    await flow.sweep(open.partition);
    await store.interrupts.commit({
      from: 1,
      next: { ...open, version: 2, remindedAt: open.requestedAt + 1 },
    });
    orders.push((done) => done(), refuse("platform-unavailable", 30_000));
    await flow.sweep(open.partition);
    expect(await dueIn()).toBeGreaterThan(20_000);
    await sweepLater(60_000);
    await sweepLater(600_000);
    // The card was right already, and is not edited again.
    const remind = "remind U0ADA,U0GRACE at m1";
    expect(calls).toEqual(["post 22", "edit", remind, remind]);
    expect(logged).toEqual([]);
    expect(await dueIn()).toBeUndefined();
    store.close();
  });

  it("whose reminder is refused for good is not reminded of it again, and an operator hears why", async () => {
    const { store, open, flow, calls, orders, logged, dueIn } = await stage();
    await flow.sweep(open.partition);
    await store.interrupts.commit({
      from: 1,
      next: { ...open, version: 2, remindedAt: open.requestedAt + 1 },
    });
    orders.push((done) => done(), refuse("no-access"));
    await flow.sweep(open.partition);
    expect(calls.filter((each) => each.startsWith("remind"))).toHaveLength(1);
    expect(logged).toEqual(["a reminder could not be given"]);
    expect(await dueIn()).toBeUndefined();
    store.close();
  });

  it("names people in one channel only, and there nobody who is reminded directly", async () => {
    const destinations = ["C0FINANCE", "C0OPS", "@U0ADA"].map((each) => `slack:T0ACME/${each}`);
    const { store, open, flow, reminders } = await stage({ destinations });
    await flow.sweep(open.partition);
    const remindedAt = store.clock.now();
    await store.interrupts.commit({ from: 1, next: { ...open, version: 2, remindedAt } });
    await flow.sweep(open.partition);
    const named = ["C0FINANCE: U0GRACE", "C0OPS: ", "U0ADA: U0ADA"];
    expect(reminders.toSorted()).toEqual(named);
    // A channel that comes before them, but only after the reminder, names nobody again.
    const next = { ...open, version: 3, remindedAt };
    const more = { ...next, destinations: ["slack:T0ACME/C0NEW", ...destinations] };
    await store.interrupts.commit({ from: 2, next: more });
    await flow.sweep(open.partition);
    expect(reminders.toSorted()).toEqual([
      "C0FINANCE: U0GRACE",
      "C0NEW: ",
      "C0OPS: ",
      "U0ADA: U0ADA",
    ]);
    store.close();
  });

  it("names people where they can see it: not in a channel or by a message that was refused", async () => {
    const destinations = ["C0SHUT", "C0OPS", "@U0ADA"].map((each) => `slack:T0ACME/${each}`);
    const { store, open, flow, reminders, shut } = await stage({ destinations });
    // Direct messages go to no channel that is known yet.
    shut.add("C0SHUT").add("");
    await flow.sweep(open.partition);
    const remindedAt = store.clock.now();
    await store.interrupts.commit({ from: 1, next: { ...open, version: 2, remindedAt } });
    await flow.sweep(open.partition);
    expect(reminders).toEqual(["C0OPS: U0ADA,U0GRACE"]);
    store.close();
  });

  it("that is a direct message nobody takes is not tried again", async () => {
    const { store, open, flow, calls, orders, dueIn } = await stage({
      destinations: ["slack:T0ACME/@U0ADA"],
    });
    orders.push(refuse("no-access"));
    await flow.sweep(open.partition);
    expect(calls).toEqual(["post 22"]);
    expect(await dueIn()).toBeUndefined();
    store.close();
  });

  it("is added where it is escalated to, beside the first", async () => {
    const { store, open, flow, calls } = await stage();
    await flow.sweep(open.partition);
    const destinations = [...open.destinations, "slack:T0ACME/C0BOSS"];
    await store.interrupts.commit({ from: 1, next: { ...open, version: 2, destinations } });
    await flow.sweep(open.partition);
    expect(calls.toSorted()).toEqual(["edit", "post 22", "post 22"]);
    store.close();
  });

  it("whose post was done in silence is looked for later, and not posted twice", async () => {
    const { store, open, flow, calls, shown, orders, dueIn, sweepLater } = await stage();
    orders.push(doneInSilence);
    await flow.sweep(open.partition);
    // A request that got no answer may still be on its way: at least ten seconds.
    expect(await dueIn()).toBeGreaterThan(10_000);
    await sweepLater(60_000);
    expect(calls).toEqual(["post 22", "find", "edit"]);
    expect(shown.size).toBe(1);
    store.close();
  });

  it("whose search was refused is looked for again, and not posted blindly", async () => {
    const { store, open, flow, calls, shown, orders, sweepLater } = await stage();
    orders.push(doneInSilence, refuse("platform-unavailable", 1_000), (done) => done());
    orders.push(refuse("platform-unavailable", 1_000));
    await flow.sweep(open.partition);
    await sweepLater(60_000);
    await sweepLater(120_000);
    await sweepLater(180_000);
    expect(calls).toEqual(["post 22", "find", "find", "edit", "edit"]);
    expect(shown.size).toBe(1);
    store.close();
  });

  it("that was refused for certain is posted again without looking for it", async () => {
    const { store, open, flow, calls, orders, sweepLater } = await stage();
    orders.push(refuse("no-access"), refuse("platform-unavailable", 2_000));
    await flow.sweep(open.partition);
    await sweepLater(60_000);
    await sweepLater(120_000);
    expect(calls).toEqual(["post 22", "post 22", "post 22"]);
    store.close();
  });

  it("keeps being tried while access is missing, and is given up when it was deleted", async () => {
    const { store, open, flow, shown, orders, dueIn, sweepLater } = await stage();
    await flow.sweep(open.partition);
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    orders.push(refuse("no-access"));
    await flow.sweep(open.partition);
    expect([...shown.values()]).toMatchObject([{ state: "waiting" }]);
    await sweepLater(60_000);
    expect([...shown.values()]).toMatchObject([{ state: "yes" }]);

    const other = await stage();
    await other.flow.sweep(other.open.partition);
    await other.store.interrupts.commit({ from: 1, next: accepted(other.open) });
    other.orders.push(refuse("message-gone"));
    await other.flow.sweep(other.open.partition);
    expect(await other.dueIn()).toBeUndefined();
    expect(await dueIn()).toBeUndefined();
    store.close();
    other.store.close();
  });

  it("is edited through the press's own reply when that press was made on it", async () => {
    const { store, open, flow, calls } = await stage();
    await flow.sweep(open.partition);
    const next = accepted(open);
    await store.interrupts.commit({ from: 1, next });
    await flow.refresh(next, { ...pressOn(open, "p"), message: "m1" });
    expect(calls).toEqual(["post 22", "edit by reply"]);
    store.close();
  });

  it("that nobody knows of is put right by whoever presses on it", async () => {
    const { store, open, flow, shown } = await stage();
    await flow.sweep(open.partition);
    const stray = shown.get("m1");
    if (stray === undefined) throw new Error("nothing was posted");
    shown.set("stray", stray);
    const next = accepted(open);
    await store.interrupts.commit({ from: 1, next });
    await flow.refresh(next, { ...pressOn(open, "p"), message: "stray" });
    expect([...shown].map(([id, { state }]) => [id, state])).toEqual([
      ["m1", "yes"],
      ["stray", "yes"],
    ]);
    store.close();
  });

  it("is left to a replica that serves its platform", async () => {
    const { store, open, flow, dueIn } = await stage({ destinations: ["discord:1/2"] });
    await flow.sweep(open.partition);
    expect(await dueIn()).toBeGreaterThan(0);
    store.close();
  });

  it("of a question that ended before it was shown is not shown at all", async () => {
    const { store, open, flow, calls, dueIn } = await stage();
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    await flow.sweep(open.partition);
    expect(calls).toEqual([]);
    expect(await dueIn()).toBeUndefined();
    store.close();
  });

  it("waits with its channel when that asks for patience, and hides nobody else's", async () => {
    const { store, open, flow, calls, orders, dueIn } = await stage();
    const second = newInterrupt({ runId: open.runId, ref: "s".repeat(22) });
    await store.interrupts.commit({ from: 0, next: second });
    orders.push(refuse("platform-unavailable", 30_000));
    await flow.sweep(open.partition);
    // One call, one no: the other card of the channel is put off without asking.
    expect(calls).toHaveLength(1);
    expect(await dueIn()).toBeGreaterThan(20_000);
    store.close();
  });
});

describe("A card that is wrong", () => {
  /** Shown, then decided elsewhere, after so many tries that failed. */
  async function wrong(failures: number, more: Partial<Interrupt> = {}) {
    const on = await stage(more);
    const { store, open, flow } = on;
    await flow.sweep(open.partition);
    const name = { partition: open.partition, ref: open.ref, address: open.destinations[0] ?? "" };
    const copy = await store.copies.load(name);
    if (copy === undefined) throw new Error("nothing was shown");
    await store.copies.save(name, { ...copy, failures });
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    return on;
  }
  const states = (shown: ReadonlyMap<string, Card>) =>
    [...shown.values()].map((card) => card.state);
  const MINUTE = 60_000;

  it("is tried every few minutes however long its platform is away, as with a token that was revoked", async () => {
    // Far more than the tries of a weekend.
    const { store, open, flow, shown, orders, logged, dueIn, sweepLater } = await wrong(5_000);
    orders.push(refuse("platform-unavailable"));
    await flow.sweep(open.partition);
    expect(states(shown)).toEqual(["waiting"]);
    expect(await dueIn()).toBeGreaterThan(4 * MINUTE);
    await sweepLater(6 * MINUTE);
    expect(states(shown)).toEqual(["yes"]);
    expect(await dueIn()).toBeUndefined();
    expect(logged).toEqual([]);
    store.close();
  });

  it.each(["slack:T0ACME/C0FINANCE", "slack:T0ACME/@U0ADA"])(
    "and may not be edited is tried every hour, and the log says so ever more seldom, in %s",
    async (address) => {
      const on = await wrong(0, { destinations: [address] });
      const { store, shown, orders, logged, dueIn, sweepLater } = on;
      let later = 0;
      for (let tries = 0; tries < 20; tries += 1) {
        orders.push(refuse("no-access"));
        await sweepLater(later);
        later = (await dueIn()) ?? Number.NaN;
        expect(later).not.toBeNaN();
        // The two stores may take the server's time for a little later or earlier, the more so on a busy machine.
        later += 1_000;
      }
      // Twelve tries that wait for twice as long each, from a second on, take 4095 s; seven more take an hour each.
      expect(later).toBeGreaterThan(4_095_000 + 7 * 60 * MINUTE);
      expect(later).toBeLessThan((4_095_000 + 8 * 60 * MINUTE) * 1.2);
      // The first, second, fourth, eighth and sixteenth.
      expect(logged).toHaveLength(5);
      await sweepLater(later);
      expect(states(shown)).toEqual(["yes"]);
      expect(await dueIn()).toBeUndefined();
      store.close();
    },
  );

  it("and may not be edited after an outage is told at once, whatever was tried before", async () => {
    // The next failure is the third of the row: one that is said only because it is another one.
    const { store, open, flow, orders, logged } = await wrong(2);
    orders.push(refuse("no-access"));
    await flow.sweep(open.partition);
    expect(logged).toEqual(["a card could not be shown"]);
    store.close();
  });

  it("in a direct message is given up where that was deleted", async () => {
    const { store, open, flow, orders, dueIn } = await wrong(0, {
      destinations: ["slack:T0ACME/@U0ADA"],
    });
    orders.push(refuse("message-gone"));
    await flow.sweep(open.partition);
    expect(await dueIn()).toBeUndefined();
    store.close();
  });

  it("may stand in a direct message whose answer was lost: it is looked for until that is allowed", async () => {
    const { store, open, flow, shown, orders, sweepLater } = await stage({
      destinations: ["slack:T0ACME/@U0ADA"],
    });
    orders.push(doneInSilence, refuse("no-access"));
    await flow.sweep(open.partition);
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    await sweepLater(MINUTE);
    await sweepLater(2 * MINUTE);
    expect(states(shown)).toEqual(["yes"]);
    store.close();
  });
});
