import { afterEach, describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Leases } from "../../../src/core/ports/leases.ts";
import type { Card } from "../../../src/presentation/card.ts";
import type { Cards } from "../../../src/presentation/platform.ts";
import { until } from "../../support/until.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { accepted, newInterrupt, openStore } from "../redis/stores.ts";
import { cardFlowOver } from "./card-flow.ts";

/** Work on a copy whose lease was lost on the way: a replica that stood still, a Redis that failed over. */

const own = ownRedis();

const stores: { close(): void }[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

type Order = (done: () => unknown) => unknown;

/** A channel that knows nothing of nonces, as Slack, and finds nothing unless it is told to. */
function channel() {
  const shown = new Map<string, Card>();
  const calls: string[] = [];
  const orders: Order[] = [];
  let posted = 0;
  const obey = async <T>(what: string, work: () => T): Promise<T> => {
    calls.push(what);
    const order = orders.shift();
    return (order === undefined ? work() : await order(work)) as T;
  };
  const cards: Cards = {
    post: (_address, card) => {
      posted += 1;
      const id = `m${posted}`;
      return obey(`post ${id}`, () => {
        shown.set(id, card);
        return { id };
      });
    },
    find: () => obey("find", () => undefined),
    remind: () => Promise.resolve(),
    edit: (_address, { id }, card) =>
      obey(`edit ${id}`, () => {
        if (!shown.has(id)) throw new Fault("message-gone", "gone", { retryable: false });
        shown.set(id, card);
      }),
  };
  return { cards, shown, calls, orders };
}

/** Nobody hears anything before it is let go. */
function held(order: Order = (done) => done()) {
  let letGo = () => undefined as void;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld = false;
  return {
    order: async (done: () => unknown) => {
      isHeld = true;
      await gone;
      return order(done);
    },
    isHeld: () => isHeld || undefined,
    letGo: () => {
      letGo();
    },
  };
}

async function stage() {
  const store = await openStore(own.server);
  stores.push(store);
  const open = newInterrupt();
  await store.interrupts.commit({ from: 0, next: open });
  const place = channel();
  const replica = (leases: Leases = store.leases) =>
    cardFlowOver({ ...store, leases }, place.cards);
  const sweep = async (leases?: Leases) => replica(leases).sweep(open.partition);
  const [address = ""] = open.destinations;
  const name = { partition: open.partition, ref: open.ref, address };
  return {
    ...place,
    store,
    open,
    name,
    sweep,
    /** Begins work that stands still at its next call that was given no order, and whose lease is lost there. */
    stall: async (order?: Order) => {
      const { order: standStill, isHeld, letGo } = held(order);
      place.orders.push(standStill);
      const work = sweep();
      await until("it stands still", isHeld);
      await own.redis.del(store.keys.lease(open.partition, `${open.ref} ${address}`));
      return async () => {
        letGo();
        await work;
      };
    },
    become: async (next: Interrupt) => {
      await store.interrupts.commit({ from: next.version - 1, next });
      return next;
    },
    states: () => [...place.shown].map(([id, { state }]) => `${id} ${state}`).toSorted(),
    due: async () => store.schedule.due(open.partition),
  };
}

describe("Work on a card that was overtaken", () => {
  it("leaves no message behind that it has posted beside that of who came after it", async () => {
    const { open, sweep, stall, become, states, calls, due } = await stage();
    const goOn = await stall();
    await sweep();
    await goOn();
    await sweep();
    expect(calls).toEqual(["post m1", "find", "post m2", "edit m2", "edit m1"]);
    // While people are asked, both say the same.
    const voted = await become({ ...open, version: 2 });
    await sweep();
    expect(calls.slice(5)).toEqual(["edit m2", "edit m1"]);
    await become(accepted(voted));
    await sweep();
    expect(states()).toEqual(["m1 yes", "m2 yes"]);
    expect(await due()).toEqual([]);
  });

  it("leaves none behind either where it is back before the other one", async () => {
    const { open, sweep, stall, become, states, orders, due } = await stage();
    const first = await stall();
    orders.push((done) => done());
    const second = await stall();
    await first();
    await second();
    await sweep();
    await become(accepted(open));
    await sweep();
    expect(states()).toEqual(["m1 yes", "m2 yes"]);
    expect(await due()).toEqual([]);
  });

  it("posts nothing that it has not posted yet", async () => {
    const { store, name, sweep, stall, calls, states } = await stage();
    await store.copies.save(name, { shown: 0, failures: 0, intendedAt: store.clock.now() });
    // It stands still while it looks for what a crash may have left.
    const goOn = await stall();
    await sweep();
    await goOn();
    await sweep();
    expect(calls).toEqual(["find", "find", "post m1"]);
    expect(states()).toEqual(["m1 waiting"]);
  });

  it.each([
    ["and hears that it has", (done: () => unknown) => done()],
    [
      "and never hears so",
      (done: () => unknown) => {
        done();
        throw new Fault("platform-silent", "no answer", { retryable: true });
      },
    ],
  ])("may draw over something newer, %s: that is drawn again", async (_, late) => {
    const { open, sweep, stall, become, states, due } = await stage();
    await sweep();
    const voted = await become({ ...open, version: 2 });
    const goOn = await stall(late);
    await become(accepted(voted));
    await sweep();
    expect(states()).toEqual(["m1 yes"]);
    await goOn();
    expect(states()).toEqual(["m1 waiting"]);
    await sweep();
    expect(states()).toEqual(["m1 yes"]);
    expect(await due()).toEqual([]);
  });

  it("has left a message that takes the place of one that somebody deletes", async () => {
    const { open, sweep, stall, become, shown, states, calls } = await stage();
    const goOn = await stall();
    await sweep();
    await goOn();
    await sweep();
    shown.delete("m2");
    const voted = await become({ ...open, version: 2 });
    await sweep();
    await sweep();
    await become(accepted(voted));
    await sweep();
    expect(states()).toEqual(["m1 yes"]);
    expect(calls.filter((each) => each.startsWith("post"))).toHaveLength(2);
  });

  it("does no harm where there are no leases at all, however it falls out", async () => {
    const { open, sweep, become, states, orders, due } = await stage();
    const none: Leases = {
      take: () =>
        Promise.resolve({ renew: () => Promise.resolve(true), release: () => Promise.resolve() }),
    };
    let turns = 0;
    const slow: Order = async (done) => {
      // Before it is done and after it, another number of turns each time.
      turns += 1;
      for (let turn = 0; turn < turns % 5; turn += 1) await own.redis.ping();
      const answer = done();
      for (let turn = 0; turn < turns % 3; turn += 1) await own.redis.ping();
      return answer;
    };
    const together = async () => {
      orders.push(...Array.from({ length: 100 }, () => slow));
      await Promise.all([sweep(none), sweep(none), sweep(none)]);
      orders.splice(0);
    };
    await together();
    const voted = await become({ ...open, version: 2 });
    await together();
    await become(accepted(voted));
    await together();
    await until("nothing is due", async () => {
      await sweep();
      return (await due()).length === 0 ? true : undefined;
    });
    expect(states().length).toBeGreaterThan(0);
    expect(states().filter((each) => !each.endsWith(" yes"))).toEqual([]);
  });
});

describe("A copy that an earlier version wrote", () => {
  it("has no revision and one message left behind at most, and is brought to its end", async () => {
    const { store, open, name, sweep, become, shown, states, due } = await stage();
    await sweep();
    const [card] = shown.values();
    if (card === undefined) throw new Error("nothing was posted");
    shown.set("old", card);
    const old = { shown: 1, message: { id: "m1" }, failures: 0 };
    const left = { message: { id: "old" }, within: "1772532000.000100" };
    const key = store.keys.copies(open.partition, open.ref);
    await own.redis.hset(key, name.address, JSON.stringify({ ...old, left }));
    await become(accepted(open));
    await sweep();
    expect(states()).toEqual(["m1 yes", "old yes"]);
    expect(await due()).toEqual([]);
  });
});
