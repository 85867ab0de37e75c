import { Fault } from "../../src/core/fault.ts";
import type { Inbound, Platform } from "../../src/presentation/platform.ts";
import { handleMessage } from "./answers.ts";
import { discordCards } from "./cards.ts";
import { registerCommands } from "./commands.ts";
import type { Log } from "../../src/core/log.ts";
import type { DiscordConfig } from "./config.ts";
import { openGateway } from "./gateway.ts";
import { inHand } from "./in-hand.ts";
import { handleInteraction } from "./handlers.ts";
import { plainInteraction, plainMessage } from "./from-library.ts";
import { parseReply } from "./reply.ts";
import { followUp, responder } from "./respond.ts";
import { type Pause, realPause } from "../../src/waiting/within.ts";
import { openRest } from "./rest.ts";
import { type Application, readApplication, requireConnections } from "./application.ts";

/** Presses that were taken get this long to be answered when we stop. */
const STOP_WITHIN_MS = 5000;

interface DiscordDeps {
  readonly log: Log;
  /** For tests that step what people wait for. */
  readonly pause?: Pause;
}

/** parley on Discord: cards out by REST, presses in by the gateway. */
export function discordPlatform(
  config: DiscordConfig,
  { log, pause = realPause }: DiscordDeps,
): Platform {
  const rest = openRest(config);
  const self = remembered(() => readApplication(rest));
  const works = inHand(log);
  let disconnect: () => Promise<void> = async () => {};
  return {
    name: "discord",
    cards: discordCards({ rest, log, self }),
    async start(inbound) {
      const application = await self();
      warnOfInteractionsUrl(application, log);
      await registerCommands(rest, log, { ...application, guilds: config.guilds });
      await requireConnections(rest);
      disconnect = await connect(inbound, application);
    },
    async stop() {
      // Nothing new arrives from here on; answers go by REST, which needs no connection.
      await disconnect();
      await works.finished(STOP_WITHIN_MS);
      rest.close();
    },
    async tell(press, words) {
      const reply = parseReply(press.reply);
      if (reply === undefined) {
        const message = "The press has no reply that this version can read";
        throw new Fault("platform-refused", message, { retryable: false });
      }
      await followUp(rest, reply, words);
    },
  };

  function connect(inbound: Inbound, application: Application): Promise<() => Promise<void>> {
    const { guilds } = config;
    const respond = responder(rest, log);
    return openGateway(config, {
      log,
      readsContent: application.readsContent,
      onInteraction: (interaction) => {
        works.run(async () =>
          handleInteraction(
            { inbound, respond, log, pause },
            guilds,
            plainInteraction(interaction),
          ),
        );
      },
      onMessage: (message) => {
        works.run(async () =>
          handleMessage(
            { inbound, rest, log, self: application, guilds, pause },
            plainMessage(message),
          ),
        );
      },
    });
  }
}

/** Discord sends interactions either to a web address or through the gateway, never both. */
function warnOfInteractionsUrl({ interactionsUrl }: Application, log: Log): void {
  if (interactionsUrl === undefined) return;
  log.error(
    { degraded: true },
    "Presses on Discord do not arrive: an Interactions Endpoint URL is set. Clear it under General Information in the developer portal.",
  );
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
