import { Fault } from "../core/fault.ts";
import type { Interrupt, PlatformName } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Conversations } from "../core/ports/conversations.ts";
import type { Copies, Copy, CopySchedule } from "../core/ports/copies.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { Interviews } from "../core/ports/interviews.ts";
import type { Threads } from "../core/ports/threads.ts";
import type { Press } from "../core/press.ts";
import { present } from "../presentation/card.ts";
import type { NameOf } from "../presentation/naming.ts";
import type { Cards, PostedMessage } from "../presentation/platform.ts";
import { conversationThread } from "./conversation-thread.ts";
import {
  addressOf,
  isPlaceRefused,
  looking,
  nonceOfPost,
  placeOf,
  refusedForCertain,
  type Target,
} from "./copy.ts";
import { askedBelow, presentStep } from "./interview-lines.ts";
import type { HeldCopy } from "./held-copy.ts";
import { bringLeft } from "./left-behind.ts";
import { reminded, type ReminderOptions } from "./reminding.ts";
import { tellThread, toldBefore } from "./thread-lines.ts";

export interface DrawingOptions extends ReminderOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly schedule: CopySchedule;
  readonly threads: Threads;
  readonly interviews: Pick<Interviews, "load">;
  readonly conversations: Conversations;
  readonly cardsOf: (platform: PlatformName) => Cards | undefined;
  /** What people are called. */
  readonly nameOf: NameOf;
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
/** A card that is to stand below another one looks again after this long whether that one is shown. */
const LOOK_AGAIN_MS = 500;

/** One step towards the wanted version; true when there is nothing more to do now. */
export async function bring(options: DrawingOptions, held: HeldCopy, draw: Draw): Promise<boolean> {
  const { interrupts, copies, schedule } = options;
  const { name, save } = held;
  const interrupt = await interrupts.load(name.partition, name.ref);
  const copy = await held.load();
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
  const card = present(interrupt, options.nameOf);
  const drawn = { name, cards, interrupt, card, save };
  const target: Target = { ...drawn, asked: await askedBelow(options, drawn) };
  const shown = await show(options, target, copy, draw);
  if (shown === "wait") {
    await schedule.postpone(name, LOOK_AGAIN_MS);
    return true;
  }
  await finish(options, target, shown);
  return copies.settle(name, interrupt.version, presentStep(target));
}

/** What follows the card. It is kept first that the card is right, so that only the rest is tried again. */
async function finish(options: DrawingOptions, target: Target, drawn: Copy): Promise<void> {
  const { interrupt, save } = target;
  const right: Copy = { ...drawn, shown: interrupt.version };
  if (right.message !== undefined) await save(right);
  const { copy: brought, fault } = await bringLeft(target, right);
  let copy = brought;
  if (copy.message !== undefined) copy = await tellThread(options, target, copy, copy.message);
  copy = await reminded(options, target, copy);
  if (fault !== undefined) {
    await save(copy);
    throw fault;
  }
  await save({ ...copy, failures: 0, refused: undefined });
}

async function show(
  options: DrawingOptions,
  target: Target,
  copy: Copy,
  draw: Draw,
): Promise<Copy | "wait"> {
  const { interrupt, name, card, cards } = target;
  if (copy.message === undefined) {
    const never = copy.intendedAt === undefined && isOver(interrupt);
    return never ? copy : post(options, target, copy);
  }
  if (copy.shown < interrupt.version || draw.always === true) {
    await cards.edit(placeOf(name, copy), copy.message, card, draw.reply);
  }
  return copy;
}

/** What ended before it was ever shown is not shown any more; what is only told is told all the same. */
function isOver({ outcome }: Interrupt): boolean {
  return outcome !== undefined && outcome.kind !== "noted";
}

/**
 * Says that it will post, and where, then posts. A try whose end is not known (a crash, an answer that was
 * lost) is looked for before there is another one; `intendedAt` is always that of the latest try.
 */
async function post(options: DrawingOptions, target: Target, copy: Copy): Promise<Copy | "wait"> {
  const { name, cards, card, interrupt, save } = target;
  if (copy.intendedAt !== undefined) {
    const place = placeOf(name, copy);
    const found = await lookFor(target, copy, copy.intendedAt);
    if (found !== undefined) {
      const adopted: Copy = { ...copy, message: found, looked: undefined };
      await save(adopted);
      await cards.edit(place, found, card);
      return adopted;
    }
  }
  const where = await whereToPost(options, target, copy);
  if (where === "wait") return where;
  const told = copy.told ?? toldBefore(interrupt);
  const again = { intendedAt: options.clock(), looked: undefined };
  const intended: Copy = { ...copy, ...where, told, ...again };
  await save(intended);
  return postOrForget(options, target, intended);
}

async function lookFor(
  { name, cards, card, save }: Target,
  copy: Copy,
  since: number,
): Promise<PostedMessage | undefined> {
  return looking(async (progress) => cards.find(placeOf(name, copy), card, since, progress), {
    from: copy.looked,
    // A try that got on is none that failed.
    reached: async (looked) => save({ ...copy, looked, failures: 0 }),
  });
}

async function whereToPost(options: DrawingOptions, target: Target, { within }: Copy) {
  return within === undefined ? conversationThread(options, target) : { within };
}

/**
 * What the platform refused was not posted: there will be nothing to look for. A card for which the thread
 * of its conversation is not to be had (locked, deleted, private) goes into the channel.
 */
async function postOrForget(
  options: DrawingOptions,
  target: Target,
  intended: Copy,
): Promise<Copy | "wait"> {
  const { name, cards, card, save } = target;
  let message: PostedMessage;
  try {
    message = await cards.post(placeOf(name, intended), card, nonceOfPost(name, intended));
  } catch (error) {
    if (!(error instanceof Fault) || !refusedForCertain(error)) throw error;
    const forgotten: Copy = { ...intended, intendedAt: undefined };
    const isShut = isPlaceRefused(error) && typeof intended.within === "string";
    const next = isShut ? { ...forgotten, within: null } : forgotten;
    await save(next);
    if (!isShut) throw error;
    return post(options, target, next);
  }
  const posted: Copy = { ...intended, message };
  await save(posted);
  return posted;
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
      const card = present(interrupt, options.nameOf);
      await cards.edit(addressOf(name), { id: press.message }, card, press.reply);
      return;
    } catch (error) {
      // It stands in another of the tenant's channels, or it is gone.
      if (!(error instanceof Fault)) throw error;
    }
  }
}
