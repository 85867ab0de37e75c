import { describe, expect, it } from "vitest";
import type { CardLimits } from "../../../src/core/budget.ts";
import { Fault } from "../../../src/core/fault.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Cards } from "../../../src/presentation/platform.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { accepted, newInterrupt, openStore } from "../redis/stores.ts";
import { cardFlowOver } from "./card-flow.ts";

const own = ownRedis();

const MINUTE = 60_000;
const FINANCE = "slack:T0ACME/C0FINANCE";
const OTHER = "slack:T0ACME/C0OTHER";

/** Five posts a minute in a channel, ten edits a minute in the workspace: no sweep takes so long that more may pass. */
const LIMITS: CardLimits = {
  post: [{ per: "channel", calls: 5, windowMs: MINUTE }],
  edit: [{ per: "workspace", calls: 10, windowMs: MINUTE }],
};

/** A workspace that keeps what it was asked to do, and refuses once where it is told to. */
async function stage() {
  const first = await openStore(own.server);
  const calls: string[] = [];
  const refusals = new Map<string, number>();
  const obey = <T>(what: string, done: T): Promise<T> => {
    calls.push(what);
    const retryAfterMs = refusals.get(what);
    refusals.delete(what);
    return retryAfterMs === undefined
      ? Promise.resolve(done)
      : Promise.reject(
          new Fault("platform-unavailable", "rate limited", { retryable: true, retryAfterMs }),
        );
  };
  let posted = 0;
  const cards: Cards = {
    limits: LIMITS,
    post: ({ channel }) => obey(`post in ${channel}`, { id: `m${++posted}` }),
    find: ({ channel }) => obey(`find in ${channel}`, undefined),
    edit: ({ channel }, { id }, { state }) => obey(`edit ${id} in ${channel}: ${state}`, undefined),
    remind: () => Promise.resolve(),
  };
  const flowOver = (store: Store) => cardFlowOver(store, cards);
  const partition = newInterrupt({ runId: "acme/one" }).partition;
  /** A replica whose clock is so much later; it sweeps as often as it takes to come to everything due. */
  const replica = async (offsetMs = 0) => {
    const store = await openStore(own.server, first.prefix, offsetMs);
    const flow = flowOver(store);
    return {
      async sweep() {
        for (let turn = 0; turn < 6; turn += 1) await flow.sweep(partition);
      },
      close: () => {
        store.close();
      },
    };
  };
  let opened = 0;
  /** All in one partition, so that one sweep meets them all. */
  const open = async (count: number, address: string): Promise<readonly Interrupt[]> => {
    const interrupts = Array.from({ length: count }, () => {
      opened += 1;
      const ref = String(opened).padStart(22, "r");
      return newInterrupt({ runId: "acme/one", ref, destinations: [address] });
    });
    for (const next of interrupts) await first.interrupts.commit({ from: 0, next });
    return interrupts;
  };
  /** As a crash leaves it between the intent and the post. */
  const crash = async ({ partition: of, ref, destinations: [address = ""] }: Interrupt) =>
    first.copies.save({ partition: of, ref, address }, { shown: 0, failures: 0, intendedAt: 1 });
  const vote = async (interrupt: Interrupt): Promise<Interrupt> => {
    const next = { ...interrupt, version: interrupt.version + 1 };
    await first.interrupts.commit({ from: interrupt.version, next });
    return next;
  };
  const accept = async (interrupt: Interrupt) =>
    first.interrupts.commit({ from: interrupt.version, next: accepted(interrupt) });
  const count = (what: string) => calls.filter((each) => each.startsWith(what)).length;
  return { calls, count, refusals, replica, open, vote, accept, crash };
}

