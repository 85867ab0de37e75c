import { describe, expect, it } from "vitest";
import type { Exchange, Interrupt } from "../../../src/core/interrupt.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { questionInThread } from "../../../src/flows/thread-questions.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { accepted, ASKED_AT, newInterrupt, openStore } from "../redis/stores.ts";
import { cardFlowOver } from "./card-flow.ts";
import { doneInSilence, NOT_TOLD_HOW, refuse, threadedPlace } from "./threaded-place.ts";

const own = ownRedis();

const ada = { id: "ada", name: "Ada" };
const ADDRESS = "slack:T0ACME/C0FINANCE";

/** One question: it is asked in words, and its answers are typed. */
const question: Payload = {
  kind: "clarification",
  key: "settle:1",
  data: { questions: [{ id: "evening", question: "Which evening?" }] },
};

function asked(index: number, answer?: string): Exchange {
  const at = ASKED_AT + 1_000 * index;
  return {
    askId: `ask-${index}`,
    question: `Why ${index}?`,
    by: ada,
    via: "slack",
    at,
    answer: answer === undefined ? undefined : { text: answer, at: at + 500 },
  };
}

const withExchanges = (interrupt: Interrupt, exchanges: readonly Exchange[]): Interrupt => ({
  ...interrupt,
  version: interrupt.version + 1,
  exchanges,
});

async function stage({ always = true, ...more }: Partial<Interrupt> & { always?: boolean } = {}) {
  const store = await openStore(own.server);
  const open = newInterrupt(more);
  const place = threadedPlace({ always });
  const flowOver = (of: Store) => cardFlowOver(of, place.cards);
  const flow = flowOver(store);
  const name = { partition: open.partition, ref: open.ref, address: open.destinations[0] ?? "" };
  await store.interrupts.commit({ from: 0, next: open });
  await flow.sweep(open.partition);
  return {
    store,
    open,
    name,
    ...place,
    flow,
    flowOver,
    become: async (next: Interrupt) => {
      await store.interrupts.commit({ from: next.version - 1, next });
      await flow.sweep(open.partition);
      return next;
    },
    /** Sweeps as if it were later, so that what was put off is due. */
    sweepLater: async (ms: number) => {
      const later = await openStore(own.server, store.prefix, ms);
      await flowOver(later).sweep(open.partition);
      later.close();
    },
    dueIn: async () => {
      const rows = await own.redis.zrange(
        store.keys.copiesDue(open.partition),
        0,
        "-1",
        "WITHSCORES",
      );
      return rows.length === 0 ? undefined : Number(rows[1]) - store.clock.now();
    },
  };
}

