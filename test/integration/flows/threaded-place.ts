import { Fault, type FaultCode } from "../../../src/core/fault.ts";
import type { Card } from "../../../src/presentation/card.ts";
import type { Cards } from "../../../src/presentation/platform.ts";
import type { ThreadLine } from "../../../src/presentation/thread-lines.ts";
import { plainWords, type Words } from "../../../src/presentation/words.ts";

/** A platform in memory, whose cards have threads; it does as told the next times it is asked. */

export interface Shown {
  readonly id: string;
  /** Channel or thread. */
  readonly place: string;
  card: Card;
}

export interface Said {
  readonly id: string;
  readonly thread: string;
  text: string;
  readonly nonce: string;
}

type Order = (done: () => unknown) => unknown;

export const refuse = (code: FaultCode, retryAfterMs?: number): Order => {
  const retryable = code === "platform-unavailable" || code === "platform-silent";
  const more = retryAfterMs === undefined ? {} : { retryAfterMs };
  return () => Promise.reject(new Fault(code, code, { retryable, ...more }));
};

/** It is done, and the answer is lost. */
export const doneInSilence: Order = (done) => {
  done();
  return refuse("platform-silent")(done);
};

export const NOT_TOLD_HOW = "how to answer";

/**
 * `always`: every message has a thread by itself, as on Slack; else it is opened, as on Discord. `asks`: questions
 * can be asked there one after the other.
 */
export function threadedPlace({
  always,
  asks = false,
}: {
  readonly always: boolean;
  readonly asks?: boolean;
}) {
  const shown: Shown[] = [];
  const said: Said[] = [];
  const calls: string[] = [];
  const opened: string[] = [];
  const closed: string[] = [];
  /** By the kind of call. */
  const orders = new Map<string, Order[]>();
  let last = 100;
  const nextId = () => String((last += 1));

  const obey = async <T>(what: string, work: () => T): Promise<T> => {
    calls.push(what);
    const order = orders.get(what)?.shift();
    return (order === undefined ? work() : await order(work)) as T;
  };
  const cards: Cards = {
    post: ({ channel, thread }, card) =>
      obey("post", () => {
        const message = { id: nextId(), place: thread ?? channel, card };
        shown.push(message);
        return { id: message.id };
      }),
    find: (_address, { reference }) =>
      obey("find", () => shown.find(({ card }) => card.reference === reference)),
    edit: (_address, { id }, card) =>
      obey("edit", () => {
        for (const message of shown) if (message.id === id) message.card = card;
      }),
    remind: () => obey("remind", () => undefined),
    threads: {
      always,
      asks,
      idOf: ({ user, thread }, { id }) =>
        Promise.resolve(user === undefined ? (thread ?? `t${id}`) : undefined),
      open: (_address, { id }) =>
        obey("open", () => {
          if (!opened.includes(`t${id}`)) opened.push(`t${id}`);
        }),
      say: (thread, line, nonce) =>
        obey("say", () => {
          const id = nextId();
          said.push({ id, thread, text: textOf(line), nonce });
          return id;
        }),
      find: (thread, _line, { nonce }) =>
        obey("look", () => said.find((one) => one.thread === thread && one.nonce === nonce)?.id),
      rewrite: (_thread, message, words) =>
        obey("rewrite", () => {
          for (const line of said) if (line.id === message) line.text = flat(words);
        }),
      close: (thread) =>
        obey("close", () => {
          closed.push(thread);
        }),
    },
  };
  return {
    cards,
    nextId,
    shown,
    said,
    calls,
    opened,
    closed,
    texts: () => said.map(({ text }) => text),
    order: (what: string, ...next: readonly Order[]) => {
      orders.set(what, [...(orders.get(what) ?? []), ...next]);
    },
    called: (what: string) => calls.filter((each) => each === what).length,
  };
}

const flat = (words: Words) => plainWords(words).replaceAll("\n", " ");

function textOf(line: ThreadLine): string {
  if ("words" in line) return flat(line.words);
  if (!("step" in line)) return NOT_TOLD_HOW;
  const { step } = line;
  if (step.type === "question") return `${step.number} of ${step.of}: ${step.field.label}`;
  return step.lines.map(({ answer, by }) => `${answer} (${by})`).join(", ");
}
