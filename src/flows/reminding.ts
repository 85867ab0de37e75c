import { Fault } from "../core/fault.ts";
import { type Address, type Interrupt, parseAddress } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Copies, Copy, CopyName } from "../core/ports/copies.ts";
import type { Reminded, ToRemind } from "../core/ports/reminding.ts";
import { reminderWords } from "../presentation/reminder.ts";
import { isSeen, placeOf, refusedForCertain, type Target } from "./copy.ts";

export interface ReminderOptions {
  readonly copies: Copies;
  readonly toRemind: ToRemind;
  readonly clock: Clock;
  readonly log: Log;
}

/** Gives the newest reminder, where this copy has not; an older one that was missed is not given late. */
export async function reminded(
  options: ReminderOptions,
  { name, interrupt, cards, save }: Target,
  copy: Copy,
): Promise<Copy> {
  const { remindedAt, outcome } = interrupt;
  const isDue = remindedAt !== undefined && remindedAt > (copy.remindedAt ?? 0);
  if (!isDue || outcome !== undefined || copy.message === undefined) return copy;
  const given: Copy = { ...copy, remindedAt };
  const address = placeOf(name, copy);
  const named = await namedAt(options, name, interrupt, address);
  if (named === undefined) return given;
  // Written down first: a second notification would be worse than none.
  await save(given);
  const reminder = { words: reminderWords(interrupt, options.clock()), ...named };
  try {
    await cards.remind(address, copy.message, reminder, copy.thread);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.retryable && refusedForCertain(error)) {
      // Nobody was notified: it is as due as before.
      await save(copy);
      throw error;
    }
    noteNotGiven(options.log, name, error);
  }
  return given;
}

const NOBODY: Reminded = { users: [], roles: [] };

/**
 * Each person is named in one copy of a platform: in the direct message that shows the question, or in the first
 * channel that does. Other channels hear the line, and nobody is notified. Undefined where there is none to give.
 */
async function namedAt(
  { copies, toRemind }: ReminderOptions,
  { partition, ref, address: own }: CopyName,
  interrupt: Interrupt,
  address: Address,
): Promise<Reminded | undefined> {
  const all = await copies.all(partition, ref);
  const shown = interrupt.destinations.filter((each) => each === own || isSeen(all.get(each)));
  const here = shown.filter((each) => isBeside(parseAddress(each), address));
  const direct = here.flatMap((each) => parseAddress(each)?.user ?? []);
  if (address.user !== undefined) return toRemind(interrupt, address, direct);
  const channels = here.filter((each) => parseAddress(each)?.user === undefined);
  // What was posted only after the reminder was due finds it given elsewhere.
  const isEarlier = (each: string) =>
    (all.get(each)?.intendedAt ?? 0) <= (interrupt.remindedAt ?? 0);
  const first = channels.find(isEarlier) ?? channels[0];
  return first === own ? toRemind(interrupt, address, direct) : NOBODY;
}

function isBeside(one: Address | undefined, { platform, workspace }: Address): boolean {
  return one?.platform === platform && one.workspace === workspace;
}

function noteNotGiven(log: Log, { ref, address }: CopyName, error: Fault): void {
  const facts = { err: error, ref, address, code: error.code };
  if (error.retryable) {
    log.warn(facts, "a reminder may be lost; it is not given again, so that nobody hears it twice");
  } else {
    log.error(facts, "a reminder could not be given");
  }
}
