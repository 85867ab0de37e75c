import {
  Client,
  Events,
  GatewayDispatchEvents,
  GatewayIntentBits,
  type Interaction,
  type Message,
  Options,
  Partials,
  SimpleShardingStrategy,
} from "discord.js";
import { Fault } from "../../src/core/fault.ts";
import { NO_MENTIONS } from "./api-types.ts";
import type { Log } from "../../src/core/log.ts";
import type { MembershipChange } from "../../src/presentation/platform.ts";
import { pausing, realPause } from "../../src/waiting/within.ts";
import { DISCORD_API, type DiscordConfig } from "./config.ts";
import { watch } from "./gateway-health.ts";
import type { IdentifyThrottle } from "./identify.ts";
import { hearMemberships } from "./memberships.ts";
import { REQUEST_TIMEOUT_MS } from "./limits.ts";
import type { Shard } from "./shard-of.ts";

export interface GatewayDeps {
  readonly log: Log;
  /** May the content of messages be read? Asking for it unpermitted ends the connection. */
  readonly readsContent: boolean;
  /** May it be heard whose roles change? The same. */
  readonly hearsMembers: boolean;
  /** What is lost while there is no connection: "Presses", or less where they come over HTTP. */
  readonly carries?: string;
  readonly shard: Shard;
  readonly throttle: IdentifyThrottle;
  readonly onInteraction: (interaction: Interaction) => void;
  readonly onMessage: (message: Message) => void;
  readonly onMembership: (change: MembershipChange) => void;
  /**
   * A session has begun that knows nothing of what came before: at first, and when none could be resumed. Called
   * before anything that comes with it.
   */
  readonly onSession: () => void;
}

/** An open connection, which the library mends by itself as long as Discord lets it. */
export interface Gateway {
  /** What to change, once Discord has ended it for good. */
  refusal(): Error | undefined;
  /** For how long it has been broken; 0 while it is not. Milliseconds. */
  awayForMs(): number;
  /** Why nothing arrives now. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** How long guilds that are slow to arrive may hold up presses that wait: those have three seconds. */
const WAIT_FOR_GUILDS_MS = 300;
const READY_WITHIN_MS = 20_000;
/** The library rests for half a second between two connections, and does not hear then that it is to end. */
const LIBRARY_RESTS_MS = 700;

/** Connects; resolves once presses arrive. Rejects when Discord does not let us in. */
export async function openGateway(
  { token, apiUrl }: Pick<DiscordConfig, "token" | "apiUrl">,
  deps: GatewayDeps,
): Promise<Gateway> {
  const closed = new AbortController();
  const ready = readiness();
  const client = makeClient(apiUrl ?? DISCORD_API, deps, {
    closed: closed.signal,
    onWait: (ms) => {
      ready.extend(ms);
    },
  });
  const health = watch(client, deps.log, deps.carries ?? "Presses");
  client.on(Events.InteractionCreate, deps.onInteraction);
  client.on(Events.MessageCreate, deps.onMessage);
  hearMemberships(client, deps.onMembership);
  // The library says that a shard is ready only once it has its guilds, and hands out messages before.
  client.ws.on(GatewayDispatchEvents.Ready, deps.onSession);
  client.on(Events.ShardReady, (shardId) => void deps.throttle.settle(shardId));
  ready.watch(client);
  const close = async () => {
    health.end();
    closed.abort();
    const wasAway = health.awayForMs() > 0;
    client.removeAllListeners(Events.InteractionCreate);
    client.removeAllListeners(Events.MessageCreate);
    client.removeAllListeners(Events.ShardReady);
    client.ws.removeAllListeners(GatewayDispatchEvents.Ready);
    await disconnect(client, wasAway);
  };
  try {
    // While the network is away the library's login neither resolves nor rejects.
    await Promise.race([Promise.all([client.login(token), ready.promise]), ready.promise]);
  } catch (error) {
    await close();
    throw health.refused() ?? unreachable(error);
  } finally {
    ready.forget();
  }
  return {
    refusal: () => health.refused(),
    awayForMs: () => health.awayForMs(),
    problem: () =>
      deps.throttle.problem() ?? (health.awayForMs() > 0 ? "no connection to Discord" : undefined),
    close,
  };
}

interface Managed {
  readonly closed: AbortSignal;
  readonly onWait: (ms: number) => void;
}

/** What the library otherwise keeps to itself. */
const strategies = new WeakMap<Client, SimpleShardingStrategy>();

function makeClient(
  api: string,
  { readsContent, hearsMembers, shard, throttle }: GatewayDeps,
  { closed, onWait }: Managed,
): Client {
  const made = new Client({
    shards: [shard.id],
    shardCount: shard.count,
    ws: {
      buildStrategy: (manager) => {
        const strategy = new SimpleShardingStrategy(manager);
        strategies.set(made, strategy);
        return strategy;
      },
      buildIdentifyThrottler: async () => ({
        // The library takes every rejection but one of its own signal for a reason to connect again.
        waitForIdentify: async (shardId, signal) => {
          await throttle.wait(shardId, signal, onWait);
          if (closed.aborted) await aborted(signal);
        },
      }),
    },
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      ...(readsContent ? [GatewayIntentBits.MessageContent] : []),
      ...(hearsMembers ? [GatewayIntentBits.GuildMembers] : []),
    ],
    // Without it, a message in a thread that has left the cache is not delivered at all.
    partials: [Partials.Channel],
    allowedMentions: NO_MENTIONS_OPTION,
    rest: { api, retries: 0, timeout: REQUEST_TIMEOUT_MS },
    waitGuildTimeout: WAIT_FOR_GUILDS_MS,
    // Everything we need is in the events themselves; guilds, channels and threads always stay.
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 50,
      PresenceManager: 0,
      ReactionManager: 0,
      GuildMemberManager: { maxSize: 50, keepOverLimit: ({ id, client }) => id === client.user.id },
      UserManager: { maxSize: 50, keepOverLimit: ({ id, client }) => id === client.user.id },
    }),
  });
  return made;
}

