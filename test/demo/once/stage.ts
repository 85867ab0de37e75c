import { until } from "../../support/until.ts";
import type { Bot } from "../bot.ts";
import type { Engine, EngineEvent, Raised } from "../engine.ts";
import { members } from "../json.ts";
import { ADA } from "../world.ts";
import { expectSame, says, Unexpected } from "./expectation.ts";
import type { Marked } from "./marking.ts";
import type { Card, Seat, SeatWithThreads } from "./seat.ts";

/** Everything a case may touch: the engine's side, the people's side, and the switch of the bot. */
export interface Stage {
  readonly engine: Engine;
  readonly slack: Seat;
  readonly discord: SeatWithThreads;
  readonly bot: Bot;
}

/** A question that stands on both platforms. */
export interface Asked extends Marked {
  readonly raised: Raised;
}

const DECIDING = /^(?:Accept|Edit and accept|Send back|Ask|Reject|Answer|Go ahead|Stop)$/;

export function seatsOf({ slack, discord }: Stage): readonly Seat[] {
  return [slack, discord];
}

/** Raises a question and waits until its card stands on both platforms. */
export async function ask(stage: Stage, marked: Marked): Promise<Asked> {
  const raised = await stage.engine.raise(marked.question, marked.agent);
  await Promise.all(seatsOf(stage).map((seat) => cardOf(seat, marked.mark)));
  return { ...marked, raised };
}

/** The one card with this mark, as soon as it is there. */
export async function cardOf(seat: Seat, mark: string): Promise<Card> {
  const cards = await until(
    `a card on ${seat.platform}`,
    async () => {
      const found = await seat.cards(ADA, mark);
      return found.length > 0 ? found : undefined;
    },
    { everyMs: 50 },
  );
  expectSame(`cards on ${seat.platform}`, cards.length, 1);
  return cards[0] as Card;
}

export function isWaiting({ buttons }: Card): boolean {
  return buttons.some(({ label }) => DECIDING.test(label));
}

/**
 * Both cards come to say how it ended, and nothing on them can decide any more. That they cannot decide is not
 * enough to wait for: a card that only programs answer has no button while it waits, either.
 */
export async function expectEnded(
  stage: Stage,
  { mark }: Marked,
  words: readonly (string | RegExp)[],
): Promise<void> {
  for (const seat of seatsOf(stage)) {
    const last = { text: "no card" };
    await until(
      `the card on ${seat.platform} shows the end`,
      async () => {
        const card = await cardOf(seat, mark);
        last.text = card.text;
        return isWaiting(card) ? undefined : says(card.text, words) || undefined;
      },
      { everyMs: 50 },
    ).catch(() => {
      throw new Unexpected(`the card on ${seat.platform} after the end`, words, last.text);
    });
  }
}

/** Both cards come to say this, and can still be decided. */
export async function expectOpen(
  stage: Stage,
  { mark }: Marked,
  words: readonly string[],
): Promise<void> {
  for (const seat of seatsOf(stage)) {
    const last = { text: "no card" };
    const card = await until(
      `the card on ${seat.platform} says it`,
      async () => {
        const seen = await cardOf(seat, mark);
        last.text = seen.text;
        return words.every((word) => seen.text.includes(word)) ? seen : undefined;
      },
      { everyMs: 50 },
    ).catch(() => {
      throw new Unexpected(`the card on ${seat.platform}`, words, last.text);
    });
    expectSame(`the card on ${seat.platform} still has its buttons`, isWaiting(card), true);
  }
}

/** Nothing has happened to either card: it waits, and can still be decided. */
export async function expectWaiting(stage: Stage, { mark }: Marked): Promise<void> {
  for (const seat of seatsOf(stage)) {
    const card = await cardOf(seat, mark);
    expectSame(`the card on ${seat.platform} still has its buttons`, isWaiting(card), true);
  }
}

/** How the run's interrupt was resolved: exactly once, in the closed shape, under the announced id. */
export async function expectResolved(
  stage: Stage,
  { raised, question }: Asked,
  expected: unknown,
): Promise<EngineEvent> {
  const resolved = await until(
    `interrupt.resolved of ${raised.runId}`,
    () => resolutionsOf(stage, raised)[0],
  );
  expectSame("interrupt.resolved events", resolutionsOf(stage, raised).length, 1);
  const { resumeValue, ...rest } = members(resolved.payload);
  const interruptId = announcedId(stage, raised);
  expectSame("the payload", rest, { nodeId: raised.nodeId, interruptId, kind: question.kind });
  expectSame("the resume value", withoutInstant(resumeValue, expected), expected);
  return resolved;
}

export function resolutionsOf({ engine }: Stage, { runId }: Raised): readonly EngineEvent[] {
  return engine.resolutionsOf(runId).filter(({ type }) => type === "interrupt.resolved");
}

/** The id that node.suspended told the engine before anything was decided. */
export function announcedId({ engine }: Stage, { runId, event }: Raised): unknown {
  const suspended = engine.resolutionsOf(runId).filter(({ type }) => type === "node.suspended");
  expectSame("node.suspended events", suspended.length, 1);
  const payload = members(suspended[0]?.payload);
  expectSame("the key node.suspended names", payload["key"], members(event.payload)["key"]);
  return payload["interruptId"];
}

/** `decidedAt` is checked for being an instant of just now, and then left out: its value cannot be foretold. */
function withoutInstant(resumeValue: unknown, expected: unknown): unknown {
  const names = members(expected);
  if (!("action" in names) || "decidedAt" in names) return resumeValue;
  const { decidedAt, ...rest } = members(resumeValue);
  expectJustNow("decidedAt", decidedAt);
  return rest;
}

function expectJustNow(what: string, instant: unknown): void {
  const age = Date.now() - Date.parse(String(instant));
  if (!(Math.abs(age) < 120_000)) throw new Unexpected(what, "an instant of just now", instant);
}

/** The event of this type that came last, with exactly this in its payload beside ids and instants. */
export async function expectTold(
  stage: Stage,
  { raised }: Asked,
  type: "parley.interrupt.voted" | "parley.interrupt.asked",
  expected: Readonly<Record<string, unknown>>,
  count = 1,
): Promise<Readonly<Record<string, unknown>>> {
  const told = await until(`${type} of ${raised.runId}`, () => {
    const events = stage.engine.resolutionsOf(raised.runId).filter((each) => each.type === type);
    return events.length < count ? undefined : events;
  });
  expectSame(`events ${type}`, told.length, count);
  const payload = members(told.at(-1)?.payload);
  const { nodeId, interruptId, askId: _askId, at, askedAt, ...rest } = payload;
  expectSame("nodeId", nodeId, raised.nodeId);
  expectSame("interruptId", interruptId, announcedId(stage, raised));
  expectJustNow("its instant", at ?? askedAt);
  expectSame(`the payload of ${type}`, rest, expected);
  return payload;
}

/** Waits for a note that was not among these before, for this person's eyes only. */
export async function newNote(
  seat: Seat,
  person: Parameters<Seat["privateNotes"]>[0],
  before: readonly string[],
): Promise<string> {
  return until(
    `a private note for ${person.name} on ${seat.platform}`,
    async () => (await seat.privateNotes(person)).slice(before.length)[0],
    { everyMs: 50 },
  );
}
