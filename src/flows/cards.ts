import { Fault } from "../core/fault.ts";
import { type Interrupt, parseAddress } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Copy, CopyName, Leases } from "../core/ports.ts";
import type { Press } from "../core/press.ts";
import { noteFailure } from "./copy.ts";
import { bring, type Draw, type DrawingOptions, mendStray } from "./drawing.ts";

/** How long the work of a replica that died keeps others waiting. A living one renews in time. */
const LEASE_MS = 6_000;
const FIRST_RETRY_MS = 1_000;
/** A post that got no answer may still arrive; only then is there something to find. */
const AFTER_SILENCE_MS = 15_000;
const LAST_RETRY_MS = 5 * 60_000;
/** About a day of tries. */
const MOST_EDITS = 300;

export interface CardsOptions extends DrawingOptions {
  readonly leases: Leases;
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

/** Plans the next try. Returns how long the platform asked everybody to wait, in milliseconds. */
async function postponed(options: CardsOptions, name: CopyName, error: unknown): Promise<number> {
  const { copies, schedule } = options;
  noteFailure(options.log, name, error);
  const copy = await copies.load(name);
  if (copy === undefined) return 0;
  const failures = copy.failures + 1;
  await copies.save(name, { ...copy, failures });
  const isGone =
    error instanceof Fault &&
    (error.code === "message-gone" ||
      (!error.retryable && (isDirect(name) || isShutIn(name, copy))));
  if (isGone || (copy.message !== undefined && failures > MOST_EDITS)) {
    // Somebody deleted the message, or locked its thread, takes no direct ones, or shut us out. The request lives on in its other copies and in
    // /pending. A card that was never shown is tried for as long as it is wanted.
    await schedule.giveUp(name);
    return 0;
  }
  const backOff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20), LAST_RETRY_MS);
  const asked = error instanceof Fault ? (error.retryAfterMs ?? 0) : 0;
  const isSilent = error instanceof Fault && error.code === "platform-silent";
  const isPosting = copy.message === undefined || copy.telling !== undefined;
  const silence = isSilent && isPosting ? AFTER_SILENCE_MS : 0;
  await schedule.postpone(name, Math.max(backOff, asked, silence));
  return asked;
}

/** Nobody has to take direct messages: the card in the channel is the one that counts. */
function isDirect({ address }: CopyName): boolean {
  return parseAddress(address)?.user !== undefined;
}

/** A message in a thread that was locked or deleted is no message to bring up to date any more. */
function isShutIn({ address }: CopyName, { message, within }: Copy): boolean {
  const stands = typeof within === "string" || parseAddress(address)?.thread !== undefined;
  return stands && message !== undefined;
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
