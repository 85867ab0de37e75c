import { digestOf } from "../core/digest.ts";
import { Fault } from "../core/fault.ts";
import { type Interrupt, parseAddress, type PlatformName } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type {
  Clock,
  Copies,
  Copy,
  CopyName,
  CopySchedule,
  Interrupts,
  Leases,
  Threads,
} from "../core/ports.ts";
import type { Press } from "../core/press.ts";
import { referenceTo } from "../core/reference.ts";
import { type Card, present } from "../presentation/card.ts";
import type { Cards, PostedMessage } from "../presentation/platform.ts";

/** How long the work of a replica that died keeps others waiting. A living one renews in time. */
const LEASE_MS = 6_000;
const FIRST_RETRY_MS = 1_000;
/** A post that got no answer may still arrive; only then is there something to find. */
const AFTER_SILENCE_MS = 15_000;
const LAST_RETRY_MS = 5 * 60_000;
/** About a day of tries. */
const MOST_EDITS = 300;

export interface CardsOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly schedule: CopySchedule;
  readonly threads: Threads;
  readonly leases: Leases;
  readonly cardsOf: (platform: PlatformName) => Cards | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export type CardFlow = ReturnType<typeof createCardFlow>;

/**
 * Brings every copy of a card to what its interrupt is now. Copies are compared by version and drawn from
 * the current state, so many changes fold into one edit and none goes back in time.
 */
export function createCardFlow(options: CardsOptions) {
  const { schedule, log } = options;
  /** Channels that asked us to wait, and until when (our own clock). A busy one holds up no other. */
  const pausedUntil = new Map<string, number>();
  const sweeping = new Set<number>();
  let isStopping = false;

  /** Works on one copy if nobody else does. */
  async function work(name: CopyName, draw: Draw = {}): Promise<void> {
    const lease = await options.leases.take(
      name.partition,
      `${name.ref} ${name.address}`,
      LEASE_MS,
    );
    if (lease === undefined) return;
    const keeping = setInterval(() => void lease.renew().catch(() => false), LEASE_MS / 3);
    try {
      let more = true;
      while (more && (await lease.renew())) more = !(await bring(options, name, draw));
    } catch (error) {
      const waitMs = await postponed(options, name, error);
      if (waitMs > 0) pausedUntil.set(name.address, Date.now() + waitMs);
    } finally {
      clearInterval(keeping);
      await lease.release().catch(() => undefined);
    }
  }

  const isPaused = (address: string) => (pausedUntil.get(address) ?? 0) > Date.now();

  /** One after the other: a channel takes about one message a second. */
  async function inTurn(names: readonly CopyName[]): Promise<void> {
    for (const name of names) {
      if (isStopping) return;
      const waitMs = (pausedUntil.get(name.address) ?? 0) - Date.now();
      // Put off, so that what is due elsewhere is not hidden behind it.
      if (waitMs > 0) await schedule.postpone(name, waitMs);
      else await work(name);
    }
  }

  return {
    /** Works on the copies of one interrupt now; a press on one of them brings its own way to edit. */
    async refresh(interrupt: Interrupt, press?: Press): Promise<void> {
      const { partition, ref, destinations } = interrupt;
      const known = await options.copies.all(partition, ref);
      const pressed = pressedAddress(known, press);
      await Promise.allSettled(
        destinations.map(async (address) => {
          const reply = address === pressed ? press?.reply : undefined;
          if (reply === undefined && isPaused(address)) return;
          await work({ partition, ref, address }, { reply });
        }),
      );
      if (press?.message !== undefined && pressed === undefined)
        await mendStray(options, interrupt, press);
    },

    /** Draws every copy once more, whatever it is thought to show. */
    async redraw({ partition, ref, destinations }: Interrupt): Promise<void> {
      await Promise.allSettled(
        destinations.map(async (address) => work({ partition, ref, address }, { always: true })),
      );
    },

    /** Begins nothing new in a sweep; what is due waits for another replica. */
    stop(): void {
      isStopping = true;
    },

    /** Works on every copy of a partition that is due, unless an earlier sweep still does. */
    async sweep(partition: number): Promise<void> {
      if (sweeping.has(partition)) return;
      sweeping.add(partition);
      try {
        const due = await schedule.due(partition);
        noteLeft(log, await Promise.allSettled(byAddress(due).map(inTurn)));
      } finally {
        sweeping.delete(partition);
      }
    },
  };
}

function noteLeft(log: Log, results: readonly PromiseSettledResult<void>[]): void {
  for (const result of results) {
    if (result.status === "rejected") log.warn({ err: result.reason }, "a card was left for later");
  }
}

interface Draw {
  /** Of a press on this very copy, where one is at hand: a faster way to edit it. */
  readonly reply?: string | undefined;
  /** Also when the copy is thought to show the wanted version. */
  readonly always?: boolean;
}

