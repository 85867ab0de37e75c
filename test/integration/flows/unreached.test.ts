import { nameOf } from "../../support/names.ts";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import { type Address, formatAddress, type Interrupt } from "../../../src/core/interrupt.ts";
import { createCardFlow } from "../../../src/flows/cards.ts";
import type { Card } from "../../../src/presentation/card.ts";
import type { Cards } from "../../../src/presentation/platform.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { accepted, newInterrupt, openStore } from "../redis/stores.ts";

/** Places that take nothing, and cards that somebody deletes: what becomes of the question. */

const own = ownRedis();

const CHANNEL = "slack:T0ACME/C0FINANCE";
const THREAD = "slack:T0ACME/C0WORK/1772532000.000100";
const OTHER = "discord:1/2";
const DIRECT = "slack:T0ACME/@U0ADA";

interface Message {
  readonly id: string;
  readonly at: string;
  card: Card;
  isDeleted: boolean;
}

/** Both platforms in memory. A nonce that was seen gives the first message back, deleted or not, as Discord does. */
function places() {
  const messages: Message[] = [];
  const nonces = new Map<string, string>();
  const shut = new Set<string>();
  const busy = new Set<string>();
  let refusal: Fault | undefined;
  let postRefusal: Fault | undefined;
  const check = (at: string) => {
    if (shut.has(at)) throw new Fault("no-access", "is_archived", { retryable: false });
    if (busy.has(at)) throw new Fault("platform-unavailable", "503", { retryable: true });
  };
  const cards: Cards = {
    async post(address: Address, card, nonce) {
      const at = formatAddress(address);
      check(at);
      if (postRefusal !== undefined) throw postRefusal;
      const id = nonces.get(`${at} ${nonce}`) ?? `m${messages.length + 1}`;
      nonces.set(`${at} ${nonce}`, id);
      if (messages.every((message) => message.id !== id)) {
        messages.push({ id, at, card, isDeleted: false });
      }
      return { id };
    },
    find: () => Promise.resolve(undefined),
    async edit(address, { id }, card) {
      check(formatAddress(address));
      if (refusal !== undefined) throw refusal;
      const found = messages.find((message) => message.id === id && !message.isDeleted);
      if (found === undefined) throw new Fault("message-gone", "unknown", { retryable: false });
      found.card = card;
    },
    remind: () => Promise.resolve(),
  };
  return {
    cards,
    messages,
    shut,
    busy,
    refuseEdits: (fault: Fault | undefined) => {
      refusal = fault;
    },
    refusePosts: (fault: Fault | undefined) => {
      postRefusal = fault;
    },
    /** What people see, where. */
    seen: () =>
      messages.filter(({ isDeleted }) => !isDeleted).map(({ at, card }) => [at, card.state]),
    deleteAll: () => {
      for (const message of messages) message.isDeleted = true;
    },
  };
}

async function stage(destinations: readonly string[], usual: readonly string[] = []) {
  const store = await openStore(own.server);
  const open = newInterrupt({ destinations });
  await store.interrupts.commit({ from: 0, next: open });
  const place = places();
  const lines: { readonly text: string; readonly facts: object }[] = [];
  const note = (facts: object, text: string) => void lines.push({ facts, text });
  const flowOver = (of: typeof store, serves: readonly string[] = ["slack", "discord"]) =>
    createCardFlow({
      ...of,
      shape: "v2.1",
      usualFor: () => usual,
      cardsOf: (platform) => (serves.includes(platform) ? place.cards : undefined),
      toRemind: async () => undefined,
      nameOf,
      clock: of.clock.now,
      log: { info: note, warn: note, error: note },
    });
  const newest = async () => {
    const interrupt = await store.interrupts.load(open.partition, open.ref);
    if (interrupt === undefined) throw new Error("the record is gone");
    return interrupt;
  };
  return {
    ...place,
    open,
    store,
    newest,
    flow: flowOver(store),
    sweep: async (serves?: readonly string[]) => flowOver(store, serves).sweep(open.partition),
    /** Another replica, so much later: what was put off is due. */
    sweepLater: async (ms: number, serves?: readonly string[]) => {
      const later = await openStore(own.server, store.prefix, ms);
      await flowOver(later, serves).sweep(open.partition);
      later.close();
    },
    /** Something happens to it, as a vote would. */
    change: async (more: Partial<Interrupt> = {}) => {
      const before = await newest();
      const next = { ...before, ...more, version: before.version + 1 };
      await store.interrupts.commit({ from: before.version, next });
      return next;
    },
    said: (text: string) => lines.filter((line) => line.text.includes(text)),
  };
}

