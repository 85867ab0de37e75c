import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { questionInThread } from "../../../src/flows/thread-questions.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { accepted, newInterrupt, openStore } from "../redis/stores.ts";
import { cardFlowOver } from "./card-flow.ts";
import { doneInSilence, NOT_TOLD_HOW, refuse, threadedPlace } from "./threaded-place.ts";

const own = ownRedis();

const CHANNEL = "C0FINANCE";

/** A run with a conversation, over a platform on which threads have to be opened, as on Discord. */
async function stage() {
  const store = await openStore(own.server);
  const place = threadedPlace({ always: false });
  const { runId, partition } = newInterrupt();
  const conversationId = `talk-${randomBytes(6).toString("hex")}`;
  const now = store.clock.now();
  const flowOver = (of: typeof store) => cardFlowOver(of, place.cards);
  const open = async (payload: Payload, more: Partial<Interrupt> = {}) => {
    const next = newInterrupt({ runId, payload, requestedAt: now, ...more });
    await store.interrupts.commit({ from: 0, next });
    return next;
  };
  const sweep = async () => flowOver(store).sweep(partition);
  return {
    store,
    ...place,
    conversationId,
    open,
    sweep,
    /** The first card: told, and over. */
    start: async (more: Partial<Interrupt> = {}) => {
      const data = { conversationId, title: "About the invoice" };
      const outcome = { kind: "noted", at: now } as const;
      const payload = { kind: "conversation.start", key: "talk:1", data } as const;
      const next = newInterrupt({ runId, payload });
      await store.conversations.begin("acme", conversationId, next.ref, partition);
      return open(payload, { outcome, ...more });
    },
    exchange: async (turn: number, more: Partial<Interrupt> = {}) =>
      open(
        {
          kind: "conversation.exchange",
          key: `talk:turn:${turn}`,
          data: { conversationId, turnIndex: turn, prompt: `Turn ${turn}?` },
        },
        more,
      ),
    close: async () =>
      open(
        { kind: "conversation.close", key: "talk:end", data: { conversationId } },
        { outcome: { kind: "noted", at: now } },
      ),
    become: async (next: Interrupt) => {
      await store.interrupts.commit({ from: next.version - 1, next });
      await sweep();
    },
    sweepLater: async (ms: number) => {
      const later = await openStore(own.server, store.prefix, ms);
      await flowOver(later).sweep(partition);
      later.close();
    },
    places: () => place.shown.map((message) => message.place),
    dueMembers: async () => {
      return own.redis.zrange(store.keys.copiesDue(partition), 0, "-1");
    },
  };
}

