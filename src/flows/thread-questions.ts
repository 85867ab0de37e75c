import type { PlatformName } from "../core/interrupt.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { AskedThere, Threads } from "../core/ports/threads.ts";
import type { Reference } from "../core/reference.ts";

interface Said {
  readonly platform: PlatformName;
  readonly thread: string;
  /** The message that may be an answer. */
  readonly message: string;
}

/** As many questions of a conversation are looked at, the latest first, to find one that still waits. */
const MOST_LOOKED_AT = 10;

/**
 * Which question a message in a thread answers. Below a card it is that card's. In a conversation's thread
 * it is the latest one that still waits, of those that were asked before the message: what somebody was
 * typing when the next question came is no answer to that one. Where none waits any more it is the latest
 * of them, and whoever answers hears that. Throws a Fault.
 */
export async function questionInThread(
  { interrupts, threads }: { readonly interrupts: Interrupts; readonly threads: Threads },
  { platform, thread, message }: Said,
): Promise<Reference | undefined> {
  const only = await threads.find(platform, thread);
  if (only !== undefined) return only;
  const asked = (await threads.asked(platform, thread))
    .filter((question) => inOrder(question.messageId, message) < 0)
    .toSorted(latestFirst);
  for (const { reference } of asked.slice(0, MOST_LOOKED_AT)) {
    const interrupt = await interrupts.load(reference.partition, reference.ref);
    if (interrupt !== undefined && interrupt.outcome === undefined) return reference;
  }
  return asked[0]?.reference;
}

const latestFirst = (one: AskedThere, other: AskedThere) => inOrder(other.messageId, one.messageId);

/** Ids of messages on both platforms grow: decimal numbers, on Slack with six places behind the point. */
export function inOrder(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}
