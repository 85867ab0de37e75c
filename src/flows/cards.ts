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
const LAST_RETRY_MS = 5 * 60_000;

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

  /** Works on one copy if nobody else does. */
  async function work(name: CopyName, reply?: string): Promise<void> {
    const lease = await options.leases.take(
      name.partition,
      `${name.ref} ${name.address}`,
      LEASE_MS,
    );
    if (lease === undefined) return;
    const keeping = setInterval(() => void lease.renew().catch(() => false), LEASE_MS / 3);
    try {
      let more = true;
      while (more && (await lease.renew())) more = !(await bring(options, name, reply));
    } catch (error) {
      const waitMs = await postponed(options, name, error);
      if (waitMs > 0) pausedUntil.set(name.address, Date.now() + waitMs);
    } finally {
      clearInterval(keeping);
      await lease.release().catch(() => undefined);
    }
  }

  /** One after the other: a channel takes about one message a second. */
  async function inTurn(names: readonly CopyName[]): Promise<void> {
    for (const name of names) {
      if ((pausedUntil.get(name.address) ?? 0) > Date.now()) return;
      await work(name);
    }
  }

  return {
    /** Works on the copies of one interrupt now; a press on one of them brings its own way to edit. */
    async refresh(interrupt: Interrupt, press?: Press): Promise<void> {
      const { partition, ref, destinations } = interrupt;
      const pressed = press?.message === undefined ? undefined : press;
      await Promise.allSettled(
        destinations.map(async (address) => {
          const name = { partition, ref, address };
          await work(name, await replyFor(options, name, pressed));
        }),
      );
    },

    /** Has every copy drawn again by the next sweep, whatever it is thought to show. */
    async redraw({ partition, ref }: Interrupt): Promise<void> {
      for (const [address, copy] of await options.copies.all(partition, ref)) {
        const name = { partition, ref, address };
        await options.copies.save(name, { ...copy, shown: 0 });
        await schedule.add(name);
      }
    },

    /** Works on every copy of a partition that is due. Returns how many there were. */
    async sweep(partition: number): Promise<number> {
      const due = await schedule.due(partition);
      const results = await Promise.allSettled(byAddress(due).map(inTurn));
      for (const result of results) {
        if (result.status === "rejected")
          log.warn({ err: result.reason }, "a card was left for later");
      }
      return due.length;
    },
  };
}

/** The press's reply, if it was made on this very copy. */
async function replyFor({ copies }: CardsOptions, name: CopyName, press: Press | undefined) {
  if (press === undefined || !name.address.startsWith(`${press.platform}:${press.workspace}/`)) {
    return undefined;
  }
  const copy = await copies.load(name);
  return copy?.message?.id === press.message ? press.reply : undefined;
}

/** One step towards the wanted version; true when the copy shows it. */
async function bring(options: CardsOptions, name: CopyName, reply?: string): Promise<boolean> {
  const { interrupts, copies, schedule } = options;
  const interrupt = await interrupts.load(name.partition, name.ref);
  const copy = await copies.load(name);
  const address = parseAddress(name.address);
  const cards = address && options.cardsOf(address.platform);
  if (!interrupt || !copy || !cards) {
    // The platform is switched off, or the record has ended its life: nothing to show, nowhere to show it.
    await schedule.giveUp(name);
    return true;
  }
  const target: Target = { name, copy, cards, interrupt, card: present(interrupt) };
  const shown = await show(options, target, reply);
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

async function show(options: CardsOptions, target: Target, reply?: string): Promise<Copy> {
  const { copy, interrupt, name, card, cards } = target;
  if (copy.message === undefined) {
    const never = copy.intendedAt === undefined && interrupt.outcome !== undefined;
    return never ? copy : post(options, target);
  }
  if (copy.shown < interrupt.version) {
    await cards.edit(addressOf(name), copy.message, card, reply);
  }
  return withThread(options, target, copy, copy.message);
}

/** Says that it will post, then posts; after a crash between the two it looks before it posts again. */
async function post(options: CardsOptions, target: Target): Promise<Copy> {
  const { name, copy, cards, card } = target;
  const { copies } = options;
  const address = addressOf(name);
  const intendedAt = copy.intendedAt ?? options.clock();
  let message: PostedMessage | undefined;
  if (copy.intendedAt === undefined) {
    await copies.save(name, { ...copy, intendedAt });
  } else {
    message = await cards.find(address, card, copy.intendedAt);
    if (message !== undefined) await cards.edit(address, message, card);
  }
  message ??= await cards.post(address, card, name.ref);
  const posted: Copy = { ...copy, intendedAt, message };
  await copies.save(name, posted);
  return withThread(options, target, posted, message);
}

/** Opens the thread in which the answer is typed; the pointer to the interrupt is written first. */
async function withThread(
  { threads }: CardsOptions,
  { name, cards, card, interrupt }: Target,
  copy: Copy,
  message: PostedMessage,
): Promise<Copy> {
  if (card.question === undefined || copy.thread !== undefined || !cards.openThread) return copy;
  const { platform } = addressOf(name);
  // A thread that starts from a message has the message's id.
  await threads.point(platform, message.id, referenceTo(interrupt));
  const thread = await cards.openThread(addressOf(name), message, card);
  await threads.point(platform, thread, referenceTo(interrupt));
  return { ...copy, thread };
}

/** Plans the next try. Returns how long the platform asked everybody to wait, in milliseconds. */
async function postponed(options: CardsOptions, name: CopyName, error: unknown): Promise<number> {
  const { copies, schedule, log } = options;
  const { ref, address } = name;
  if (!(error instanceof Fault)) {
    log.error({ err: error, ref, address }, "a card could not be drawn");
  } else if (!error.retryable) {
    log.error({ err: error, ref, address, code: error.code }, "a card could not be shown");
  }
  const copy = await copies.load(name);
  if (copy === undefined) return 0;
  const failures = copy.failures + 1;
  await copies.save(name, { ...copy, failures });
  if (error instanceof Fault && error.code === "platform-gone" && copy.message !== undefined) {
    // Somebody deleted the message. The request lives on in its other copies and in /pending.
    await schedule.giveUp(name);
    return 0;
  }
  const backOff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20), LAST_RETRY_MS);
  const asked = error instanceof Fault ? (error.retryAfterMs ?? 0) : 0;
  await schedule.postpone(name, Math.max(backOff, asked));
  return asked;
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
