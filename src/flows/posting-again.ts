import type { Fault } from "../core/fault.ts";
import { parseAddress } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Copies, Copy, CopyName, LeftBehind } from "../core/ports/copies.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";

export interface PostingAgainOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly log: Log;
}

/** Nobody has to take direct messages: the card in the channel is the one that counts. */
export function isDirect({ address }: CopyName): boolean {
  return parseAddress(address)?.user !== undefined;
}

/** Was the message deleted, or the thread in which it stands? */
export function isGone(
  { address }: CopyName,
  { message, within }: Pick<Copy, "message" | "within">,
  { code }: Fault,
): boolean {
  if (message === undefined) return false;
  const isInThread = typeof within === "string" || parseAddress(address)?.thread !== undefined;
  return code === "message-gone" || (code === "place-gone" && isInThread);
}

/**
 * Is this no message that people can answer any more: gone, or in its conversation's thread, which was shut? A
 * thread that an engine named is no such place: there is nowhere else that this copy could stand.
 */
export function isLost(name: CopyName, copy: Copy, fault: Fault): boolean {
  return isGone(name, copy, fault) || leftBehind(copy, fault) !== undefined;
}

function leftBehind({ message, within }: Copy, { code }: Fault): readonly LeftBehind[] | undefined {
  const isShut = message !== undefined && typeof within === "string" && code === "place-shut";
  return isShut ? [{ message, within }] : undefined;
}

/**
 * Forgets a channel's message that is lost while people are still asked, so that it is posted anew: below the
 * channel, where it was the thread that is lost. Once a copy: who deletes a card twice is left alone. False
 * where it stays gone.
 */
export async function postAgain(
  { interrupts, copies, log }: PostingAgainOptions,
  name: CopyName,
  lost: Copy,
  fault: Fault,
): Promise<boolean> {
  const { partition, ref, address } = name;
  const interrupt = await interrupts.load(partition, ref);
  if (interrupt === undefined || interrupt.outcome !== undefined || isDirect(name)) return false;
  const facts = { ref, tenant: interrupt.tenant, address, reason: fault.message };
  if (lost.again === true) {
    if (isGone(name, lost, fault))
      log.warn(facts, "a card that was posted again is gone as well; it is left at that");
    return false;
  }
  log.warn(facts, "a card is gone while its question is open; it is posted again, once");
  // Due as well: a copy without a message that is not due would never be posted.
  await copies.save(name, afresh(lost, fault), "due");
  return true;
}

/** Its lines begin anew with it. The reminder that was given stays given. */
function afresh(lost: Copy, fault: Fault): Copy {
  const { within, remindedAt, revision } = lost;
  const place = fault.code === "message-gone" || within === undefined ? within : null;
  const left = [...(lost.left ?? []), ...(leftBehind(lost, fault) ?? [])];
  const kept = { within: place, left: left.length === 0 ? undefined : left, remindedAt, revision };
  return { shown: 0, ...kept, again: true, failures: 0 };
}