describe("A card that somebody deleted", () => {
  it.each([CHANNEL, OTHER])("is posted again while its question is open, in %s", async (at) => {
    const { store, open, sweep, change, seen, deleteAll, messages, said } = await stage([at]);
    await sweep();
    deleteAll();
    await change();
    await sweep();
    await sweep();
    expect(seen()).toEqual([[at, "waiting"]]);
    expect(messages).toHaveLength(2);
    expect(said("is gone while its question is open")).toMatchObject([
      { facts: { ref: open.ref, tenant: "acme", address: at } },
    ]);
    // What it says from now on is brought up to date as ever.
    await change({ outcome: accepted(open).outcome });
    await sweep();
    expect(seen()).toEqual([[at, "yes"]]);
    store.close();
  });

  it("is left alone when it is deleted a second time, and the log says so once", async () => {
    const { store, sweep, sweepLater, change, seen, deleteAll, messages, said } = await stage(
      [CHANNEL],
      [CHANNEL],
    );
    await sweep();
    deleteAll();
    await change();
    await sweep();
    await sweep();
    deleteAll();
    await change();
    await sweep();
    await sweepLater(600_000);
    expect(seen()).toEqual([]);
    expect(messages).toHaveLength(2);
    expect(said("it is left at that")).toHaveLength(1);
    expect(said("nobody was asked")).toEqual([]);
    store.close();
  });

  it("stays gone when its question has ended, and so does one in a direct message", async () => {
    const ended = await stage([CHANNEL]);
    await ended.sweep();
    ended.deleteAll();
    await ended.change({ outcome: accepted(ended.open).outcome });
    await ended.sweep();
    await ended.sweepLater(600_000);
    expect(ended.messages).toHaveLength(1);

    const direct = await stage([DIRECT, CHANNEL]);
    await direct.sweep();
    for (const message of direct.messages) message.isDeleted = message.at === DIRECT;
    await direct.change();
    await direct.sweep();
    await direct.sweepLater(600_000);
    expect(direct.messages).toHaveLength(2);
    ended.store.close();
    direct.store.close();
  });

  it("is posted again where drawing it once more finds it missing, although it was due nowhere", async () => {
    const { store, flow, open, sweep, seen, deleteAll } = await stage([CHANNEL]);
    await sweep();
    deleteAll();
    // Due nowhere: nothing has changed, and still it must not be forgotten.
    await flow.redraw(open);
    await sweep();
    expect(seen()).toEqual([[CHANNEL, "waiting"]]);
    store.close();
  });

  it("stays the one of its thread where that was shut: the channels get the question, and it is ended with it", async () => {
    const { store, open, sweep, sweepLater, change, seen, shut, messages } = await stage(
      [THREAD],
      [CHANNEL],
    );
    await sweep();
    shut.add(THREAD);
    await change();
    await sweep();
    await sweep();
    await sweepLater(60_000);
    expect(seen()).toEqual([
      [THREAD, "waiting"],
      [CHANNEL, "waiting"],
    ]);
    await change({ outcome: accepted(open).outcome });
    await sweep();
    shut.clear();
    await sweepLater(3_600_000);
    // No card is left with buttons.
    expect(seen()).toEqual([
      [THREAD, "yes"],
      [CHANNEL, "yes"],
    ]);
    expect(messages).toHaveLength(2);
    store.close();
  });

  it.each([
    ["a token that the platform does not take", "platform-unavailable", true],
    ["words that the platform does not take", "platform-refused", false],
    ["a permission that is missing", "no-access", false],
  ] as const)("is not what %s means, in a thread either", async (_, code, retryable) => {
    const { store, open, sweep, sweepLater, change, seen, refuseEdits, messages } = await stage([
      THREAD,
    ]);
    await sweep();
    refuseEdits(new Fault(code, "refused", { retryable }));
    await change();
    await sweep();
    refuseEdits(undefined);
    await change({ outcome: accepted(open).outcome });
    await sweepLater(3_600_000);
    expect(seen()).toEqual([[THREAD, "yes"]]);
    expect(messages).toHaveLength(1);
    store.close();
  });
});

