import { describe, expect, it } from "vitest";
import { createCardFlow } from "../../src/flows/cards.ts";
import { ManualClock } from "../platforms/slack/clock.ts";
import type { CallFault } from "../platforms/slack/faults.ts";
import { nameOf } from "../support/names.ts";
import { ownRedis } from "./redis/own-redis.ts";
import { newInterrupt, openStore } from "./redis/stores.ts";
import { ADDRESS, calls, NONCE, PLACE, posted, running } from "./slack-stage.ts";

/**
 * The card flow over a real Redis, with Bolt at a local Slack that lets an app read as little as one that is
 * distributed outside the Marketplace: 15 messages a minute (docs.slack.dev/methods/conversations.history).
 */

const own = ownRedis();

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const DESTINATION = `slack:${ADDRESS.workspace}/${PLACE}`;
/** Retry-After is a minute at most; Slack's clock and the store's are moved together. */
const A_MINUTE = 61_000;

async function stage() {
  const clock = new ManualClock();
  const run = await running({ clock, rateLimits: "on", isDistributed: true });
  const first = await openStore(own.server);
  const { partition } = newInterrupt({ runId: "acme/one" });
  let offsetMs = 0;
  let asked = 0;
  return {
    run,
    /** Somebody says so many things, ten a second. */
    async say(times: number) {
      for (let said = 0; said < times; said += 1) {
        run.slack.people("U0GRACE").say({ place: PLACE, text: `message ${said}` });
        await clock.advance(100);
        offsetMs += 100;
      }
    },
    async wait(ms: number) {
      await clock.advance(ms);
      offsetMs += ms;
    },
    async ask() {
      asked += 1;
      const ref = String(asked).padStart(22, "r");
      const next = newInterrupt({ runId: "acme/one", ref, destinations: [DESTINATION] });
      await first.interrupts.commit({ from: 0, next });
      return { partition, ref, address: DESTINATION };
    },
    /** What a replica does that has just started: nothing is remembered but in Redis. */
    async sweep() {
      const store = await openStore(own.server, first.prefix, offsetMs);
      const people = {
        nameOf,
        toRemind: async () => undefined,
        usualFor: () => [],
        shape: "v2.1",
      } as const;
      const options = { ...people, cardsOf: () => run.platform.cards, log: quiet };
      const flow = createCardFlow({ ...store, ...options, clock: store.clock.now });
      await flow.sweep(partition);
      store.close();
    },
    shown: async (name: { partition: number; ref: string; address: string }) =>
      (await first.copies.load(name))?.message?.id,
    cardsInChannel: () =>
      run.slack.stored.inChannel(PLACE).filter(({ text }) => text.includes("INV-42")),
    close: () => {
      first.close();
    },
  };
}

type Stage = Awaited<ReturnType<typeof stage>>;

/** A card whose post got no answer, among two hundred messages: a hundred came before, a hundred after. */
async function lost(on: Stage, fault: CallFault) {
  await on.say(100);
  const name = await on.ask();
  on.run.slack.faults.next({ method: "chat.postMessage" }, fault);
  await on.sweep();
  await on.say(100);
  return name;
}

/** Minutes until it is shown. */
async function minutesUntilShown(on: Stage, name: Awaited<ReturnType<Stage["ask"]>>) {
  for (let minutes = 0; minutes <= 30; minutes += 1) {
    await on.sweep();
    if ((await on.shown(name)) !== undefined) return minutes;
    await on.wait(A_MINUTE);
  }
  throw new Error("it was never shown");
}

const read = ({ run }: Stage) =>
  calls(run, "conversations.history").filter(({ status }) => status === 200).length;

describe("A card whose answer was lost in a busy channel, of which little may be read", () => {
  it("is found by reading on where the last try ended, and not posted twice", async () => {
    const on = await stage();
    const name = await lost(on, { status: 500, after: "commit" });
    // Newest first, fifteen a minute: a hundred came after it, so it is on the seventh page.
    expect(await minutesUntilShown(on, name)).toBe(6);
    expect(read(on)).toBe(7);
    expect(on.cardsInChannel().map(({ ts }) => ts)).toEqual([await on.shown(name)]);
    expect(calls(on.run, "chat.postMessage")).toHaveLength(1);
    on.close();
  });

  it("is posted once more when everything was read that it could be in", async () => {
    const on = await stage();
    const name = await lost(on, { status: 500 });
    // Two hundred are thirteen pages and a bit.
    expect(await minutesUntilShown(on, name)).toBe(13);
    expect(read(on)).toBe(14);
    expect(on.cardsInChannel().map(({ ts }) => ts)).toEqual([await on.shown(name)]);
    on.close();
  });

  it("keeps no other card of the channel waiting", async () => {
    const on = await stage();
    const name = await lost(on, { status: 500, after: "commit" });
    await on.sweep();
    await on.wait(A_MINUTE);
    await on.sweep();
    expect(calls(on.run, "conversations.history").at(-1)?.status).toBe(429);
    expect(await on.shown(name)).toBeUndefined();
    const other = await on.ask();
    await on.sweep();
    expect(await on.shown(other)).toBeDefined();
    on.close();
  });

  it("is looked for from the beginning where Slack does not know any more where it was", async () => {
    const on = await stage();
    const name = await lost(on, { status: 500, after: "commit" });
    await on.sweep();
    await on.wait(A_MINUTE);
    on.run.slack.faults.next({ method: "conversations.history" }, { error: "invalid_cursor" });
    // One page was read before; now seven in seven minutes, the first of them at once.
    expect(await minutesUntilShown(on, name)).toBe(6);
    expect(calls(on.run, "chat.postMessage")).toHaveLength(1);
    on.close();
  });
});

describe("A line whose answer was lost in a busy thread, of which little may be read", () => {
  it("is found by tries that read on", async () => {
    const clock = new ManualClock();
    const run = await running({ clock, rateLimits: "on", isDistributed: true });
    const card = await posted(run);
    const { threads } = run.platform.cards;
    if (threads === undefined) throw new Error("there are no threads");
    const thread = await threads.idOf(ADDRESS, { id: card });
    if (thread === undefined) throw new Error("there is no thread");
    for (let said = 0; said < 40; said += 1)
      run.slack.people("U0GRACE").say({ place: PLACE, thread: card, text: `message ${said}` });
    const line = { name: "end", words: ["Accepted by Ada"] } as const;
    const tried = { nonce: NONCE, since: clock.now() };
    const said = await threads.say(thread, line, NONCE);
    let from: string | undefined;
    const reached = (place: string) => {
      from = place;
      return Promise.resolve();
    };
    const look = async () => threads.find(thread, line, { ...tried, progress: { from, reached } });
    // The card, forty messages, then the line, fifteen a minute: on the third page.
    for (let minute = 0; minute < 2; minute += 1) {
      await expect(look()).rejects.toMatchObject({ retryable: true, retryAfterMs: 60_000 });
      await clock.advance(60_000);
    }
    expect(await look()).toBe(said);
  });
});
