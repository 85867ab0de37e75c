import { describe, expect, it } from "vitest";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { referenceTo } from "../../../src/core/reference.ts";
import type { Heard, Said } from "../../../src/presentation/platform.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import {
  NOT_ALL_ANSWERED,
  QUESTION_OVER,
  SEND_OR_CHANGE,
  TOO_EARLY,
} from "../../../src/presentation/wording.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { accepted, newInterrupt, openStore, pressOn } from "../redis/stores.ts";
import { cardFlowOver } from "./card-flow.ts";
import { accountOf, flowsOver } from "./people.ts";
import { doneInSilence, refuse, threadedPlace } from "./threaded-place.ts";

/** Questions that are asked one after the other in a thread, over a real Redis. */

const own = ownRedis();

const REGION = { enum: ["EU", "US"] };
const TRIP: Payload = {
  kind: "clarification",
  key: "trip:1",
  data: {
    questions: [
      { id: "region", question: "Which region?", schema: REGION },
      { id: "why", question: "Why?" },
      { id: "days", question: "How many days?", schema: { type: "integer", minimum: 1 } },
    ],
  },
};

async function stage(more: Partial<Interrupt> = {}) {
  const store = await openStore(own.server);
  const open = newInterrupt({ payload: TRIP, ...more });
  const place = threadedPlace({ always: false, asks: true });
  const cardsOver = (of: Store) => cardFlowOver(of, place.cards);
  const cards = cardsOver(store);
  await store.interrupts.commit({ from: 0, next: open });
  await cards.sweep(open.partition);
  const [thread = ""] = place.opened;
  const hears = async (did: Said["did"], by = "ada", over = store): Promise<Heard> => {
    const who = { account: accountOf(by), workspace: "T0ACME" };
    const said: Said = { reference: referenceTo(open), thread, ...who, did };
    return flowsOver(over).interviews.hear("slack", said, 2_000);
  };
  /** Somebody does something in the thread, and the sweep follows, as it would within a second. */
  const does: typeof hears = async (...what) => {
    const heard = await hears(...what);
    await cards.sweep(open.partition);
    return heard;
  };
  /** Ids of messages grow; what is said in the thread takes them from the same numbers. */
  const types = async (text: string, by?: string, message = place.nextId()) =>
    does({ type: "typed", text, message }, by);
  const sends = async (step: number, id = "send-1") => {
    const press = pressOn(open, id, { account: accountOf("ada") });
    return flowsOver(store).interviews.send(press, thread, step, 2_000);
  };
  const now = () => store.interrupts.load(open.partition, open.ref);
  return { ...place, store, open, cards, cardsOver, thread, hears, does, types, sends, now };
}

const wordsOf = (heard: Heard) =>
  "words" in heard && heard.words !== undefined ? plainWords(heard.words) : heard.state;

/** Answers everything: by a button, and typed. */
async function answered(at: Awaited<ReturnType<typeof stage>>) {
  await at.does({ type: "picked", step: 0, given: "o0" });
  await at.types("By train");
  await at.types("3", "grace");
}

