import type { OpenThread, ThreadCursors } from "../../src/core/ports/thread-cursors.ts";
import type { Log } from "../../src/core/log.ts";
import type { Inbound } from "../../src/presentation/platform.ts";
import { type Pause, pausing } from "../../src/waiting/within.ts";
import { handleMessage } from "./answers.ts";
import type { Self } from "./cards.ts";
import { catchUp } from "./catch-up.ts";
import { reasonOf } from "./faults.ts";
import type { InHand } from "./in-hand.ts";
import { inOrder } from "./in-order.ts";
import { isToBot, type PlainMessage } from "./receive.ts";
import type { Rest } from "./rest.ts";
import { type Shard, shardOf } from "./shard-of.ts";

/** What is kept of threads, for all replicas together. */
export interface TypedStore {
  readonly cursors: ThreadCursors;
  /** Threads of Discord in which somebody may still answer. Throws a Fault. */
  readonly openThreads: () => Promise<readonly OpenThread[]>;
}

type Answers = Pick<Inbound, "press" | "threadReference" | "hear">;

export interface TypedDeps {
  readonly inbound: Answers;
  readonly rest: Rest;
  readonly log: Log;
  readonly self: Self;
  readonly guilds: readonly string[];
  readonly store: TypedStore;
  readonly works: InHand;
  readonly pause: Pause;
  /** The one whose messages come. */
  readonly shard: Shard;
  /** Aborted when its messages do not come here any more. */
  readonly over: AbortSignal;
}

/** An answer that could not be recorded is taken up again after this long: less than people are asked to wait. */
const AGAIN_MS = 30_000;
/** A reply in a channel so often, which is five minutes. */
const REPLY_TRIES = 10;

/** Takes what people type as it comes, and what they typed while nobody listened, each to the same handler. */
export function typedAnswers(deps: TypedDeps) {
  const { rest, log, self, store, works, pause, over } = deps;
  const order = inOrder(store.cursors);
  let unread = order.hold();
  let isReading = false;
  let isWanted = false;
  let isWaiting = false;

  async function take(message: PlainMessage): Promise<void> {
    if (!message.inThread) return takeReply(message);
    return order.run(message.channelId, message.id, async () => {
      const isFinished = await handle(deps, message);
      if (!isFinished) void readLater();
      return isFinished;
    });
  }

  /** Channels are not read again, so what is said to the bot there is kept here for a while. */
  async function takeReply(message: PlainMessage): Promise<void> {
    for (let attempt = 1; !over.aborted; attempt += 1) {
      const isOver = await handle(deps, message);
      if (isOver || !isToBot(message, self.id) || attempt === REPLY_TRIES) return;
      await pausing(pause, AGAIN_MS, over).catch(() => undefined);
    }
  }

  /** Nothing that is heard from now on says that what came before was read. */
  function sessionBegins(): void {
    unread = order.hold();
    works.run(read);
  }

  /** One reading at a time: what is wanted meanwhile is read after it. */
  async function read(): Promise<void> {
    isWanted = true;
    if (isReading) return;
    isReading = true;
    while (isWanted && !over.aborted) {
      isWanted = false;
      const how = { rest, log, botId: self.id, openThreads, unread, over, pause };
      const isDone = await catchUp({ ...how, handle: takeRead });
      if (!isDone) void readLater();
    }
    isReading = false;
  }

  async function readLater(): Promise<void> {
    if (isWaiting) return;
    isWaiting = true;
    await pausing(pause, AGAIN_MS, over).catch(() => undefined);
    isWaiting = false;
    if (!over.aborted) works.run(read);
  }

  /** Those of its own guilds: whoever holds another shard reads what belongs to that. */
  async function openThreads(): Promise<readonly OpenThread[]> {
    const { id, count } = deps.shard;
    const threads = await store.openThreads();
    return threads.filter(({ workspace }) => shardOf(workspace, count) === id);
  }

  /** One that breaks us keeps nobody from those after it. */
  async function takeRead(message: PlainMessage): Promise<void> {
    await take(message).catch((error: unknown) => {
      log.error(
        { ...reasonOf(error), message: message.id },
        "Handling a message that was read failed",
      );
    });
  }

  return { take, sessionBegins };
}

/** Resolves with whether it is finished with, or the store could not tell. */
async function handle(deps: TypedDeps, message: PlainMessage): Promise<boolean> {
  const watched = watch(deps.inbound);
  await handleMessage({ ...deps, inbound: watched.inbound }, message);
  return watched.isFinished();
}

/** Sees whether what a message says was recorded, or whether the store could not tell. */
function watch(inbound: Answers): { inbound: Answers; isFinished: () => boolean } {
  let finished = true;
  return {
    isFinished: () => finished,
    inbound: {
      async press(press, withinMs) {
        const taken = await inbound.press(press, withinMs);
        finished = taken.state === "recorded" || taken.state === "duplicate";
        return taken;
      },
      async hear(said, withinMs) {
        const heard = await inbound.hear(said, withinMs);
        if (heard.state === "not-recorded" || heard.state === "not-confirmed") finished = false;
        return heard;
      },
      async threadReference(threadId, messageId) {
        try {
          return await inbound.threadReference(threadId, messageId);
        } catch (error) {
          finished = false;
          throw error;
        }
      },
    },
  };
}
