import { digestOf } from "../core/digest.ts";
import { Fault } from "../core/fault.ts";
import {
  type Address,
  type Interrupt,
  parseAddress,
  type PlatformName,
} from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type {
  Clock,
  Copies,
  Copy,
  CopyName,
  CopySchedule,
  Interrupts,
  Threads,
} from "../core/ports.ts";
import type { Press } from "../core/press.ts";
import { referenceTo } from "../core/reference.ts";
import { type Card, present } from "../presentation/card.ts";
import type { Cards, PostedMessage } from "../presentation/platform.ts";
import { reminderWords } from "../presentation/reminder.ts";

export interface DrawingOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly schedule: CopySchedule;
  readonly threads: Threads;
  readonly cardsOf: (platform: PlatformName) => Cards | undefined;
  /** Members of an address's platform who are asked and have not decided; nobody where all may. */
  readonly toRemind: (interrupt: Interrupt, address: Address) => readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

export interface Draw {
  /** Of a press on this very copy, where one is at hand: a faster way to edit it. */
  readonly reply?: string | undefined;
  /** Also when the copy is thought to show the wanted version. */
  readonly always?: boolean;
}

/** A copy whose platform this replica does not serve is left to one that does, for this long. */
const NOT_OURS_MS = 60_000;

/** One step towards the wanted version; true when there is nothing more to do now. */
export async function bring(options: DrawingOptions, name: CopyName, draw: Draw): Promise<boolean> {
  const { interrupts, copies, schedule } = options;
  const interrupt = await interrupts.load(name.partition, name.ref);
  const copy = await copies.load(name);
  if (interrupt === undefined || copy === undefined) {
    // The record has ended its life.
    await schedule.giveUp(name);
    return true;
  }
  const cards = options.cardsOf(addressOf(name).platform);
  if (cards === undefined) {
    await schedule.postpone(name, NOT_OURS_MS);
    return true;
  }
  const target: Target = { name, copy, cards, interrupt, card: present(interrupt) };
  const shown = await reminded(options, target, await show(options, target, draw));
  await copies.save(name, { ...shown, shown: interrupt.version, failures: 0 });
  return copies.settle(name, interrupt.version);
}

interface Target {
  readonly name: CopyName;
  readonly copy: Copy;
  readonly cards: Cards;
  readonly interrupt: Interrupt;
  readonly card: Card;
}

async function show(options: DrawingOptions, target: Target, draw: Draw): Promise<Copy> {
  const { copy, interrupt, name, card, cards } = target;
  if (copy.message === undefined) {
    const never = copy.intendedAt === undefined && isOver(interrupt);
    return never ? copy : post(options, target);
  }
  if (copy.shown < interrupt.version || draw.always === true) {
    await cards.edit(addressOf(name), copy.message, card, draw.reply);
  }
  return withThread(options, target, copy, copy.message);
}

/** Gives the newest reminder, where this copy has not; an older one that was missed is not given late. */
async function reminded(
  options: DrawingOptions,
  { name, interrupt, cards }: Target,
  copy: Copy,
): Promise<Copy> {
  const { remindedAt, outcome } = interrupt;
  const isDue = remindedAt !== undefined && remindedAt > (copy.remindedAt ?? 0);
  if (!isDue || outcome !== undefined || copy.message === undefined) return copy;
  const given: Copy = { ...copy, remindedAt };
  // Written down first: a second notification would be worse than none.
  await options.copies.save(name, given);
  const address = addressOf(name);
  const users = options.toRemind(interrupt, address);
  const reminder = { words: reminderWords(interrupt, options.clock()), users };
  try {
    await cards.remind(address, copy.message, reminder, copy.thread);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    noteFailure(options.log, name, error);
  }
  return given;
}

/** What ended before it was ever shown is not shown any more; what is only told is told all the same. */
function isOver({ outcome }: Interrupt): boolean {
  return outcome !== undefined && outcome.kind !== "noted";
}

/**
 * Says that it will post, then posts. A try whose end is not known (a crash, an answer that was lost) is
 * looked for before there is another one; `intendedAt` is always that of the latest try.
 */
