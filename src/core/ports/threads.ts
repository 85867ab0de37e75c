import type { Reference } from "../reference.ts";

/** Immutable pointers from a chat thread to what is answered there. */
export interface Threads {
  /** To the one interrupt whose card the thread hangs on. */
  point(platform: string, threadId: string, reference: Reference): Promise<void>;
  find(platform: string, threadId: string): Promise<Reference | undefined>;
  /** To one of several interrupts whose cards stand in the thread, by the message of the card. */
  ask(platform: string, threadId: string, messageId: string, reference: Reference): Promise<void>;
  asked(platform: string, threadId: string): Promise<readonly AskedThere[]>;
}

/** A question that was asked in a thread. */
export interface AskedThere {
  readonly messageId: string;
  readonly reference: Reference;
}
