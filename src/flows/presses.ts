import { announceEnd } from "../core/announce.ts";
import { decide } from "../core/decide.ts";
import type { Principal } from "../core/eligibility.ts";
import { Fault } from "../core/fault.ts";
import type { Interrupt, PlatformName } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Clock, Interrupts, Orphan, Presses } from "../core/ports.ts";
import type { Account, Press } from "../core/press.ts";
import type { Refusal } from "../core/refusal.ts";
import type { PressResult, Taken } from "../presentation/platform.ts";
import { NOT_CONFIRMED, NOT_RECORDED, RECORDED, refusalWords } from "../presentation/wording.ts";

/** Who an account is, for a tenant and in one workspace; undefined is nobody, and doubt is nobody. */
export type Identify = (asked: {
  readonly account: Account;
  readonly tenant: string;
  readonly platform: PlatformName;
  readonly workspace: string;
}) => Principal | undefined;

export interface PressesOptions {
  readonly interrupts: Interrupts;
  readonly presses: Presses;
  readonly identify: Identify;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after every decision, and after a press on a card that may be out of date. */
  readonly changed: (interrupt: Interrupt, press: Press) => void;
  /** Has every copy drawn once more, although none is known to be out of date. */
  readonly redraw: (interrupt: Interrupt) => Promise<void>;
}

/** A press that fails this often is put aside, so that it does not come back for ever. */
const MOST_DELIVERIES = 20;

export type PressFlow = ReturnType<typeof createPressFlow>;

/** A person's press: recorded, then decided once, then forgotten. */
export function createPressFlow(options: PressesOptions) {
  const { presses, log } = options;
  const working = new Set<Promise<unknown>>();

  function track<T>(work: Promise<T>): Promise<T> {
    working.add(work);
    void work.finally(() => working.delete(work)).catch(() => undefined);
    return work;
  }

  async function settle(orphan: Orphan): Promise<PressResult> {
    try {
      const result = await decidePress(options, orphan);
      await presses.done(orphan.partition, orphan.place);
      return result;
    } catch (error) {
      if (error instanceof Fault) return { ok: false, words: RECORDED, correctable: false };
      log.error({ err: error, ref: orphan.press.reference.ref }, "a press could not be handled");
      await presses
        .bury(orphan, `bug: ${error instanceof Error ? error.message : "unknown error"}`)
        .catch(() => undefined);
      return { ok: false, words: NOT_CONFIRMED, correctable: false };
    }
  }

  return {
    /** Records a press; the decision follows in the result. Never throws. */
    async take(press: Press, withinMs: number): Promise<Taken> {
      try {
        const appended = await presses.append(press, withinMs);
        if (appended.state === "duplicate") return { state: "duplicate" };
        if (appended.state === "late") return { state: "not-recorded", words: NOT_RECORDED };
        const { place, at } = appended;
        const orphan = { partition: press.reference.partition, place, at, press, deliveries: 1 };
        return { state: "recorded", result: track(settle(orphan)) };
      } catch (error) {
        log.warn({ err: error, ref: press.reference.ref }, "a press could not be recorded");
        return unsent(error)
          ? { state: "not-recorded", words: NOT_RECORDED }
          : { state: "not-confirmed", words: NOT_CONFIRMED };
      }
    },

    /** Handles presses that a replica recorded and did not finish; tells the people what became of them. */
    async recover(
      partition: number,
      tell: (press: Press, result: PressResult) => Promise<void>,
    ): Promise<void> {
      for (const orphan of await presses.orphans(partition)) {
        if (orphan.deliveries > MOST_DELIVERIES) {
          await presses.bury(orphan, "undeliverable: it was tried too often");
          continue;
        }
        const result = await track(settle(orphan));
        await tell(orphan.press, result);
      }
    },

    /** Resolves when every press in hand has been decided. */
    async idle(): Promise<void> {
      while (working.size > 0) await Promise.allSettled(working);
    },
  };
}

/** Was the append certainly never sent? Redis refuses at once when there is no connection. */
function unsent(error: unknown): boolean {
  const cause = error instanceof Fault ? error.cause : error;
  return cause instanceof Error && /isn't writeable|offline queue/i.test(cause.message);
}

/** Decides and commits, from the start again whenever somebody else was faster. */
async function decidePress(options: PressesOptions, { press, at }: Orphan): Promise<PressResult> {
  const { partition, ref, shown } = press.reference;
  for (;;) {
    const interrupt = await options.interrupts.load(partition, ref);
    if (interrupt === undefined) return refused(options, { code: "unknown-interrupt" });
    const { platform, workspace, account, response } = press;
    const by = options.identify({ account, tenant: interrupt.tenant, platform, workspace });
    if (by === undefined) return refused(options, { code: "account-unknown", account });
    const decision = decide(interrupt, { type: "respond", response, by, via: platform, shown, at });
    if (!decision.ok) {
      // Whoever presses too late, or on what was never asked so, may be looking at a stale card.
      if (interrupt.outcome !== undefined) options.changed(interrupt, press);
      if (decision.refusal.code === "payload-changed") await options.redraw(interrupt);
      return refused(options, decision.refusal);
    }
    const { next } = decision;
    const committed = await options.interrupts.commit({
      from: interrupt.version,
      next,
      announcement: announceEnd(next),
      pressId: press.id,
    });
    if (committed.state === "conflict") continue;
    options.changed(next, press);
    return { ok: true };
  }
}

function refused({ clock }: PressesOptions, refusal: Refusal): PressResult {
  return {
    ok: false,
    words: refusalWords(refusal, clock()),
    correctable: refusal.code === "answer-invalid",
  };
}
