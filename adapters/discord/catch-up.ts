import type { OpenThread } from "../../src/core/connections.ts";
import { Fault } from "../../src/core/fault.ts";
import type { Log } from "../../src/core/log.ts";
import { type Pause, pausing } from "../../src/waiting/within.ts";
import { reasonOf } from "./faults.ts";
import { messageFrom } from "./from-payload.ts";
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
  /** The same as for a message that just came. */
  readonly handle: (message: PlainMessage) => Promise<void>;
  /** Aborted when the connection is not ours any more: the next holder reads everything itself. */
  readonly over: AbortSignal;
  readonly pause: Pause;
}

/** Threads that are read at the same time, and pages of one that are read at most. */
const AT_ONCE = 4;
const MAX_PAGES = 50;
/** A thread that cannot be read is tried again, after so long and so often. */
const RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;
const TRIES = 12;

/**
 * Reads what was typed while nobody listened: each open thread from its cursor on. What was heard before
 * is found to be recorded. Never throws.
 */
export async function catchUp(deps: CatchUpDeps): Promise<void> {
  const threads = await again(deps, "list the open threads", deps.openThreads);
  const left = [...(threads ?? [])];
  let read = 0;
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const thread = next;
      await again(deps, "read a thread", async () => {
        read += await readThread(deps, thread);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (read === 0 || threads === undefined) return;
  deps.log.info({ threads: threads.length, messages: read }, "Read what was typed meanwhile");
}

/** Resolves with how many messages there were. */
async function readThread(
  { rest, botId, handle, over }: CatchUpDeps,
  { threadId, workspace, after }: OpenThread,
): Promise<number> {
  const thread = { threadId, guildId: workspace, ownerId: botId };
  let from = after;
  let read = 0;
  for (let page = 0; page < MAX_PAGES && !over.aborted; page += 1) {
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
    from = messages.at(-1)?.id ?? from;
    if (listOf(answer).length < HISTORY_PAGE) return read;
  }
  return read;
}

/** Tries while that can help; undefined when it did not, which is said. */
async function again<T>(
  { log, over, pause }: CatchUpDeps,
  what: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let attempt = 1, delayMs = RETRY_MS; !over.aborted; attempt += 1, delayMs *= 2) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Fault) || !error.retryable || attempt === TRIES) {
        log.warn(reasonOf(error), `Could not ${what} to look for answers typed meanwhile`);
        return undefined;
      }
      const waitMs = error.retryAfterMs ?? Math.min(delayMs, LAST_RETRY_MS);
      await pausing(pause, waitMs, over).catch(() => undefined);
    }
  }
  return undefined;
}
