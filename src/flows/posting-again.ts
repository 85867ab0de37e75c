import type { Fault } from "../core/fault.ts";
import { parseAddress } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Copies, Copy, CopyName, Interrupts } from "../core/ports.ts";

export interface PostingAgainOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly log: Log;
}

/** Nobody has to take direct messages: the card in the channel is the one that counts. */
export function isDirect({ address }: CopyName): boolean {
  return parseAddress(address)?.user !== undefined;
}

/** Is this no message to bring up to date any more: deleted, or in a thread that was locked or deleted? */
export function isLost(name: CopyName, { message, within }: Copy, fault: Fault): boolean {
  if (message === undefined) return false;
  const isInThread = typeof within === "string" || parseAddress(name.address)?.thread !== undefined;
  return fault.code === "message-gone" || (!fault.retryable && isInThread);
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
    log.warn(facts, "a card that was posted again is gone as well; it is left at that");
    return false;
  }
  log.warn(facts, "a card is gone while its question is open; it is posted again, once");
  // Due first: a copy without a message that is not due would never be posted.
  await copies.settle(name, NOTHING_SHOWN);
  await copies.save(name, afresh(lost, fault));
  return true;
}

const NOTHING_SHOWN = 0;

/** Its lines begin anew with it. The reminder that was given stays given. */
function afresh({ within, remindedAt }: Copy, { code }: Fault): Copy {
  const place = code === "message-gone" || within === undefined ? within : null;
  return { shown: NOTHING_SHOWN, within: place, remindedAt, again: true, failures: 0 };
}