async function post(options: DrawingOptions, target: Target): Promise<Copy> {
  const { name, copy, cards, card } = target;
  const { copies } = options;
  const address = addressOf(name);
  if (copy.intendedAt !== undefined) {
    const found = await cards.find(address, card, copy.intendedAt);
    if (found !== undefined) {
      const adopted: Copy = { ...copy, message: found };
      await copies.save(name, adopted);
      await cards.edit(address, found, card);
      return withThread(options, target, adopted, found);
    }
  }
  const intended: Copy = { ...copy, intendedAt: options.clock() };
  await copies.save(name, intended);
  const message = await postOrForget(options, target, intended);
  const posted: Copy = { ...intended, message };
  await copies.save(name, posted);
  return withThread(options, target, posted, message);
}

/** What the platform refused was not posted: there will be nothing to look for. */
async function postOrForget(
  { copies }: DrawingOptions,
  { name, cards, card }: Target,
  intended: Copy,
): Promise<PostedMessage> {
  try {
    return await cards.post(addressOf(name), card, nonceOf(name));
  } catch (error) {
    if (error instanceof Fault && refusedForCertain(error)) {
      await copies.save(name, { ...intended, intendedAt: undefined });
    }
    throw error;
  }
}

/**
 * Opens the thread in which the answer is typed, the pointer to the interrupt first; and tells it, at the
 * end, how the question ended.
 */
async function withThread(
  { threads, log }: DrawingOptions,
  { name, cards, card, interrupt }: Target,
  copy: Copy,
  message: PostedMessage,
): Promise<Copy> {
  const address = addressOf(name);
  if (card.question !== undefined && copy.thread === undefined && cards.openThread) {
    // A thread that starts from a message has the message's id.
    await threads.point(address.platform, message.id, referenceTo(interrupt));
    const thread = await cards.openThread(address, message, card);
    if (thread === undefined) return copy;
    await threads.point(address.platform, thread, referenceTo(interrupt));
    return { ...copy, thread };
  }
  const ends = card.outcome !== undefined && copy.threadEnded !== true;
  if (!ends || copy.thread === undefined || !cards.endThread) return copy;
  try {
    await cards.endThread(address, copy.thread, card);
  } catch (error) {
    // The card has said it; a thread that was deleted or locked need not hear it.
    if (!(error instanceof Fault) || error.retryable) throw error;
    noteFailure(log, name, error);
  }
  return { ...copy, threadEnded: true };
}

/**
 * Brings a message that is no copy of ours up to date all the same, while somebody presses on it: a post
 * whose answer was lost, and that was not to be found when it was looked for.
 */
export async function mendStray(
  options: DrawingOptions,
  { partition, ref, destinations }: Interrupt,
  press: Press,
): Promise<void> {
  const interrupt = await options.interrupts.load(partition, ref);
  const cards = options.cardsOf(press.platform);
  if (interrupt === undefined || cards === undefined || press.message === undefined) return;
  const workspace = `${press.platform}:${press.workspace}/`;
  for (const address of destinations.filter((each) => each.startsWith(workspace))) {
    try {
      const name = { partition, ref, address };
      await cards.edit(addressOf(name), { id: press.message }, present(interrupt), press.reply);
      return;
    } catch (error) {
      // It stands in another of the tenant's channels, or it is gone.
      if (!(error instanceof Fault)) throw error;
    }
  }
}

/** A platform that answered no, or "not now", did not do it; one that did not answer may have. */
function refusedForCertain({ code, retryAfterMs }: Fault): boolean {
  return code === "no-access" || code === "platform-refused" || retryAfterMs !== undefined;
}

export function noteFailure(log: Log, { ref, address }: CopyName, error: unknown): void {
  if (!(error instanceof Fault)) {
    log.error({ err: error, ref, address }, "a card could not be drawn");
  } else if (!error.retryable) {
    log.error({ err: error, ref, address, code: error.code }, "a card could not be shown");
  }
}

/** The same for every try at one copy, another one for every copy: 22 characters. */
function nonceOf({ ref, address }: CopyName): string {
  return digestOf(`${ref} ${address}`).slice(0, 22);
}

function addressOf({ address }: CopyName) {
  const parsed = parseAddress(address);
  if (parsed === undefined) throw new Error(`not an address: ${address}`);
  return parsed;
}
