import type { RequestListener } from "node:http";
import { Fault } from "../../src/core/fault.ts";
import type { Platform, PlatformState } from "../../src/presentation/platform.ts";
import { discordCards } from "./cards.ts";
import { registerCommands } from "./commands.ts";
import { type DiscordLookUps, discordLookUps } from "./directory.ts";
import type { Log } from "../../src/core/log.ts";
import type { DiscordConfig } from "./config.ts";
import { type ConnectionStore, discordConnection } from "./connection.ts";
import { inHand } from "./in-hand.ts";
import { asMistake } from "./faults.ts";
import { handleInteraction } from "./handlers.ts";
import { interactionsDoor } from "./interactions-door.ts";
import type { PlainInteraction } from "./receive.ts";
import type { ShardSharing, SharingTimes } from "./sharing.ts";
import { offeredBeside } from "./presses.ts";
import { parseReply } from "./reply.ts";
import { followUp, responder } from "./respond.ts";
import { type Pause, realPause } from "../../src/waiting/within.ts";
import { openRest } from "./rest.ts";
import { type Application, readApplication } from "./application.ts";

/** Presses that were taken get this long to be answered when we stop. */
const STOP_WITHIN_MS = 5000;

/** Discord as one of parley's platforms. */
export interface DiscordPlatform extends Platform {
  /** Takes signed interactions over HTTP, where a public key is given; to be mounted on the process's own server. */
  readonly listener: RequestListener | undefined;
  readonly lookUps: DiscordLookUps;
}

interface DiscordDeps {
  readonly log: Log;
  readonly store: ConnectionStore;
  /** For tests that step what people wait for. */
  readonly pause?: Pause;
  readonly times?: Partial<SharingTimes>;
}

/**
 * parley on Discord: cards out by REST, presses in by HTTP or by the gateway, typed answers by the gateway,
 * each shard of which one replica holds for all.
 */
export function discordPlatform(
  config: DiscordConfig,
  { log, store, pause = realPause, times }: DiscordDeps,
): DiscordPlatform {
  const { guilds, publicKey } = config;
  const rest = openRest(config);
  const self = remembered(() => readApplication(rest));
  const works = inHand(log);
  const respond = responder(rest, log);
  let sharing: ShardSharing | undefined;
  /** Takes an interaction, from the moment on that there is somebody to hand it to. */
  let take: ((interaction: PlainInteraction) => void) | undefined;
  return {
    name: "discord",
    cards: discordCards({ rest, log, self }),
    listener:
      publicKey === undefined ? undefined : interactionsDoor({ publicKey, log, take: () => take }),
    state: () => stateOf(sharing, publicKey !== undefined && take !== undefined),
    held: () => sharing?.held(),
    async start(inbound) {
      const takeInteraction = (interaction: PlainInteraction) => {
        works.run(async () =>
          handleInteraction({ inbound, respond, log, pause }, guilds, interaction),
        );
      };
      // Answers go by REST, which needs nothing of what follows.
      take = takeInteraction;
      const application = await self().catch((error: unknown) => {
        throw asMistake(error);
      });
      tellWhereInteractionsGo(application, publicKey, log);
      await registerCommands(rest, log, { ...application, guilds });
      const common = { config, inbound, rest, log, store, works, pause, times };
      sharing = discordConnection({ ...common, application, takeInteraction });
      await sharing.start();
    },
    async stop() {
      await sharing?.stop();
      // Nothing new arrives from here on; answers go by REST, which needs no connection.
      take = undefined;
      await works.finished(STOP_WITHIN_MS);
      rest.close();
    },
    lookUps: discordLookUps(rest),
    async tell(press, words, offer) {
      const reply = parseReply(press.reply);
      if (reply === undefined) {
        const message = "The press has no reply that this version can read";
        throw new Fault("platform-refused", message, { retryable: false });
      }
      const { reference } = press;
      await followUp(rest, reply, words, offeredBeside(offer, { reference, typed: () => ({}) }));
    },
  };
}

/** Where presses come over HTTP, every replica serves them, whoever holds the connection. */
function stateOf(sharing: ShardSharing | undefined, isServingHttp: boolean): PlatformState {
  const state = sharing?.state() ?? "starting";
  return isServingHttp && state === "standby" ? "serving" : state;
}

/** Discord sends interactions either to a web address or through the gateway, never both. */
function tellWhereInteractionsGo(
  { interactionsUrl }: Application,
  publicKey: string | undefined,
  log: Log,
): void {
  if (interactionsUrl !== undefined && publicKey === undefined) {
    log.error(
      { degraded: true },
      "Presses on Discord do not arrive: an Interactions Endpoint URL is set. Clear it under General Information in the developer portal, or set DISCORD_PUBLIC_KEY to the Public Key there.",
    );
  }
  if (interactionsUrl === undefined && publicKey !== undefined) {
    log.warn(
      {},
      "DISCORD_PUBLIC_KEY is set, but presses on Discord still come through the gateway: set the Interactions Endpoint URL under General Information in the developer portal.",
    );
  }
}

/** Asks once; a failure is not remembered. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}