describe("The thread of a card", () => {
  it("hears who asked back, the answer and the end, each once, in the order in which they happened", async () => {
    const { store, open, become, texts, flow } = await stage();
    const first = await become(withExchanges(open, [asked(1), asked(2)]));
    const second = await become(withExchanges(first, [asked(1, "Because."), asked(2)]));
    await flow.redraw(second);
    await become(accepted(second));
    await flow.sweep(open.partition);
    expect(texts()).toEqual([
      "Ada asked: “Why 1?”",
      "Ada asked: “Why 2?”",
      "Answer to Ada: Because.",
      expect.stringMatching(/^Accepted by Ada Lovelace · /),
    ]);
    store.close();
  });

  it("hears everything that was missed while nobody swept, each thing where it belongs", async () => {
    const { store, open, texts, become, flow } = await stage();
    const first = withExchanges(open, [asked(1, "Because."), asked(2)]);
    await store.interrupts.commit({ from: 1, next: first });
    await become(accepted(first));
    await flow.sweep(open.partition);
    expect(texts()).toHaveLength(4);
    expect(texts().slice(0, 3)).toEqual([
      "Ada asked: “Why 1?”",
      "Answer to Ada: Because.",
      "Ada asked: “Why 2?”",
    ]);
    store.close();
  });

  it("hears each line once of two replicas that work at the same moment", async () => {
    const { store, open, texts, flow, flowOver } = await stage();
    const other = await openStore(own.server, store.prefix);
    const next = withExchanges(open, [asked(1, "Because.")]);
    await store.interrupts.commit({ from: 1, next });
    await Promise.all(
      [flow, flowOver(other)].flatMap((one) => [one.sweep(open.partition), one.refresh(next)]),
    );
    await flow.sweep(open.partition);
    expect(texts()).toEqual(["Ada asked: “Why 1?”", "Answer to Ada: Because."]);
    other.close();
    store.close();
  });

  it("is looked through before a line is said again whose answer was lost", async () => {
    const { store, open, texts, order, become, sweepLater, dueIn, called } = await stage();
    order("say", doneInSilence);
    await become(accepted(open));
    // What got no answer may still be on its way.
    expect(await dueIn()).toBeGreaterThan(10_000);
    await sweepLater(60_000);
    expect(texts()).toHaveLength(1);
    expect([called("say"), called("look")]).toEqual([1, 1]);
    // The card itself was right already.
    expect(called("edit")).toBe(1);
    expect(await dueIn()).toBeUndefined();
    store.close();
  });

  it("hears a line after a crash that came before it was said", async () => {
    const { store, open, name, texts, become } = await stage();
    const copy = await store.copies.load(name);
    if (copy === undefined) throw new Error("there is no copy");
    await store.copies.save(name, { ...copy, telling: { name: "end", at: ASKED_AT } });
    await become(accepted(open));
    expect(texts()).toHaveLength(1);
    store.close();
  });

  it("is not looked through again for nothing: what was refused was not said", async () => {
    const { store, open, texts, order, become, sweepLater, called } = await stage();
    order("say", refuse("platform-unavailable", 2_000));
    await become(accepted(open));
    expect(texts()).toEqual([]);
    await sweepLater(60_000);
    expect(texts()).toHaveLength(1);
    expect(called("look")).toBe(0);
    store.close();
  });

  it("is still looked through when the first look was refused", async () => {
    const { store, open, texts, order, become, sweepLater, called } = await stage();
    order("say", doneInSilence);
    order("look", refuse("platform-unavailable", 2_000));
    await become(accepted(open));
    await sweepLater(60_000);
    await sweepLater(120_000);
    expect(texts()).toHaveLength(1);
    expect([called("say"), called("look")]).toEqual([1, 2]);
    store.close();
  });

  it.each(["no-access", "platform-refused"] as const)(
    "that was locked or deleted (%s) costs no second try, and the card is right all the same",
    async (code) => {
      const { store, open, order, become, dueIn, called, shown } = await stage();
      order("say", refuse(code));
      await become(accepted(open));
      expect(called("say")).toBe(1);
      expect(await dueIn()).toBeUndefined();
      expect(shown).toMatchObject([{ card: { state: "yes" } }]);
      store.close();
    },
  );

  it("of a card that was posted again hears each line under a nonce of its own", async () => {
    const { store, open, order, become, said, flow } = await stage({ payload: question });
    order("edit", refuse("message-gone"));
    await become({ ...open, version: 2 });
    await flow.sweep(open.partition);
    // The same line, in two threads: Discord would take a nonce that it knows for the first one.
    expect(said.map(({ text }) => text)).toEqual([NOT_TOLD_HOW, NOT_TOLD_HOW]);
    expect(new Set(said.map(({ nonce }) => nonce)).size).toBe(2);
    store.close();
  });

  it("does not hear what stands on the card since it was posted", async () => {
    const before = [asked(1, "Because."), asked(2)];
    const { store, open, texts, become } = await stage({ exchanges: before });
    expect(texts()).toEqual([]);
    await become(withExchanges(open, [asked(1, "Because."), asked(2, "It is late.")]));
    expect(texts()).toEqual(["Answer to Ada: It is late."]);
    store.close();
  });

  it("hears no end of what was only told", async () => {
    const { store, texts, calls } = await stage({
      payload: { kind: "conversation.start", key: "talk:1", data: { conversationId: "talk" } },
      outcome: { kind: "noted", at: ASKED_AT },
    });
    expect(texts()).toEqual([]);
    expect(calls).toEqual(["post"]);
    store.close();
  });
});

