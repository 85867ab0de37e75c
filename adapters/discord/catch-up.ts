import type { OpenThread } from "../../src/core/ports/thread-cursors.ts";
import { Fault } from "../../src/core/fault.ts";
import type { Log } from "../../src/core/log.ts";
import { type Pause, pausing } from "../../src/waiting/within.ts";
import { reasonOf } from "./faults.ts";
import { messageFrom } from "./from-payload.ts";
import type { Unread } from "./in-order.ts";
import { listOf } from "./json.ts";
import { HISTORY_PAGE } from "./limits.ts";
import type { PlainMessage } from "./receive.ts";
import type { Rest } from "./rest.ts";

export interface CatchUpDeps {
  readonly rest: Rest;
  readonly log: Log;
  readonly botId: string;
  /** The threads in which somebody may still answer. Throws a Fault. */
  readonly openThreads: () => Promise<readonly OpenThread[]>;
  /** Which of them are to be read, and hears of each that has been. */
  readonly unread: Unread;
  /** The same as for a message that just came. Never throws. */
  readonly handle: (message: PlainMessage) => Promise<void>;
  /** Aborted when the connection is not ours any more: the next holder reads everything itself. */
  readonly over: AbortSignal;
  readonly pause: Pause;
}

/** Threads that are read at the same time. */
const AT_ONCE = 4;
/** What cannot be read is tried again at once, after so long and so often; it must not hold up the rest for long. */
const RETRY_MS = 1_000;
const TRIES = 5;

/**
 * Reads what was typed while nobody listened: each unread thread from its cursor on. What was heard before
 * is found to be recorded. Resolves with false where something is to be tried again later. Never throws.
 */
export async function catchUp(deps: CatchUpDeps): Promise<boolean> {
  let left: readonly OpenThread[] = [];
  let isDone = await again(deps, "list the open threads", async () => {
    const threads = await deps.openThreads();
    const wanted = new Set(await deps.unread.among(threads.map(({ threadId }) => threadId)));
    left = threads.filter(({ threadId }) => wanted.has(threadId));
  });
  const queue = left.values();
  let read = 0;
  const work = async () => {
    for (const thread of queue) {
      const wasRead = await again(deps, "read a thread", async () => {
        const messages = await readThread(deps, thread);
        read += messages;
      });
      isDone &&= wasRead;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (read > 0) {
    deps.log.info({ threads: left.length, messages: read }, "Read what was typed meanwhile");
  }
  return isDone;
}

/** To its end, however far that is. Resolves with how many messages there were. */
async function readThread(
  { rest, botId, unread, handle, over }: CatchUpDeps,
  { threadId, workspace, after }: OpenThread,
): Promise<number> {
  const thread = { threadId, guildId: workspace, ownerId: botId };
  let from: string | undefined = after;
  let read = 0;
  while (!over.aborted) {
    const answer = await rest.call({
      method: "GET",
      path: `/channels/${threadId}/messages`,
      query: { after: from, limit: String(HISTORY_PAGE) },
    });
    const messages = listOf(answer)
      .flatMap((each) => messageFrom(each, thread) ?? [])
      // Discord gives the latest first.
      .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
    for (const message of messages) await handle(message);
    read += messages.length;
    from = messages.at(-1)?.id;
    if (listOf(answer).length < HISTORY_PAGE || from === undefined) {
      await unread.isRead(threadId);
      return read;
    }
  }
  return read;
}

/** Tries while that can help soon. False when it did not, and may later; what fails is said. */
async function again(
  { log, over, pause }: CatchUpDeps,
  what: string,
  work: () => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1, delayMs = RETRY_MS; !over.aborted; attempt += 1, delayMs *= 2) {
    try {
      await work();
      return true;
    } catch (error) {
      const mayHelp = error instanceof Fault && error.retryable;
      if (!mayHelp || attempt === TRIES) {
        log.warn(reasonOf(error), `Could not ${what} to look for answers typed meanwhile`);
        return !mayHelp;
      }
      await pausing(pause, error.retryAfterMs ?? delayMs, over).catch(() => undefined);
    }
  }
  return true;
}
