import type { ThreadCursors } from "../../src/core/ports/thread-cursors.ts";

/** What has been begun of one thread, by message id. */
interface Thread {
  readonly open: Set<string>;
  /** Those that could not be recorded, so that they are to be read again. */
  readonly failed: Set<string>;
  last: string;
}

/** Threads in which something may have been typed that nobody heard; any, until they are listed. */
export interface Unread {
  /** Resolves with those of these threads that are to be read; nothing was missed in any other. */
  among(threadIds: readonly string[]): Promise<readonly string[]>;
  /** A thread has been read to its end. */
  isRead(threadId: string): Promise<void>;
}

/**
 * Moves the cursor of a thread behind messages that have been handled, and never over one that has not:
 * they are handled at the same time, and a crash may come in between. Nor over one that was not even heard:
 * while something before it may be unread, what is heard moves nothing. Lagging is harmless, since who reads
 * a message again finds that it was recorded.
 */
export function inOrder(cursors: ThreadCursors) {
  const threads = new Map<string, Thread>();
  let isUnread: (threadId: string) => boolean = () => false;
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
        await settle(threadId);
      }
    },

    /** Holds every cursor from now on, in place of what was held before, until it is known what is unread. */
    hold(): Unread {
      let left: Set<string> | undefined;
      const isHeld = (threadId: string) => left?.has(threadId) ?? true;
      isUnread = isHeld;
      return {
        async among(threadIds) {
          const wanted = threadIds.filter((id) => isHeld(id) || hasFailed(id));
          left = new Set(wanted);
          await Promise.all([...threads.keys()].map(settle));
          return wanted;
        },
        async isRead(threadId) {
          left?.delete(threadId);
          await settle(threadId);
        },
      };
    },
  };

  function hasFailed(threadId: string): boolean {
    return (threads.get(threadId)?.failed.size ?? 0) > 0;
  }

  async function settle(threadId: string): Promise<void> {
    const thread = threads.get(threadId);
    if (thread === undefined || thread.open.size > 0 || isUnread(threadId)) return;
    if (hasFailed(threadId)) return;
    threads.delete(threadId);
    // A cursor that stays behind only means that more is read again.
    await cursors.advance("discord", threadId, thread.last).catch(() => undefined);
  }
}

/** Ids are numbers that are too long for one. */
function isLater(one: string, other: string): boolean {
  return one.length > other.length || (one.length === other.length && one > other);
}
