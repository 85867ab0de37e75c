import type { Spending } from "../core/budget.ts";
import type { Budgets } from "../core/ports/budgets.ts";
import { Fault } from "../core/fault.ts";
import type { Copy, CopyName } from "../core/ports/copies.ts";
import type { Leases } from "../core/ports/leases.ts";
import { isPlaceRefused, noteFailure } from "./copy.ts";
import { bring, type Draw, type DrawingOptions } from "./drawing.ts";
import { type HeldCopy, hold, Overtaken } from "./held-copy.ts";
import { takeLeft } from "./left-behind.ts";
import { fallBack, type FallbackOptions } from "./falling-back.ts";
import { spendingOf } from "./pacing.ts";
import { isDirect, isGone, isLost, postAgain } from "./posting-again.ts";

/** How long the work of a replica that died keeps others waiting. A living one renews in time. */
const LEASE_MS = 6_000;
const FIRST_RETRY_MS = 1_000;
/** A post that got no answer may still arrive; only then is there something to find. */
const AFTER_SILENCE_MS = 15_000;
const LAST_RETRY_MS = 5 * 60_000;
/** What was refused on a message that stands is asked for again this often, as long as the record lives. */
const SELDOM_RETRY_MS = 60 * 60_000;
/** Retries come later by up to this part, so that what failed together does not come back together. */
const SPREAD = 0.1;

export interface CopyWorkOptions extends DrawingOptions, FallbackOptions {
  readonly leases: Leases;
  readonly budgets: Budgets;
}

/** Brings one copy to what its interrupt is now, by one replica at a time and within what the platform allows. */
export function createCopyWork(options: CopyWorkOptions) {
  /** Channels that asked us to wait, and until when (our own clock). A busy one holds up no other. */
  const pausedUntil = new Map<string, number>();

  /** Works on one copy if nobody else does; resolves with how long it has to wait for a budget instead. */
  async function work(name: CopyName, draw: Draw = {}): Promise<number> {
    const lease = await options.leases.take(
      name.partition,
      `${name.ref} ${name.address}`,
      LEASE_MS,
    );
    if (lease === undefined) return 0;
    const held = hold(options.copies, name);
    const keeping = setInterval(() => void lease.renew().catch(() => false), LEASE_MS / 3);
    let spending: Spending | undefined;
    try {
      // An address that a press brings along is no call that is counted, and what is drawn again is due nowhere.
      const isCounted = draw.reply === undefined && draw.always !== true;
      spending = isCounted ? await spendingOf(options, name) : undefined;
      const waitMs = spending === undefined ? 0 : await options.budgets.ask(spending);
      if (waitMs > 0) return waitMs;
      let isDone = await bring(options, held, draw);
      // A press's own way to edit can be used a few times only, and others need it.
      const again: Draw = { ...draw, reply: undefined };
      while (!isDone && (await lease.renew())) isDone = await bring(options, held, again);
    } catch (error) {
      const waitMs = await postponed(options, held, error);
      if (waitMs > 0 && spending !== undefined) await options.budgets.pause(spending, waitMs);
      else if (waitMs > 0) pausedUntil.set(name.address, Date.now() + waitMs);
    } finally {
      clearInterval(keeping);
      await lease.release().catch(() => undefined);
    }
    return 0;
  }

  return {
    work,
    /** How long its channel has asked for patience, in milliseconds; 0 when it has not. */
    pausedForMs: (address: string) => Math.max(0, (pausedUntil.get(address) ?? 0) - Date.now()),
  };
}

/** Plans the next try. Returns how long the platform asked everybody to wait, in milliseconds. */
async function postponed(
  options: CopyWorkOptions,
  held: HeldCopy,
  error: unknown,
): Promise<number> {
  const { copies, schedule } = options;
  const { name } = held;
  const copy = await copies.load(name);
  const asked = error instanceof Fault ? (error.retryAfterMs ?? 0) : 0;
  if (error instanceof Overtaken || (copy !== undefined && held.isOvertakenBy(copy))) {
    await held.stepAside();
    return asked;
  }
  if (error instanceof Fault && copy !== undefined && isLost(name, copy, error)) {
    if (isGone(name, copy, error) && (await takeLeft(copies, name, copy))) return 0;
    if (await postAgain(options, name, copy, error)) return 0;
  }
  const failures = (copy?.failures ?? 0) + 1;
  const failed = error instanceof Fault ? error.code : undefined;
  if (copy?.failed !== failed || isSaidAgain(failures)) noteFailure(options.log, name, error);
  if (copy === undefined) return 0;
  const refusal = refusalOf(error);
  const refused = refusal === undefined ? undefined : true;
  if (!(await copies.save(name, { ...copy, failures, failed, refused }))) return asked;
  if (refusal !== undefined) await fallBack(options, name, { failures, reason: refusal });
  if (isToGiveUp(name, copy, error)) {
    await schedule.giveUp(name);
    return 0;
  }
  const backOff = backOffMs(copy, failures, error);
  const isSilent = error instanceof Fault && error.code === "platform-silent";
  const isPosting = copy.message === undefined || copy.telling !== undefined;
  const silence = isSilent && isPosting ? AFTER_SILENCE_MS : 0;
  await schedule.postpone(name, Math.max(backOff, asked, silence));
  const isLook = error instanceof Fault && error.code === "history-unavailable";
  return isLook ? 0 : asked;
}

/**
 * The place's no, which leaves people without the card, or with one that they cannot answer. What is refused for
 * its words would be refused elsewhere as well; who deletes a card twice wants none.
 */
function refusalOf(error: unknown): Fault | undefined {
  return error instanceof Fault && !error.retryable && isPlaceRefused(error) ? error : undefined;
}

/** A try that fails as the last one did is told ever more seldom: the first, the second, the fourth and so on. */
function isSaidAgain(failures: number): boolean {
  return (failures & (failures - 1)) === 0;
}

/**
 * What may pass by itself (an outage, a token that is put right) is over soon after it has passed. A refusal lasts
 * until somebody changes something, and a message that stands meanwhile is wrong, so it is not forgotten either.
 */
function backOffMs({ message }: Copy, failures: number, error: unknown): number {
  const mayPass = error instanceof Fault && error.retryable;
  const longest = mayPass || message === undefined ? LAST_RETRY_MS : SELDOM_RETRY_MS;
  const backOff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20), longest);
  return backOff * (1 + Math.random() * SPREAD);
}

/**
 * Somebody deleted the message or its thread, or takes no direct ones. The request lives on in its other copies and in
 * /pending. Everything else is tried for as long as the record lives: a message that stands would keep its buttons.
 */
function isToGiveUp(name: CopyName, copy: Copy, error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  const mayStand = copy.message !== undefined || copy.intendedAt !== undefined;
  return isGone(name, copy, error) || (!error.retryable && isDirect(name) && !mayStand);
}
