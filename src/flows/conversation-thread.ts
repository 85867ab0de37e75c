import { Fault } from "../core/fault.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Conversations } from "../core/ports/conversations.ts";
import type { Copies, Copy } from "../core/ports/copies.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import { type Card, present } from "../presentation/card.ts";
import type { NameOf } from "../presentation/naming.ts";
import type { Cards } from "../presentation/platform.ts";
import { addressOf, type Target } from "./copy.ts";

export interface ConversationOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly conversations: Conversations;
  readonly nameOf: NameOf;
  readonly clock: Clock;
}

/**
 * How long, from being asked, a card of a conversation waits for the card that began it to be shown at the
 * same address. After that it goes into the channel: a question nobody sees is worse than one out of place.
 */
export const WAIT_FOR_BEGINNING_MS = 30_000;

/** A thread's id; null for the channel; `wait` while the card that the thread hangs on is not shown yet. */
export type Where = { readonly within: string | null } | "wait";

/**
 * In which thread a card of a conversation stands: below the card that began it, at the same address. What
 * began elsewhere, or where no thread can hang, stands in the channel, as does every other card.
 */
export async function conversationThread(
  options: ConversationOptions,
  { name, interrupt, cards }: Target,
): Promise<Where> {
  const began = await beginning(options, interrupt, name.address);
  const { threads } = cards;
  if (began === undefined || threads === undefined) return { within: null };
  const { message } = began.copy;
  if (message === undefined) {
    const waited = options.clock() - interrupt.requestedAt;
    return waited < WAIT_FOR_BEGINNING_MS ? "wait" : { within: null };
  }
  const address = addressOf(name);
  // What was told to stand in a thread stands there, with the beginning.
  if (address.thread !== undefined) return { within: null };
  const within = await threads.idOf(address, message);
  if (within === undefined) return { within: null };
  const card = present(began.interrupt, options.nameOf);
  return (await opened({ address, threads, message, card })) ? { within } : { within: null };
}

interface Began {
  readonly interrupt: Interrupt;
  readonly copy: Copy;
}

async function beginning(
  { interrupts, copies, conversations }: ConversationOptions,
  { payload, tenant, partition: own }: Interrupt,
  address: string,
): Promise<Began | undefined> {
  if (payload.kind !== "conversation.exchange" && payload.kind !== "conversation.close") {
    return undefined;
  }
  const began = await conversations.beganWith(tenant, payload.data.conversationId);
  if (began === undefined) return undefined;
  const { ref, partition = own } = began;
  const interrupt = await interrupts.load(partition, ref);
  const copy = await copies.load({ partition, ref, address });
  return interrupt === undefined || copy === undefined ? undefined : { interrupt, copy };
}

interface Opening {
  readonly address: ReturnType<typeof addressOf>;
  readonly threads: NonNullable<Cards["threads"]>;
  readonly message: NonNullable<Copy["message"]>;
  readonly card: Card;
}

/** False where the platform refuses for good: the card that began it was deleted, or no thread may be opened. */
async function opened({ address, threads, message, card }: Opening): Promise<boolean> {
  try {
    await threads.open(address, message, card);
    return true;
  } catch (error) {
    if (!(error instanceof Fault) || error.retryable) throw error;
    return false;
  }
}
