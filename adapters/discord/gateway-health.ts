import { type Client, Events } from "discord.js";
import type { Log } from "../../src/core/log.ts";

export interface GatewayHealth {
  /** Why Discord refused us for good, if it did. */
  refused(): Error | undefined;
  /** For how long the connection has been broken; 0 while it is not. Milliseconds. */
  awayForMs(): number;
  /** We are disconnecting ourselves, which is nothing to report. */
  end(): void;
}

/** Tells the log what happens to a connection, and whoever asks how it stands. */
export function watch(client: Client, log: Log, carries: string): GatewayHealth {
  let refused: Error | undefined;
  let awaySince: number | undefined;
  let ended = false;
  const report = (level: keyof Log, fields: Readonly<Record<string, unknown>>, message: string) => {
    if (!ended) log[level](fields, message);
  };
  client.on(Events.ShardDisconnect, ({ code }) => {
    const sentence = FATAL[code] ?? `Discord ended the connection for good (${code}).`;
    refused = new Error(sentence);
    // The library stops trying without an error of its own: cards would still be posted, presses lost.
    report("error", { code, degraded: true }, `${carries} on Discord do not arrive. ${sentence}`);
  });
  client.on(Events.Invalidated, () => {
    report("error", { degraded: true }, `${carries} on Discord do not arrive: session invalidated`);
  });
  client.on(Events.Error, ({ message }) => {
    report("error", { reason: message }, "The Discord connection reports an error");
  });
  client.on(Events.ShardError, ({ message }) => {
    report("warn", { reason: message }, "The Discord connection broke; connecting again");
  });
  client.on(Events.ShardReconnecting, () => {
    awaySince ??= performance.now();
    report("warn", {}, "The Discord connection closed; connecting again");
  });
  client.on(Events.ShardReady, () => {
    awaySince = undefined;
  });
  client.on(Events.ShardResume, () => {
    awaySince = undefined;
    report("info", {}, "The Discord connection is back");
  });
  client.on(Events.Warn, (message) => {
    report("warn", { reason: message }, "discord.js warns");
  });
  return {
    refused: () => refused,
    awayForMs: () => (awaySince === undefined ? 0 : performance.now() - awaySince),
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