describe("The cards of a conversation", () => {
  it("stand in the thread of the first one, where each question is answered", async () => {
    const { store, start, exchange, sweep, places, opened, said } = await stage();
    await start();
    await sweep();
    const first = await exchange(1);
    const second = await exchange(2);
    await sweep();
    expect(places()).toEqual([CHANNEL, "t101", "t101"]);
    expect(opened).toEqual(["t101"]);
    expect(said.map(({ thread, text }) => [thread, text])).toEqual([
      ["t101", NOT_TOLD_HOW],
      ["t101", NOT_TOLD_HOW],
    ]);
    const asked = await store.threads.asked("slack", "t101");
    expect(asked.map(({ reference }) => reference.ref).toSorted()).toEqual(
      [first.ref, second.ref].toSorted(),
    );
    store.close();
  });

  it("hear in their thread what is typed to a turn that a form answers, without inviting it", async () => {
    const { store, start, open, exchange, conversationId, sweep, said, shown } = await stage();
    await start();
    await sweep();
    await exchange(1);
    await sweep();
    const data = { conversationId, turnIndex: 2, prompt: "How many?" };
    const outcomeSchema = { type: "integer" };
    const form = await open({
      kind: "conversation.exchange",
      key: "talk:turn:2",
      data: { ...data, outcomeSchema },
    });
    await sweep();
    expect(said.map(({ text }) => text)).toEqual([NOT_TOLD_HOW]);
    const card = shown.at(-1)?.id ?? "";
    const asked = await store.threads.asked("slack", "t101");
    expect(asked.find(({ messageId }) => messageId === card)?.reference.ref).toBe(form.ref);
    // What is typed now is for this turn, and no answer to the earlier one.
    const message = String(Number(card) + 100);
    const heard = await questionInThread(store, { platform: "slack", thread: "t101", message });
    expect(heard?.ref).toBe(form.ref);
    store.close();
  });

  it("are brought up to date, and hear their end, where they stand; the last one puts the thread away, once", async () => {
    const { store, start, exchange, close, sweep, become, closed, said, shown } = await stage();
    await start();
    await sweep();
    const turn = await exchange(1);
    await sweep();
    await become(accepted(turn));
    expect(shown[1]).toMatchObject({ place: "t101", card: { state: "yes" } });
    expect(said.at(-1)).toMatchObject({ thread: "t101", text: expect.stringMatching(/^Accepted/) });
    expect(closed).toEqual([]);
    const last = await close();
    await sweep();
    await become({ ...last, version: 2 });
    expect(closed).toEqual(["t101"]);
    store.close();
  });

  it("wait for the first one, which is on its way, and go into the channel when it does not come", async () => {
    const { store, start, exchange, sweep, sweepLater, places, order, dueMembers } = await stage();
    await start();
    // Not to be tried again before the half minute is over, however slow the sweeps are.
    order("post", refuse("platform-unavailable", 30_000), refuse("platform-unavailable"));
    await sweep();
    await exchange(1);
    await sweep();
    expect(places()).toEqual([]);
    expect(await dueMembers()).toHaveLength(2);
    // More than half a minute after it was asked.
    await sweepLater(40_000);
    expect(places()).toEqual([CHANNEL]);
    store.close();
  });

  it("stand in the thread when the first one was shown meanwhile", async () => {
    const { store, start, exchange, sweep, sweepLater, places, order } = await stage();
    await start();
    order("post", refuse("platform-unavailable"));
    await sweep();
    await exchange(1);
    await sweepLater(5_000);
    await sweepLater(10_000);
    expect(places()).toEqual([CHANNEL, "t101"]);
    store.close();
  });

  it("stand in the channel where the conversation began elsewhere, or is not known", async () => {
    const { store, start, exchange, sweep, places } = await stage();
    await exchange(1);
    await sweep();
    await start({ destinations: ["slack:T0ACME/C0OTHER"] });
    await sweep();
    await exchange(2);
    await sweep();
    expect(places()).toEqual([CHANNEL, "C0OTHER", CHANNEL]);
    store.close();
  });

  it.each(["no-access", "place-gone", "place-shut"] as const)(
    "go into the channel at once where the thread takes nothing (%s), and stay there",
    async (code) => {
      const { store, start, exchange, sweep, become, places, order, called } = await stage();
      await start();
      await sweep();
      order("post", refuse(code));
      const turn = await exchange(1);
      await sweep();
      expect(places()).toEqual([CHANNEL, CHANNEL]);
      await become({ ...turn, version: 2 });
      expect(called("post")).toBe(3);
      store.close();
    },
  );

  it("are looked for in the thread when the answer to their post was lost", async () => {
    const { store, start, exchange, sweep, sweepLater, places, order, called } = await stage();
    await start();
    await sweep();
    order("post", doneInSilence);
    await exchange(1);
    await sweep();
    await sweepLater(60_000);
    expect(places()).toEqual([CHANNEL, "t101"]);
    expect(called("find")).toBe(1);
    store.close();
  });

  it("are given up where their thread was deleted, like a message that was", async () => {
    const { store, start, exchange, sweep, become, order, dueMembers } = await stage();
    await start();
    await sweep();
    const turn = await exchange(1);
    await sweep();
    order("edit", refuse("place-gone"));
    await become(accepted(turn));
    expect(await dueMembers()).toEqual([]);
    store.close();
  });

  it("are posted again in the channel where their thread was shut, and those left there are ended when it opens", async () => {
    const { store, start, exchange, sweep, sweepLater, become, places, order, shown, dueMembers } =
      await stage();
    await start();
    await sweep();
    const turn = await exchange(1);
    await sweep();
    order("edit", refuse("place-shut"));
    const asked = { ...turn, version: 2 };
    await become(asked);
    await sweep();
    expect(places()).toEqual([CHANNEL, "t101", CHANNEL]);
    // The end: the new card takes it, and the thread is still shut.
    order("edit", (work) => work(), refuse("place-shut"));
    await become({ ...accepted(asked), version: 3 });
    expect(shown.map(({ card }) => card.state).slice(1)).toEqual(["waiting", "yes"]);
    await sweepLater(60_000);
    expect(shown.map(({ card }) => card.state).slice(1)).toEqual(["yes", "yes"]);
    expect(await dueMembers()).toEqual([]);
    store.close();
  });

  it("stand one below the other in direct messages, where no thread can hang", async () => {
    const { store, start, exchange, sweep, shown } = await stage();
    const destinations = ["slack:T0ACME/@U0ADA"];
    await start({ destinations });
    await sweep();
    await exchange(1, { destinations });
    await sweep();
    expect(shown.map(({ place }) => place)).toEqual(["", ""]);
    store.close();
  });
});
