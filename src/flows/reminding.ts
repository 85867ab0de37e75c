import { Fault } from "../core/fault.ts";
import type { Address, Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Clock, Copies, Copy, CopyName } from "../core/ports.ts";
import { reminderWords } from "../presentation/reminder.ts";
import { placeOf, refusedForCertain, type Target } from "./copy.ts";

export interface ReminderOptions {
  readonly copies: Copies;
  /** Members of an address's platform who are asked and have not decided; nobody where all may. */
  readonly toRemind: (interrupt: Interrupt, address: Address) => readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

/** Gives the newest reminder, where this copy has not; an older one that was missed is not given late. */
export async function reminded(
  options: ReminderOptions,
  { name, interrupt, cards }: Target,
  copy: Copy,
): Promise<Copy> {
  const { remindedAt, outcome } = interrupt;
  const isDue = remindedAt !== undefined && remindedAt > (copy.remindedAt ?? 0);
  if (!isDue || outcome !== undefined || copy.message === undefined) return copy;
  const given: Copy = { ...copy, remindedAt };
  // Written down first: a second notification would be worse than none.
  await options.copies.save(name, given);
  const address = placeOf(name, copy);
  const users = options.toRemind(interrupt, address);
  const reminder = { words: reminderWords(interrupt, options.clock()), users };
  try {
    await cards.remind(address, copy.message, reminder, copy.thread);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.retryable && refusedForCertain(error)) {
      // Nobody was notified: it is as due as before.
      await options.copies.save(name, copy);
      throw error;
    }
    noteNotGiven(options.log, name, error);
  }
  return given;
}

function noteNotGiven(log: Log, { ref, address }: CopyName, error: Fault): void {
  const facts = { err: error, ref, address, code: error.code };
  if (error.retryable) {
    log.warn(facts, "a reminder may be lost; it is not given again, so that nobody hears it twice");
  } else {
    log.error(facts, "a reminder could not be given");
  }
}
