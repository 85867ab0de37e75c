import type {
  Crews,
  Identifies,
  OpenThread,
  Shards,
  ThreadCursors,
} from "../../src/core/connections.ts";
import type { Log } from "../../src/core/log.ts";
import type { Inbound } from "../../src/presentation/platform.ts";
import { type Pause, pausing, realPause } from "../../src/waiting/within.ts";
import { handleMessage } from "./answers.ts";
import { type Application, readConnectionLimit, requireConnections } from "./application.ts";
import { catchUp } from "./catch-up.ts";
import type { DiscordConfig } from "./config.ts";
import { plainInteraction, plainMessage } from "./from-library.ts";
import { type Gateway, openGateway } from "./gateway.ts";
import { type IdentifyThrottle, identifyThrottle } from "./identify.ts";
import type { InHand } from "./in-hand.ts";
import { inOrder } from "./in-order.ts";
import type { PlainInteraction, PlainMessage } from "./receive.ts";
import type { Rest } from "./rest.ts";
import { ShardKeeper } from "./shard.ts";
import { type Shard, shardOf } from "./shard-of.ts";
import { ShardSharing, type SharingTimes } from "./sharing.ts";

/** What is kept for all replicas together. */
export interface ConnectionStore {
  readonly shards: Shards;
  readonly crews: Crews;
  readonly identifies: Identifies;
  readonly cursors: ThreadCursors;
  /** Threads of Discord in which somebody may still answer. Throws a Fault. */
  readonly openThreads: () => Promise<readonly OpenThread[]>;
}

export interface ConnectionDeps {
  readonly config: DiscordConfig;
  readonly application: Application;
  readonly inbound: Inbound;
  readonly rest: Rest;
  readonly log: Log;
  readonly store: ConnectionStore;
  readonly works: InHand;
  readonly pause: Pause;
  readonly takeInteraction: (interaction: PlainInteraction) => void;
  readonly times?: Partial<SharingTimes> | undefined;
}

/** An answer that could not be recorded is read again after this long: less than people are asked to wait. */
const READ_AGAIN_MS = 30_000;

/** The connections to Discord's gateway, one a shard, of whichever replica has its turn. */
export function discordConnection(deps: ConnectionDeps): ShardSharing {
  const { application, rest, log, store } = deps;
  const { applicationId } = application;
  const throttle = identifyThrottle({
    identifies: store.identifies,
    rest,
    log,
    applicationId,
    pause: realPause,
  });
  const keep = (shard: Shard, hasRoom: () => boolean) =>
    new ShardKeeper({
      shards: store.shards,
      name: `discord:${applicationId}:${shard.id}/${shard.count}`,
      fields: shard.count === 1 ? {} : { shard: shard.id, shards: shard.count },
      open: async () => {
        await requireConnections(rest);
        return open(deps, shard, throttle);
      },
      hasRoom,
      log,
    });
  return new ShardSharing({
    crews: store.crews,
    name: `discord:${applicationId}`,
    recommended: async () => (await readConnectionLimit(rest)).shards,
    keep,
    log,
    ...(deps.times === undefined ? {} : { times: deps.times }),
  });
}

async function open(
  deps: ConnectionDeps,
  shard: Shard,
  throttle: IdentifyThrottle,
): Promise<Gateway> {
  const { config, application, inbound, log, works, takeInteraction } = deps;
  const over = new AbortController();
  const messages = messageTaker(deps, shard, over.signal);
  try {
    const gateway = await openGateway(config, {
      log,
      readsContent: application.readsContent,
      hearsMembers: application.hearsMembers,
      carries: config.publicKey === undefined ? "Presses" : "Answers typed in threads",
      shard,
      throttle,
      onInteraction: (interaction) => {
        takeInteraction(plainInteraction(interaction));
      },
      onMessage: (message) => {
        works.run(async () => messages.take(plainMessage(message)));
      },
      onMembership: (change) => {
        works.run(async () => inbound.membershipChanged(change));
      },
      onSession: messages.readAll,
    });
    const close = async () => {
      over.abort();
      await gateway.close();
    };
    return { ...gateway, close };
  } catch (error) {
    over.abort();
    throw error;
  }
}

/** Takes messages as they come, and those that came while nobody listened, each to the same handler. */
function messageTaker(deps: ConnectionDeps, shard: Shard, over: AbortSignal) {
  const { application, inbound, rest, log, store, works, pause, config } = deps;
  const { guilds } = config;
  const order = inOrder(store.cursors);
  let reading = new AbortController();
  let isWaiting = false;

  async function handle(message: PlainMessage): Promise<boolean> {
    const watched = watch(inbound);
    const common = { rest, log, self: application, guilds, pause };
    await handleMessage({ ...common, inbound: watched.inbound }, message);
    return watched.isFinished();
  }

  async function take(message: PlainMessage): Promise<void> {
    if (!message.inThread) return void (await handle(message));
    await order.run(message.channelId, message.id, async () => {
      const isFinished = await handle(message);
      if (!isFinished) void readAgain();
      return isFinished;
    });
    return undefined;
  }

  function readAll(): void {
    reading.abort();
    reading = new AbortController();
    const ended = AbortSignal.any([over, reading.signal]);
    // Those of its own guilds: whoever holds another shard reads what belongs to that.
    const openThreads = async () =>
      (await store.openThreads()).filter(
        ({ workspace }) => shardOf(workspace, shard.count) === shard.id,
      );
    works.run(async () =>
      catchUp({
        rest,
        log,
        botId: application.id,
        openThreads,
        handle: take,
        over: ended,
        pause: realPause,
      }),
    );
  }

  async function readAgain(): Promise<void> {
    if (isWaiting) return;
    isWaiting = true;
    await pausing(realPause, READ_AGAIN_MS, over).catch(() => undefined);
    isWaiting = false;
    if (!over.aborted) readAll();
  }

  return { take, readAll };
}

type Answers = Pick<Inbound, "press" | "threadReference" | "hear">;

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