describe("A thread that has to be opened", () => {
  it("is not opened for an outcome alone", async () => {
    const { store, open, become, calls } = await stage({ always: false });
    await become(accepted(open));
    expect(calls).toEqual(["post", "edit"]);
    store.close();
  });

  it("is opened by the first question back, and then hears the end, too", async () => {
    const { store, open, become, opened, said } = await stage({ always: false });
    const next = await become(withExchanges(open, [asked(1)]));
    await become(accepted(next));
    expect(opened).toEqual(["t101"]);
    expect(said.map(({ thread }) => thread)).toEqual(["t101", "t101"]);
    store.close();
  });

  it("that may not be opened is not tried again, and holds up no card", async () => {
    const { store, open, order, become, called, dueIn, shown } = await stage({ always: false });
    order("open", refuse("no-access"));
    const next = await become(withExchanges(open, [asked(1)]));
    await become(accepted(next));
    expect([called("open"), called("say")]).toEqual([1, 0]);
    expect(await dueIn()).toBeUndefined();
    expect(shown).toMatchObject([{ card: { state: "yes" } }]);
    store.close();
  });

  it("of a copy that an earlier version opened and ended hears nothing twice", async () => {
    const { store, open, name, become, called } = await stage({ always: false });
    const copy = await store.copies.load(name);
    if (copy === undefined) throw new Error("there is no copy");
    const { told: _, ...older } = copy;
    await store.copies.save(name, { ...older, thread: "t101", threadEnded: true });
    await become(accepted(open));
    expect(called("say")).toBe(0);
    store.close();
  });
});

describe("A question whose answers are typed", () => {
  it("says once how to answer, and its thread leads to it before anybody can see it", async () => {
    const { store, open, said, flow } = await stage({ always: false, payload: question });
    await flow.redraw(open);
    expect(said).toMatchObject([{ thread: "t101", text: NOT_TOLD_HOW }]);
    expect(await store.threads.find("slack", "t101")).toMatchObject({ ref: open.ref });
    store.close();
  });

  it("is pointed at already when opening the thread got no answer", async () => {
    const { store, open, order, become, texts, sweepLater } = await stage({ always: false });
    const second = newInterrupt({ runId: open.runId, payload: { ...question, key: "q:2" } });
    order("open", doneInSilence);
    await store.interrupts.commit({ from: 0, next: second });
    await become(withExchanges(open, []));
    expect(await store.threads.find("slack", "t102")).toMatchObject({ ref: second.ref });
    await sweepLater(60_000);
    expect(texts()).toEqual([NOT_TOLD_HOW]);
    store.close();
  });

  it("is answered by form alone in a thread that people began", async () => {
    const { store, texts } = await stage({
      payload: question,
      destinations: [`${ADDRESS}/1700000000.000100`],
    });
    expect(texts()).toEqual([]);
    expect(await store.threads.find("slack", "1700000000.000100")).toBeUndefined();
    store.close();
  });
});

describe("In a thread with several questions, a message answers", () => {
  const thread = { platform: "slack", thread: "C0FINANCE:1700000000.000100" } as const;
  const atSecond = (second: number) => `17000000${String(second).padStart(2, "0")}.000100`;

  async function conversation() {
    const store = await openStore(own.server);
    const runId = newInterrupt().runId;
    const questions = ["a", "b"].map((key) =>
      newInterrupt({ runId, payload: { ...question, key } }),
    );
    for (const [index, next] of questions.entries()) {
      await store.interrupts.commit({ from: 0, next });
      const reference = {
        partition: next.partition,
        ref: next.ref,
        shown: next.digest.slice(0, 12),
      };
      await store.threads.ask(
        thread.platform,
        thread.thread,
        atSecond(10 * (index + 1)),
        reference,
      );
    }
    const [first, second] = questions;
    if (first === undefined || second === undefined) throw new Error("there are two");
    const answers = async (second_: number) =>
      (await questionInThread(store, { ...thread, message: atSecond(second_) }))?.ref;
    return { store, first, second, answers };
  }

  it("the latest that waits, of those asked before it", async () => {
    const { store, first, second, answers } = await conversation();
    expect(await answers(5)).toBeUndefined();
    expect(await answers(15)).toBe(first.ref);
    expect(await answers(25)).toBe(second.ref);
    await store.interrupts.commit({ from: 1, next: accepted(second) });
    expect(await answers(25)).toBe(first.ref);
    store.close();
  });

  it("the latest where none waits any more, so that whoever wrote hears it", async () => {
    const { store, first, second, answers } = await conversation();
    for (const one of [first, second]) {
      await store.interrupts.commit({ from: 1, next: accepted(one) });
    }
    expect(await answers(25)).toBe(second.ref);
    store.close();
  });

  it("nothing where it is no thread of ours", async () => {
    const { store } = await conversation();
    const elsewhere = { ...thread, thread: "C0OTHER:1700000000.000100", message: atSecond(25) };
    expect(await questionInThread(store, elsewhere)).toBeUndefined();
    store.close();
  });
});