/** Nothing is sent through the client; should that change, it pings nobody. */
const NO_MENTIONS_OPTION = { parse: [...NO_MENTIONS.parse], repliedUser: false };

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => {
      reject(new Error("no longer waited for"));
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

interface Readiness {
  /** Resolves once presses arrive; rejects when they will not, or not in time. */
  readonly promise: Promise<void>;
  watch(client: Client): void;
  /** An introduction has to wait, which is nobody's failure. */
  extend(ms: number): void;
  forget(): void;
}

function readiness(): Readiness {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  const late = () => {
    reject(new Error("it did not become ready"));
  };
  let timer = setTimeout(late, READY_WITHIN_MS);
  // Login rejects first in most cases, and then nobody waits for this.
  promise.catch(() => undefined);
  return {
    promise,
    watch(client) {
      client.once(Events.ClientReady, () => {
        resolve();
      });
      client.once(Events.ShardDisconnect, () => {
        reject(new Error("it was closed"));
      });
    },
    extend(ms) {
      clearTimeout(timer);
      timer = setTimeout(late, ms + READY_WITHIN_MS);
    },
    forget() {
      clearTimeout(timer);
    },
  };
}

/** Ends the connection also where the library was resting between two, when it does not hear of it. */
async function disconnect(client: Client, wasAway: boolean): Promise<void> {
  await client.destroy();
  if (!wasAway) return;
  await pausing(realPause, LIBRARY_RESTS_MS);
  await strategies.get(client)?.destroy({ code: 1000, reason: "Closed for good" });
}

function unreachable(cause: unknown): Fault {
  const why = cause instanceof Error ? cause.message : "no reason given";
  return new Fault("platform-unavailable", `Cannot connect to Discord: ${why}`, {
    retryable: true,
    cause,
  });
}