describe("What a platform allows", () => {
  it("is one budget for two replicas, and is there again when the span of time is over", async () => {
    const { count, replica, open } = await stage();
    await open(12, FINANCE);
    const [one, two] = [await replica(), await replica()];
    await Promise.all([one.sweep(), two.sweep()]);
    expect(count("post")).toBe(5);
    const later = await replica(MINUTE);
    await later.sweep();
    expect(count("post")).toBe(10);
    for (const each of [one, two, later]) each.close();
  });

  it("for two hundred cards of one channel does not keep the card of another waiting", async () => {
    const { count, replica, open } = await stage();
    await open(200, FINANCE);
    await open(1, OTHER);
    const one = await replica();
    await one.sweep();
    expect([count("post in C0FINANCE"), count("post in C0OTHER")]).toEqual([5, 1]);
    one.close();
  });

  it("goes to the end of a question before new cards and votes, however many came first", async () => {
    const { calls, count, replica, open, vote, accept } = await stage();
    // Shown over three spans of five: ten cards.
    const shown = await open(10, FINANCE);
    for (const offsetMs of [0, MINUTE, 2 * MINUTE]) {
      const early = await replica(offsetMs);
      await early.sweep();
      early.close();
    }
    expect(count("post")).toBe(10);
    const later = await replica(5 * MINUTE);
    await open(20, FINANCE);
    const voted = await Promise.all(shown.map(vote));
    await later.sweep();
    // Two tenths of ten edits are kept for what is more urgent than votes.
    expect([count("edit"), count("post")]).toEqual([8, 15]);
    const last = voted.at(-1);
    if (last === undefined) throw new Error("nobody voted");
    await accept(last);
    await later.sweep();
    expect(calls.filter((call) => call.endsWith(": yes"))).toHaveLength(1);
    expect(count("edit")).toBe(9);
    later.close();
  });

  it("is little in one channel after a refusal there, on every replica, and as much as before elsewhere", async () => {
    const { count, refusals, replica, open } = await stage();
    const [one, two] = [await replica(), await replica()];
    refusals.set("post in C0FINANCE", 30_000);
    await open(3, FINANCE);
    await one.sweep();
    await open(1, OTHER);
    await two.sweep();
    expect([count("post in C0FINANCE"), count("post in C0OTHER")]).toEqual([1, 1]);
    const later = await replica(31_000);
    await later.sweep();
    expect(count("post in C0FINANCE")).toBe(4);
    for (const each of [one, two, later]) each.close();
  });

  it("of looking for lost cards neither spends nor ends what may be posted in their channel", async () => {
    const { count, refusals, replica, open, crash } = await stage();
    const one = await replica();
    // More than five are lost, and looking is refused for the first of them.
    for (const each of await open(6, FINANCE)) await crash(each);
    refusals.set("find in C0FINANCE", 30_000);
    await one.sweep();
    expect([count("find"), count("post")]).toEqual([6, 5]);
    await open(5, FINANCE);
    await one.sweep();
    expect(count("post")).toBe(10);
    // The first is looked for again when it may be.
    const later = await replica(31_000);
    await later.sweep();
    expect([count("find"), count("post")]).toEqual([7, 11]);
    for (const each of [one, later]) each.close();
  });

  it("of a call that is limited in the workspace ends everywhere when that is refused; other calls go on", async () => {
    const { count, refusals, replica, open, vote } = await stage();
    const [one, two] = [await replica(), await replica()];
    const [here, there] = [await open(1, FINANCE), await open(1, OTHER)];
    await one.sweep();
    refusals.set("edit m1 in C0FINANCE: waiting", 30_000);
    refusals.set("edit m2 in C0FINANCE: waiting", 30_000);
    for (const each of here) await vote(each);
    await one.sweep();
    for (const each of there) await vote(each);
    await open(1, OTHER);
    await two.sweep();
    expect([count("edit"), count("post in C0OTHER")]).toEqual([1, 2]);
    const later = await replica(31_000);
    await later.sweep();
    expect(count("edit")).toBe(3);
    for (const each of [one, two, later]) each.close();
  });
});
