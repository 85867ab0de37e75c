import { digestOf } from "../core/digest.ts";
import { Fault } from "../core/fault.ts";
import { type Address, type Interrupt, parseAddress } from "../core/interrupt.ts";
import type { Interview } from "../core/interview.ts";
import type { Log } from "../core/log.ts";
import type { Copy, CopyName } from "../core/ports/copies.ts";
import type { Card } from "../presentation/card.ts";
import type { InterviewForm } from "../presentation/interview.ts";
import type { Cards, Progress } from "../presentation/platform.ts";
import type { HeldCopy } from "./held-copy.ts";

/** One copy of a card, and what it is to become. */
export interface Target {
  readonly name: CopyName;
  readonly cards: Cards;
  readonly interrupt: Interrupt;
  readonly card: Card;
  /** Writes down what has become of it; throws where somebody else works on it by now. */
  readonly save: HeldCopy["save"];
  readonly asked?: AskedBelow | undefined;
}

/** What is asked one by one in its thread, as it was when the copy began to be drawn. */
export interface AskedBelow {
  readonly form: InterviewForm;
  readonly interview: Interview;
}

/** Where a copy was told to be shown. */
export function addressOf({ address }: CopyName): Address {
  const parsed = parseAddress(address);
  if (parsed === undefined) throw new Error(`not an address: ${address}`);
  return parsed;
}

/** Where a copy stands: in the thread of its conversation, or where it was told to be shown. */
export function placeOf(name: CopyName, { within }: Pick<Copy, "within">): Address {
  const address = addressOf(name);
  return typeof within === "string" ? { ...address, thread: within } : address;
}

/** The same for every try at one copy, or at one line about it, and another one for every other: 22 characters. */
export function nonceOf({ ref, address }: CopyName, line = ""): string {
  return digestOf(line === "" ? `${ref} ${address}` : `${ref} ${address} ${line}`).slice(0, 22);
}

/** That of a copy's message: a platform that knows the nonce of a deleted one would not post another. */
export function nonceOfPost(name: CopyName, { again }: Copy): string {
  return nonceOf(name, again === true ? "again" : "");
}

/** That of a line about it: what is said anew below a card that was posted again is another message, too. */
export function nonceOfLine(name: CopyName, { again }: Copy, line: string): string {
  return nonceOf(name, again === true ? `again ${line}` : line);
}

/** Does it show people the question? */
export function isSeen(copy: Copy | undefined): boolean {
  return copy?.message !== undefined && copy.refused !== true;
}

/** A platform that answered no, or "not now", did not do it; one that did not answer may have. */
export function refusedForCertain({ code, retryAfterMs }: Fault): boolean {
  return isPlaceRefused({ code }) || code === "platform-refused" || retryAfterMs !== undefined;
}

/** Is it the place that takes nothing? Another one may; what is refused for its words would be refused there as well. */
export function isPlaceRefused({ code }: Pick<Fault, "code">): boolean {
  return code === "no-access" || code === "place-gone" || code === "place-shut";
}

/**
 * Looks for what an earlier try may have posted, and keeps how far it has come. That a platform lets only little
 * be read says nothing about what may be posted, so nobody else has to wait.
 */
export async function looking<Found>(
  find: (progress: Progress) => Promise<Found>,
  progress: Progress,
): Promise<Found> {
  try {
    return await find(progress);
  } catch (error) {
    if (!(error instanceof Fault) || error.retryAfterMs === undefined) throw error;
    const { message, retryable, retryAfterMs } = error;
    const options = { retryable, retryAfterMs, cause: error };
    throw new Fault("history-unavailable", message, options);
  }
}

export function noteFailure(log: Log, { ref, address }: CopyName, error: unknown): void {
  if (!(error instanceof Fault)) {
    log.error({ err: error, ref, address }, "a card could not be drawn");
  } else if (!error.retryable) {
    log.error({ err: error, ref, address, code: error.code }, "a card could not be shown");
  }
}
