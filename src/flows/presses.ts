import type { Account } from "../core/account.ts";
import { ineligibility, lateRefusal } from "../core/decide.ts";
import { type EligibilityReference, eligibilityOf, type Principal } from "../core/eligibility.ts";
import { Fault } from "../core/fault.ts";
import type { Interrupt, PlatformName } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { LeftPresses, Presses, TakenPress } from "../core/ports/presses.ts";
import { type Press, resumeValueOf } from "../core/press.ts";
import type { Refusal } from "../core/refusal.ts";
import type { PressResult, Taken } from "../presentation/platform.ts";
import { ASKED, countedWords, offerAfter } from "../presentation/counted.ts";
import type { NameOf } from "../presentation/naming.ts";
import { refusalWords } from "../presentation/refusal-wording.ts";
import { NOT_CONFIRMED, NOT_RECORDED, RECORDED } from "../presentation/wording.ts";
import { within } from "../waiting/within.ts";
import { attempt, type DecidingOptions } from "./deciding.ts";
import { createRecovering } from "./recovering.ts";

/**
 * Who an account is, for a tenant and in one workspace, with the groups and roles that count now; or why it
 * is nobody: doubt is nobody. Throws a Fault when that cannot be known now.
 */
export type Identify = (asked: {
  readonly account: Account;
  readonly tenant: string;
  readonly platform: PlatformName;
  readonly workspace: string;
  /** Those that matter: only these are looked up. `all`: whatever can be, for a list. */
  readonly references: readonly EligibilityReference[] | "all";
  /** The person's roles there, as the platform said them at that time; milliseconds, server clock. */
  readonly signed?: { readonly roles: readonly string[]; readonly at: number } | undefined;
}) => Promise<Principal | Refusal>;

export interface PressesOptions extends DecidingOptions {
  readonly presses: Presses;
  readonly left: LeftPresses;
  readonly identify: Identify;
  /** What people are called. */
  readonly nameOf: NameOf;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after every decision, and after a press on a card that may be out of date. */
  readonly changed: (interrupt: Interrupt, press: Press) => void;
  /** Has every copy drawn once more, although none is known to be out of date. */
  readonly redraw: (interrupt: Interrupt) => void;
}

/** A press with which this many replicas died is put aside, so that it takes no more with it. */
const MOST_DELIVERIES = 20;

/** A press of somebody who cannot be looked up for so long is refused. Milliseconds. */
const LOOKED_UP_WITHIN_MS = 5 * 60 * 1000;

export type PressFlow = ReturnType<typeof createPressFlow>;

type Tell = (press: Press, result: PressResult) => void;

/** What is in hand, and its end. */
function tracking() {
  const working = new Set<Promise<unknown>>();
  return {
    track<T>(this: void, work: Promise<T>): Promise<T> {
      working.add(work);
      void work.finally(() => working.delete(work)).catch(() => undefined);
      return work;
    },
    async idle(this: void): Promise<void> {
      while (working.size > 0) await Promise.allSettled(working);
    },
  };
}

/** Recorded; what becomes of it is told later. */
const NOT_YET: PressResult = { ok: false, words: RECORDED, correctable: false };

/** A person's press: recorded, then decided once, then forgotten. */
export function createPressFlow(options: PressesOptions) {
  const { presses, left, log } = options;
  const { track, idle } = tracking();
  const recovering = createRecovering(left);

  /**
   * Decides what was taken. Whatever goes wrong, it is finished or let go, never kept in hand. Undefined for
   * what is let go: a sweep takes it again.
   */
  async function settle(taken: TakenPress): Promise<PressResult | undefined> {
    try {
      const { result, isForgotten } = await decidePress(options, taken);
      if (isForgotten) return result;
      await presses.done(taken).catch((error: unknown) => {
        log.warn({ err: error }, "a decided press is forgotten later");
      });
      return result;
    } catch (error) {
      if (error instanceof Fault) {
        if (error.code === "newer-layout") await handOn(options, taken);
        return undefined;
      }
      log.error({ err: error, ref: taken.press.reference.ref }, "a press could not be handled");
      const reason = `bug: ${error instanceof Error ? error.message : "unknown error"}`;
      await left.bury(taken, reason).catch(() => undefined);
      return { ok: false, words: NOT_CONFIRMED, correctable: false };
    } finally {
      presses.letGo(taken);
    }
  }

  async function recover(taken: TakenPress, tell: Tell): Promise<void> {
    if (taken.deliveries > MOST_DELIVERIES) {
      await giveUp(options, taken);
      tell(taken.press, { ok: false, words: NOT_CONFIRMED, correctable: false });
      return;
    }
    const result = await track(settle(taken));
    // Whoever waits has heard that, once.
    if (result !== undefined) tell(taken.press, result);
  }

  async function append(press: Press, withinMs: number): Promise<Taken> {
    try {
      const appended = await presses.append(press, withinMs);
      if (appended.state === "duplicate") return { state: "duplicate" };
      if (appended.state === "late") return { state: "not-recorded", words: NOT_RECORDED };
      const result = track(settle(appended.taken));
      return { state: "recorded", result: result.then((known) => known ?? NOT_YET) };
    } catch (error) {
      log.warn({ err: error, ref: press.reference.ref }, "a press could not be recorded");
      return certainlyNotRecorded(error)
        ? { state: "not-recorded", words: NOT_RECORDED }
        : { state: "not-confirmed", words: NOT_CONFIRMED };
    }
  }

  return {
    /** Records a press; the decision follows in the result. Never throws. */
    async take(press: Press, withinMs: number): Promise<Taken> {
      // What is recorded after all is decided all the same; only the presser hears no more of it here.
      const late = { state: "not-confirmed", words: NOT_CONFIRMED } as const;
      return (await within(append(press, withinMs), withinMs)) ?? late;
    },

    /** Handles presses that were recorded and not finished, and tells the people what became of them. */
    recover: async (partition: number, tell: Tell): Promise<void> =>
      recovering(partition, async (taken) => recover(taken, tell)),

    /** Resolves when every press in hand has been decided. */
    idle,
  };
}