/** The address of the copy that a press was made on, if it is one that we know. */
function pressedAddress(
  known: ReadonlyMap<string, Copy>,
  press: Press | undefined,
): string | undefined {
  if (press?.message === undefined) return undefined;
  const workspace = `${press.platform}:${press.workspace}/`;
  for (const [address, { message }] of known) {
    if (address.startsWith(workspace) && message?.id === press.message) return address;
  }
  return undefined;
}

/**
 * Brings a message that is no copy of ours up to date all the same, while somebody presses on it: a post
 * whose answer was lost, and that was not to be found when it was looked for.
 */
async function mendStray(
  options: CardsOptions,
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

/** A copy whose platform this replica does not serve is left to one that does, for this long. */
const NOT_OURS_MS = 60_000;

/** One step towards the wanted version; true when there is nothing more to do now. */
async function bring(options: CardsOptions, name: CopyName, draw: Draw): Promise<boolean> {
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
  const shown = await show(options, target, draw);
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

async function show(options: CardsOptions, target: Target, draw: Draw): Promise<Copy> {
  const { copy, interrupt, name, card, cards } = target;
  if (copy.message === undefined) {
    const never = copy.intendedAt === undefined && interrupt.outcome !== undefined;
    return never ? copy : post(options, target);
  }
  if (copy.shown < interrupt.version || draw.always === true) {
    await cards.edit(addressOf(name), copy.message, card, draw.reply);
  }
  return withThread(options, target, copy, copy.message);
}

/**
 * Says that it will post, then posts. A try whose end is not known (a crash, an answer that was lost) is
 * looked for before there is another one; `intendedAt` is always that of the latest try.
 */
async function post(options: CardsOptions, target: Target): Promise<Copy> {
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
  { copies }: CardsOptions,
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
  { threads, log }: CardsOptions,
  { name, cards, card, interrupt }: Target,
  copy: Copy,
  message: PostedMessage,
): Promise<Copy> {
  const address = addressOf(name);
  if (card.question !== undefined && copy.thread === undefined && cards.openThread) {
    // A thread that starts from a message has the message's id.
    await threads.point(address.platform, message.id, referenceTo(interrupt));
    const thread = await cards.openThread(address, message, card);
    await threads.point(address.platform, thread, referenceTo(interrupt));
    return { ...copy, thread };
  }
  const isOver = card.outcome !== undefined && copy.threadEnded !== true;
  if (!isOver || copy.thread === undefined || !cards.endThread) return copy;
  try {
    await cards.endThread(address, copy.thread, card);
  } catch (error) {
    // The card has said it; a thread that was deleted or locked need not hear it.
    if (!(error instanceof Fault) || error.retryable) throw error;
    noteFailure(log, name, error);
  }
  return { ...copy, threadEnded: true };
}

/** Plans the next try. Returns how long the platform asked everybody to wait, in milliseconds. */
async function postponed(options: CardsOptions, name: CopyName, error: unknown): Promise<number> {
  const { copies, schedule } = options;
  noteFailure(options.log, name, error);
  const copy = await copies.load(name);
  if (copy === undefined) return 0;
  const failures = copy.failures + 1;
  await copies.save(name, { ...copy, failures });
  const isGone = error instanceof Fault && error.code === "message-gone";
  if (isGone || (copy.message !== undefined && failures > MOST_EDITS)) {
    // Somebody deleted the message, or shut us out. The request lives on in its other copies and in
    // /pending. A card that was never shown is tried for as long as it is wanted.
    await schedule.giveUp(name);
    return 0;
  }
  const backOff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20), LAST_RETRY_MS);
  const asked = error instanceof Fault ? (error.retryAfterMs ?? 0) : 0;
  const isSilent = error instanceof Fault && error.code === "platform-silent";
  const silence = isSilent && copy.message === undefined ? AFTER_SILENCE_MS : 0;
  await schedule.postpone(name, Math.max(backOff, asked, silence));
  return asked;
}

/** A platform that answered no, or "not now", did not do it; one that did not answer may have. */
function refusedForCertain({ code, retryAfterMs }: Fault): boolean {
  return code === "no-access" || code === "platform-refused" || retryAfterMs !== undefined;
}

function noteFailure(log: Log, { ref, address }: CopyName, error: unknown): void {
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

function byAddress(names: readonly CopyName[]): readonly (readonly CopyName[])[] {
  const groups = new Map<string, CopyName[]>();
  for (const name of names) {
    const group = groups.get(name.address);
    if (group === undefined) groups.set(name.address, [name]);
    else group.push(name);
  }
  return [...groups.values()];
}

function addressOf({ address }: CopyName) {
  const parsed = parseAddress(address);
  if (parsed === undefined) throw new Error(`not an address: ${address}`);
  return parsed;
}
