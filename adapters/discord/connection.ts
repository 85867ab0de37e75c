import type { Crews } from "../../src/core/ports/crews.ts";
import type { Identifies } from "../../src/core/ports/identifies.ts";
import type { Shards } from "../../src/core/ports/shards.ts";
import type { Log } from "../../src/core/log.ts";
import type { Inbound } from "../../src/presentation/platform.ts";
import { type Pause, realPause } from "../../src/waiting/within.ts";
import { type Application, readConnectionLimit, requireConnections } from "./application.ts";
import type { DiscordConfig } from "./config.ts";
import { plainInteraction, plainMessage } from "./from-library.ts";
import { type Gateway, openGateway } from "./gateway.ts";
import { type IdentifyThrottle, identifyThrottle } from "./identify.ts";
import type { InHand } from "./in-hand.ts";
import type { PlainInteraction } from "./receive.ts";
import type { Rest } from "./rest.ts";
import { ShardKeeper } from "./shard.ts";
import type { Shard } from "./shard-of.ts";
import { ShardSharing, type SharingTimes } from "./sharing.ts";
import { typedAnswers, type TypedStore } from "./typed-answers.ts";

/** What is kept for all replicas together. */
export interface ConnectionStore extends TypedStore {
  readonly shards: Shards;
  readonly crews: Crews;
  readonly identifies: Identifies;
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
  const { guilds } = config;
  const typed = typedAnswers({ ...deps, self: application, guilds, shard, over: over.signal });
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
        works.run(async () => typed.take(plainMessage(message)));
      },
      onMembership: (change) => {
        works.run(async () => inbound.membershipChanged(change));
      },
      onSession: typed.sessionBegins,
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