/** What only a newer version can read is left to it, and tried again here only until it is. */
async function handOn({ left, log }: PressesOptions, taken: TakenPress): Promise<void> {
  const { ref } = taken.press.reference;
  try {
    await left.handOn(taken);
    log.warn({ ref }, "a press waits for a newer version of parley, which wrote what it is about");
  } catch (error) {
    log.warn({ err: error, ref }, "a press is handed on later");
  }
}

/** Puts a press aside; one that cannot be put aside now is let go, and holds up none behind it. */
async function giveUp({ presses, left, log }: PressesOptions, taken: TakenPress): Promise<void> {
  try {
    await left.bury(taken, "undeliverable: too many replicas died with it");
  } catch (error) {
    log.warn({ err: error, ref: taken.press.reference.ref }, "a press is put aside later");
  } finally {
    presses.letGo(taken);
  }
}

/**
 * Was the press certainly not recorded? Redis was not asked, for want of a connection, or it refused: the
 * first write of the append is the record itself, so a refusal leaves nothing behind.
 */
function certainlyNotRecorded(error: unknown): boolean {
  const cause = error instanceof Fault ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  return cause.name === "ReplyError" || /isn't writeable|offline queue/i.test(cause.message);
}

interface Settled {
  readonly result: PressResult;
  /** The commit took it out of the stream. */
  readonly isForgotten: boolean;
}

/** Decides a press for whoever its account is to the interrupt's tenant. */
async function decidePress(
  options: PressesOptions,
  { press, at, place, interrupt: known }: TakenPress,
): Promise<Settled> {
  const { platform, response, reference } = press;
  const { partition, ref, shown } = reference;
  const attempted = await attempt(options, {
    partition,
    ref,
    known,
    press: { id: press.id, place },
    command: async (interrupt) => {
      const by = await presser(options, interrupt, { press, at });
      if ("code" in by) return by;
      const resumeValue = resumeValueOf(interrupt.payload, response);
      if (resumeValue === undefined) {
        const first = lateRefusal(interrupt, by) ?? ineligibility(by, interrupt);
        return first ?? { code: "form-needed", interrupt };
      }
      return { type: "respond", resumeValue, by, via: platform, shown, at, place };
    },
  });
  const stillThere = (result: PressResult): Settled => ({ result, isForgotten: false });
  switch (attempted.state) {
    case "unknown":
      return stillThere(refused(options, { code: "unknown-interrupt" }));
    case "refused":
      return stillThere(await afterRefusal(options, attempted.interrupt, press, attempted.refusal));
    case "replayed":
      options.changed(attempted.interrupt, press);
      return stillThere({ ok: true });
    case "unchanged":
      return stillThere({ ok: true, words: ASKED });
    case "changed": {
      const { previous, next } = attempted;
      options.changed(next, press);
      return { result: { ok: true, words: countedWords(previous, next) }, isForgotten: true };
    }
  }
}

/** Who pressed. What cannot be looked up is tried again for a while, and then it is no. */
async function presser(
  { identify, clock }: PressesOptions,
  interrupt: Interrupt,
  { press, at }: Pick<TakenPress, "press" | "at">,
): Promise<Principal | Refusal> {
  const { platform, workspace, account, roles } = press;
  const { tenant, payload } = interrupt;
  try {
    return await identify({
      account,
      tenant,
      platform,
      workspace,
      references: eligibilityOf(payload),
      signed: roles === undefined ? undefined : { roles, at },
    });
  } catch (error) {
    const isOver = clock() - at > LOOKED_UP_WITHIN_MS;
    if (!isOver || !(error instanceof Fault) || error.code !== "directory-unavailable") throw error;
    return { code: "membership-unknown", interrupt };
  }
}

const NOBODY: ReadonlySet<Refusal["code"]> = new Set(["account-unknown", "guest"]);

async function afterRefusal(
  options: PressesOptions,
  interrupt: Interrupt,
  press: Press,
  refusal: Refusal,
): Promise<PressResult> {
  if (refusal.code === "payload-changed") options.redraw(interrupt);
  // Who is no longer known may not learn more than that.
  const isLate = interrupt.outcome !== undefined && !NOBODY.has(refusal.code);
  if (isLate) {
    // Whoever presses too late may be looking at a card that missed an update.
    options.changed(interrupt, press);
  }
  // Or it is this very press that was committed, and its handling was cut off before it was forgotten.
  if (await options.presses.wasCommitted(press)) return { ok: true };
  return refused(options, refusal);
}

function refused({ clock, nameOf }: PressesOptions, refusal: Refusal): PressResult {
  return {
    ok: false,
    words: refusalWords(refusal, clock(), nameOf),
    correctable: refusal.code === "answer-invalid",
    offer: offerAfter(refusal),
  };
}