describe("Questions in a thread", () => {
  it("are asked one after the other, summed up, and sent once as one answer", async () => {
    const at = await stage();
    expect(at.texts()).toEqual(["1 of 3: Which region?"]);
    expect(wordsOf(await at.does({ type: "picked", step: 0, given: "o0" }))).toBe(
      "Which region?\nEU · Ada Lovelace",
    );
    expect(await at.types("By train")).toEqual({ state: "heard" });
    await at.types("3", "grace");
    // What was answered stands where it was asked, without a button.
    expect(at.texts()).toEqual([
      "Which region? EU · Ada Lovelace",
      "Why? By train · Ada Lovelace",
      "How many days? 3 · Grace Hopper",
      "EU (Ada Lovelace), By train (Ada Lovelace), 3 (Grace Hopper)",
    ]);
    // Until somebody sends it, nothing is decided.
    expect((await at.now())?.version).toBe(1);
    const sent = await at.sends(3);
    if (sent.state !== "recorded") throw new Error(sent.state);
    expect((await sent.result).ok).toBe(true);
    expect((await at.now())?.outcome).toMatchObject({
      resumeValue: { answers: { region: "EU", why: "By train", days: 3 } },
      by: { id: "ada" },
    });
    // A second send is too late, as any second answer is.
    expect(await at.sends(3, "send-2")).toMatchObject({ state: "refused" });
    at.store.close();
  });

  it("say what is wrong with an answer, and ask on", async () => {
    const at = await stage();
    expect(wordsOf(await at.types("Mars"))).toBe(
      "That is none of the options. Write one of “EU”, “US”.",
    );
    await at.types("us");
    expect(at.texts().at(-1)).toBe("2 of 3: Why?");
    await at.types("By train");
    expect(wordsOf(await at.types("many"))).toMatch(/not a whole number/);
    expect(at.texts().at(-1)).toBe("3 of 3: How many days?");
    at.store.close();
  });

  it("are changed one by one before they are sent, and no earlier summary sends them", async () => {
    const at = await stage();
    await answered(at);
    expect(wordsOf(await at.types("more"))).toBe(plainWords(SEND_OR_CHANGE));
    expect(wordsOf(await at.does({ type: "change", step: 3, field: "f1" }))).toContain("Why?");
    expect(at.texts().at(-1)).toBe("2 of 3: Why?");
    const early = await at.sends(3);
    expect(early.state === "refused" && plainWords(early.result.words)).toBe(
      plainWords(NOT_ALL_ANSWERED),
    );
    await at.types("By boat");
    expect(at.texts().at(-1)).toContain("By boat");
    const stale = await at.sends(3);
    expect(stale.state === "refused" && plainWords(stale.result.words)).toBe(
      plainWords(QUESTION_OVER),
    );
    expect((await at.sends(5)).state).toBe("recorded");
    at.store.close();
  });

  it("take no answer for one that was given before they were asked, nor a message twice", async () => {
    const at = await stage();
    const message = at.nextId();
    await at.does({ type: "picked", step: 0, given: "o0" });
    // Written before the second question came up, and delivered after it.
    expect(wordsOf(await at.types("EU", "ada", message))).toBe(plainWords(TOO_EARLY));
    const later = at.nextId();
    await at.types("By train", "ada", later);
    expect(await at.types("By train", "ada", later)).toEqual({ state: "heard" });
    expect(at.texts().at(-1)).toBe("3 of 3: How many days?");
    // Nor is a button of an earlier question one of this one.
    expect(wordsOf(await at.does({ type: "picked", step: 0, given: "o1" }))).toBe(
      plainWords(QUESTION_OVER),
    );
    at.store.close();
  });

  it("are answered only by who may, and by nobody after the end", async () => {
    const at = await stage();
    expect(await at.types("EU", "mallory")).toMatchObject({ state: "refused" });
    expect(at.texts()).toEqual(["1 of 3: Which region?"]);
    await at.store.interrupts.commit({ from: 1, next: accepted(at.open) });
    await at.cards.sweep(at.open.partition);
    expect(await at.types("EU")).toMatchObject({ state: "refused" });
    at.store.close();
  });

  it("stand without buttons when it ends elsewhere: the last question, and answers nobody sent", async () => {
    const asking = await stage();
    await asking.does({ type: "picked", step: 0, given: "o0" });
    const answered3 = await stage();
    await answered(answered3);
    const sent = await stage();
    await answered(sent);
    for (const at of [asking, answered3]) {
      await at.store.interrupts.commit({ from: 1, next: accepted(at.open) });
      await at.cards.sweep(at.open.partition);
    }
    const sending = await sent.sends(3);
    if (sending.state !== "recorded") throw new Error(sending.state);
    await sending.result;
    await sent.cards.sweep(sent.open.partition);
    const beforeTheEnd = (at: typeof asking) => at.texts().at(-2);
    expect(beforeTheEnd(asking)).toBe("Not asked any more: Why?");
    expect(beforeTheEnd(answered3)).toBe("The answers given here were not sent.");
    expect(beforeTheEnd(sent)).toBe("The answers were sent.");
    for (const { store } of [asking, answered3, sent]) store.close();
  });

  it("never say the answer to another one, though one was answered before its place was known", async () => {
    const at = await stage();
    // The second question is out, its place is not known yet, and somebody answers it.
    at.order("say", doneInSilence);
    await at.does({ type: "picked", step: 0, given: "o0" });
    await at.hears({ type: "picked", step: 1, given: "By train" });
    const later = await openStore(own.server, at.store.prefix, 60_000);
    await at.cardsOver(later).sweep(at.open.partition);
    expect(at.texts()).toEqual([
      "Which region? EU · Ada Lovelace",
      "2 of 3: Why?",
      "3 of 3: How many days?",
    ]);
    later.close();
    at.store.close();
  });

  it("go on where the message of the last one was deleted", async () => {
    const at = await stage();
    at.order("rewrite", refuse("message-gone"));
    await at.does({ type: "picked", step: 0, given: "o0" });
    expect(at.texts().at(-1)).toBe("2 of 3: Why?");
    at.store.close();
  });

  it("go on after a crash between an answer and the next question, which is asked once", async () => {
    const at = await stage();
    at.order("say", doneInSilence);
    await at.does({ type: "picked", step: 0, given: "o0" });
    // It was said, and the answer was lost: whoever comes next finds it.
    const later = await openStore(own.server, at.store.prefix, 60_000);
    await at.cardsOver(later).sweep(at.open.partition);
    expect(at.texts()).toEqual(["Which region? EU · Ada Lovelace", "2 of 3: Why?"]);
    later.close();
    at.store.close();
  });

  it("are asked although the answer came while the card was being worked on", async () => {
    const at = await stage();
    // The next question is being said when somebody answers it already, by a button that came first.
    at.order("say", async (done) => {
      const said = done();
      await at.hears({ type: "picked", step: 1, given: "By train" });
      return said;
    });
    await at.does({ type: "picked", step: 0, given: "o0" });
    await at.cards.sweep(at.open.partition);
    expect(at.texts()).toEqual([
      "Which region? EU · Ada Lovelace",
      "Why? By train · Ada Lovelace",
      "3 of 3: How many days?",
    ]);
    at.store.close();
  });

  it("are not answered by what somebody says elsewhere", async () => {
    const at = await stage();
    const reference = referenceTo(at.open);
    const who = { account: accountOf("ada"), workspace: "T0ACME" };
    const did = { type: "typed", text: "lol", message: at.nextId() } as const;
    const said = { reference, thread: "t9999", ...who, did };
    const { interviews, presses } = flowsOver(at.store);
    expect(await interviews.hear("slack", said, 2_000)).toEqual({ state: "none" });
    // It is an answer like any other then, and answers nothing.
    const press = { ...pressOn(at.open, "typed-1", who), response: { answer: "lol" } };
    const taken = await presses.take(press, 2_000);
    if (taken.state !== "recorded") throw new Error(taken.state);
    const result = await taken.result;
    expect(result.ok ? "" : plainWords(result.words)).toMatch(/is not answered by a message/);
    expect((await at.now())?.outcome).toBeUndefined();
    at.store.close();
  });

  it("take one of two answers that two replicas hear at the same moment", async () => {
    const at = await stage();
    const other = await openStore(own.server, at.store.prefix);
    const heard = await Promise.all([
      at.does({ type: "picked", step: 0, given: "o0" }),
      at.does({ type: "picked", step: 0, given: "o1" }, "grace", other),
    ]);
    expect(heard.map(({ state }) => state).toSorted()).toEqual(["heard", "refused"]);
    expect(at.texts()).toEqual([
      expect.stringMatching(/^Which region\? (EU · Ada Lovelace|US · Grace Hopper)$/),
      "2 of 3: Why?",
    ]);
    other.close();
    at.store.close();
  });

  it("are not asked where there are no buttons to choose by", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt({ payload: TRIP });
    const place = threadedPlace({ always: false });
    await store.interrupts.commit({ from: 0, next: open });
    const cards = cardFlowOver(store, place.cards);
    await cards.sweep(open.partition);
    expect(place.opened).toEqual([]);
    expect(place.shown).toHaveLength(1);
    store.close();
  });
});
