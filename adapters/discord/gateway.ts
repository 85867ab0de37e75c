import {
  Client,
  Events,
  GatewayIntentBits,
  type Interaction,
  type Message,
  Options,
  Partials,
} from "discord.js";
import { Fault } from "../../src/core/fault.ts";
import { NO_MENTIONS } from "./api-types.ts";
import type { Log } from "../../src/core/log.ts";
import { DISCORD_API, type DiscordConfig } from "./config.ts";
import { REQUEST_TIMEOUT_MS } from "./limits.ts";

export interface GatewayDeps {
  readonly log: Log;
  /** May the content of messages be read? Asking for it unpermitted ends the connection. */
  readonly readsContent: boolean;
  readonly onInteraction: (interaction: Interaction) => void;
  readonly onMessage: (message: Message) => void;
}

/** How long guilds that are slow to arrive may hold up presses that wait: those have three seconds. */
const WAIT_FOR_GUILDS_MS = 300;
const READY_WITHIN_MS = 20_000;

/** Connects; resolves with how to disconnect once presses arrive. Rejects when Discord does not let us in. */
export async function openGateway(
  { token, apiUrl }: DiscordConfig,
  deps: GatewayDeps,
): Promise<() => Promise<void>> {
  const client = makeClient(apiUrl ?? DISCORD_API, deps.readsContent);
  const health = watch(client, deps.log);
  client.on(Events.InteractionCreate, deps.onInteraction);
  client.on(Events.MessageCreate, deps.onMessage);
  const ready = onceReady(client);
  try {
    await client.login(token);
    await ready.promise;
  } catch (error) {
    health.end();
    await client.destroy();
    throw health.refused() ?? unreachable(error);
  } finally {
    ready.forget();
  }
  return () => {
    health.end();
    return client.destroy();
  };
}

function makeClient(api: string, readsContent: boolean): Client {
  return new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      ...(readsContent ? [GatewayIntentBits.MessageContent] : []),
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
}

/** Nothing is sent through the client; should that change, it pings nobody. */
const NO_MENTIONS_OPTION = { parse: [...NO_MENTIONS.parse], repliedUser: false };

interface Health {
  /** Why Discord refused us for good, if it did. */
  refused(): Error | undefined;
  /** We are disconnecting ourselves, which is nothing to report. */
  end(): void;
}

function watch(client: Client, log: Log): Health {
  let refused: Error | undefined;
  let ended = false;
  const report = (level: keyof Log, fields: Readonly<Record<string, unknown>>, message: string) => {
    if (!ended) log[level](fields, message);
  };
  client.on(Events.ShardDisconnect, ({ code }) => {
    const sentence = FATAL[code] ?? `Discord ended the connection for good (${code}).`;
    refused = new Error(sentence);
    // The library stops trying without an error of its own: cards would still be posted, presses lost.
    report("error", { code, degraded: true }, `Presses on Discord do not arrive. ${sentence}`);
  });
  client.on(Events.Invalidated, () => {
    report("error", { degraded: true }, "Presses on Discord do not arrive: session invalidated");
  });
  client.on(Events.Error, ({ message }) => {
    report("error", { reason: message }, "The Discord connection reports an error");
  });
  client.on(Events.ShardError, ({ message }) => {
    report("warn", { reason: message }, "The Discord connection broke; connecting again");
  });
  client.on(Events.ShardReconnecting, () => {
    report("warn", {}, "The Discord connection closed; connecting again");
  });
  client.on(Events.ShardResume, () => {
    report("info", {}, "The Discord connection is back");
  });
  client.on(Events.Warn, (message) => {
    report("warn", { reason: message }, "discord.js warns");
  });
  return {
    refused: () => refused,
    end: () => {
      ended = true;
    },
  };
}

/** Close codes after which connecting again is pointless (docs, topics/opcodes-and-status-codes). */
const FATAL: Readonly<Record<number, string>> = {
  4004: "Discord refused the token: copy it again from Bot → Token, or reset it there.",
  4010: "Discord refused the shard: this is a fault in parley.",
  4011: "Discord wants the bot to be sharded, which parley does not do: serve fewer servers.",
  4012: "Discord no longer speaks this version of its gateway: update parley.",
  4013: "Discord refused the intents as unknown: update parley.",
  4014: "Discord refused the intent MessageContent: switch it on under Bot → Privileged Gateway Intents, or start again so that parley sees that it is off.",
};

function onceReady(client: Client): { promise: Promise<void>; forget: () => void } {
  let forget = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(reject, READY_WITHIN_MS, new Error("it did not become ready"));
    forget = () => clearTimeout(timer);
    client.once(Events.ClientReady, () => {
      resolve();
    });
    client.once(Events.ShardDisconnect, () => {
      reject(new Error("it was closed"));
    });
  });
  // Login rejects first in most cases, and then nobody waits for this.
  promise.catch(() => {});
  return { promise, forget };
}

function unreachable(cause: unknown): Fault {
  const why = cause instanceof Error ? cause.message : "no reason given";
  return new Fault("platform-unavailable", `Cannot connect to Discord: ${why}`, {
    retryable: true,
    cause,
  });
}