describe("A question whose place refuses for good", () => {
  it("goes to the usual channels once, and one line says who, where and why", async () => {
    const { store, open, newest, sweep, sweepLater, shut, seen, said } = await stage(
      [THREAD],
      [CHANNEL, OTHER],
    );
    shut.add(THREAD);
    await sweep();
    await sweep();
    await sweepLater(60_000);
    await sweepLater(600_000);
    expect(new Set(seen().map(([at]) => at))).toEqual(new Set([CHANNEL, OTHER]));
    expect(seen()).toHaveLength(2);
    expect((await newest()).destinations).toEqual([THREAD, CHANNEL, OTHER]);
    expect(said("usual channels instead")).toMatchObject([
      { facts: { tenant: "acme", ref: open.ref, address: THREAD, reason: "is_archived" } },
    ]);
    expect(said("nobody was asked")).toEqual([]);
    // Shown there as well, should it be opened.
    shut.clear();
    await sweepLater(3_600_000);
    expect(seen()).toContainEqual([THREAD, "waiting"]);
    store.close();
  });

  it.each([
    ["a token that the platform does not take", "platform-unavailable", true],
    ["words that the platform does not take", "platform-refused", false],
  ] as const)(
    "is not one that meets %s: that is the same everywhere",
    async (_, code, retryable) => {
      const { store, newest, sweep, sweepLater, seen, said, refusePosts } = await stage(
        [THREAD],
        [CHANNEL],
      );
      refusePosts(new Fault(code, "refused", { retryable }));
      await sweep();
      await sweepLater(60_000);
      expect((await newest()).destinations).toEqual([THREAD]);
      expect([...said("usual channels"), ...said("nobody was asked")]).toEqual([]);
      refusePosts(undefined);
      await sweepLater(3_600_000);
      expect(seen()).toEqual([[THREAD, "waiting"]]);
      store.close();
    },
  );

  it("goes there once, although two places refuse it and two replicas find that", async () => {
    const origins = [THREAD, "slack:T0ACME/C0WORK"];
    const { store, newest, sweep, sweepLater, shut, messages, said } = await stage(origins, [
      CHANNEL,
    ]);
    for (const each of origins) shut.add(each);
    await Promise.all([sweep(), sweep(), sweep()]);
    await Promise.all([sweepLater(60_000), sweepLater(60_000)]);
    expect(messages.map(({ at }) => at)).toEqual([CHANNEL]);
    expect(said("usual channels instead")).toHaveLength(1);
    expect((await newest()).version).toBe(2);
    store.close();
  });

  it("is told to the operator, once, as asked of nobody where the usual channels refuse, too", async () => {
    const { store, sweep, sweepLater, shut, seen, said, messages } = await stage(
      [THREAD],
      [CHANNEL],
    );
    shut.add(THREAD).add(CHANNEL);
    await sweep();
    await sweep();
    await sweepLater(60_000);
    await sweepLater(600_000);
    await sweepLater(1_200_000);
    expect(said("nobody was asked in chat")).toMatchObject([{ facts: { tenant: "acme" } }]);
    expect(said("usual channels instead")).toHaveLength(1);
    expect(messages).toEqual([]);
    // The bot was invited: it is asked at last.
    shut.delete(CHANNEL);
    await sweepLater(3_600_000);
    expect(seen()).toEqual([[CHANNEL, "waiting"]]);
    store.close();
  });

  it("that was to go to the usual channels alone is told as asked of nobody", async () => {
    const { store, sweep, sweepLater, shut, said } = await stage([CHANNEL], [CHANNEL]);
    shut.add(CHANNEL);
    await sweep();
    await sweepLater(60_000);
    expect(said("usual channels instead")).toEqual([]);
    expect(said("nobody was asked in chat")).toMatchObject([
      { facts: { tenant: "acme", address: CHANNEL, reason: "is_archived" } },
    ]);
    store.close();
  });

  it("waits one try for a place that nobody has tried yet", async () => {
    const { store, newest, sweep, sweepLater, shut } = await stage([THREAD, OTHER], [CHANNEL]);
    shut.add(THREAD);
    await sweep(["slack"]);
    expect((await newest()).destinations).toEqual([THREAD, OTHER]);
    await sweepLater(10_000, ["slack"]);
    expect((await newest()).destinations).toEqual([THREAD, OTHER, CHANNEL]);
    store.close();
  });

  it("stays where it is shown elsewhere", async () => {
    const { store, newest, sweep, sweepLater, shut, seen, said } = await stage(
      [THREAD, OTHER],
      [CHANNEL, OTHER],
    );
    shut.add(THREAD);
    await sweep();
    await sweepLater(60_000);
    await sweepLater(600_000);
    expect(seen()).toEqual([[OTHER, "waiting"]]);
    expect((await newest()).destinations).toEqual([THREAD, OTHER]);
    expect(said("usual channels instead")).toEqual([]);
    store.close();
  });

  it("does not wait for a place that is away as well, and is not called lost while that may come back", async () => {
    const { store, sweep, sweepLater, shut, busy, seen, said } = await stage(
      [THREAD, OTHER],
      [CHANNEL],
    );
    shut.add(THREAD).add(CHANNEL);
    busy.add(OTHER);
    await sweep();
    await sweepLater(60_000);
    await sweepLater(600_000);
    expect(said("usual channels instead")).toHaveLength(1);
    expect(said("nobody was asked")).toEqual([]);
    busy.clear();
    await sweepLater(3_600_000);
    expect(seen()).toEqual([[OTHER, "waiting"]]);
    store.close();
  });

  it("goes there when nobody takes the direct message that it was to be", async () => {
    const { store, sweep, shut, seen } = await stage([DIRECT], [CHANNEL, DIRECT]);
    shut.add(DIRECT);
    await sweep();
    await sweep();
    expect(seen()).toEqual([[CHANNEL, "waiting"]]);
    store.close();
  });

  it("goes there when the only channel that showed it is closed to us", async () => {
    const { store, sweep, change, shut, seen } = await stage(["slack:T0ACME/C0WORK"], [CHANNEL]);
    await sweep();
    shut.add("slack:T0ACME/C0WORK");
    await change();
    await sweep();
    await sweep();
    expect(seen()).toContainEqual([CHANNEL, "waiting"]);
    store.close();
  });

  it("goes nowhere else once it has ended", async () => {
    const { store, newest, sweep, change, shut, said, open } = await stage([THREAD], [CHANNEL]);
    await sweep();
    shut.add(THREAD);
    await change({ outcome: accepted(open).outcome });
    await sweep();
    expect((await newest()).destinations).toEqual([THREAD]);
    expect(said("usual channels")).toEqual([]);
    store.close();
  });
});
