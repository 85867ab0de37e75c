import { type Client, Events } from "discord.js";
import type { Log } from "../../src/core/log.ts";
import { Refusal } from "./refusal.ts";

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
  let refused: Refusal | undefined;
  let awaySince: number | undefined;
  let ended = false;
  const report = (level: keyof Log, fields: Readonly<Record<string, unknown>>, message: string) => {
    if (!ended) log[level](fields, message);
  };
  client.on(Events.ShardDisconnect, ({ code }) => {
    refused = new Refusal(code);
    // The library stops trying without an error of its own: cards would still be posted, presses lost.
    report(
      "error",
      { code, degraded: true },
      `${carries} on Discord do not arrive. ${refused.message}`,
    );
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
