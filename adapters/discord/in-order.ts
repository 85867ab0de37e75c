import type { ThreadCursors } from "../../src/core/connections.ts";

/** What has been begun of one thread, by message id. */
interface Thread {
  readonly open: Set<string>;
  /** Those that could not be recorded, so that they are to be read again. */
  readonly failed: Set<string>;
  last: string;
}

/**
 * Moves the cursor of a thread behind messages that have been handled, and never over one that has not:
 * they are handled at the same time, and a crash may come in between. Lagging is harmless, since who reads
 * a message again finds that it was recorded.
 */
export function inOrder(cursors: ThreadCursors) {
  const threads = new Map<string, Thread>();
  return {
    /** Handles a message of a thread; `handle` says whether it is finished with. */
    async run(threadId: string, messageId: string, handle: () => Promise<boolean>): Promise<void> {
      const thread = threads.get(threadId) ?? { open: new Set(), failed: new Set(), last: "" };
      threads.set(threadId, thread);
      thread.open.add(messageId);
      let finished = true;
      try {
        // What throws is a fault of ours, which reading it again would not mend.
        finished = await handle();
      } finally {
        thread.open.delete(messageId);
        if (finished) thread.failed.delete(messageId);
        else thread.failed.add(messageId);
        if (isLater(messageId, thread.last)) thread.last = messageId;
        await settle(threadId, thread);
      }
    },
  };

  async function settle(threadId: string, { open, failed, last }: Thread): Promise<void> {
    if (open.size > 0) return;
    if (failed.size === 0) threads.delete(threadId);
    const upTo = failed.size === 0 ? last : undefined;
    // A cursor that stays behind only means that more is read again.
    if (upTo !== undefined) await cursors.advance("discord", threadId, upTo).catch(() => undefined);
  }
}

/** Ids are numbers that are too long for one. */
function isLater(one: string, other: string): boolean {
  return one.length > other.length || (one.length === other.length && one > other);
}
