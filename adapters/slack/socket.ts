import { type App, type Logger, SocketModeReceiver } from "@slack/bolt";
import type { Log } from "../../src/core/log.ts";
import type { SlackConfig } from "./config.ts";
import { brief } from "./faults.ts";
import { type Pause, realPause, within } from "../../src/waiting/within.ts";
import { clientOptions } from "./web-api.ts";

/** One connection of socket mode that comes back by itself. */
export interface Socket {
  readonly receiver: SocketModeReceiver;
  /** Delivers presses to an app; the first receiver of an app is given to the app itself. */
  readonly serve: (app: App) => void;
  /** Resolves when Slack says hello, rejects when the first try fails; then keeps the connection. */
  readonly connect: () => Promise<void>;
  /** The same where the first try may fail as any later one: it is made again. */
  readonly keepTrying: () => void;
  readonly isOpen: () => boolean;
  readonly close: () => Promise<void>;
}

export interface SocketDeps {
  readonly logger: Logger;
  readonly log: Log;
  readonly pause: Pause;
}

/** Milliseconds. Slack sends pings about every 10 s and answers ours at once; five thirds of nothing is dead. */
const PING_TIMEOUT = 15_000;
const SERVER_PING_TIMEOUT = 30_000;
/** Milliseconds between tries: at once after a planned end, then ever longer. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
/** Milliseconds for Slack to say hello once the address of a socket is known. */
const HELLO = 20_000;
/** Milliseconds for a polite goodbye. */
const CLOSING = 1000;

/**
 * A socket that reconnects in our own loop. The library's (3.1.0) waits seconds after every planned end, and a
 * try that fails for good inside its loop is an unhandled rejection, which would end the process.
 */
export function slackSocket(
  config: SlackConfig,
  appToken: string,
  { logger, log, pause }: SocketDeps,
): Socket {
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    autoReconnectEnabled: false,
    clientPingTimeout: PING_TIMEOUT,
    serverPingTimeout: SERVER_PING_TIMEOUT,
    installerOptions: { clientOptions: clientOptions(config, logger) },
    processEventErrorHandler: ({ error }) => {
      log.error({ reason: brief(error) }, "A delivery from Slack could not be handled");
      return Promise.resolve(false);
    },
  });
  const { client } = receiver;
  surviveOddFrames(receiver, log);

  const ending = new AbortController();
  let open = false;
  let ended = Promise.resolve();

  /** One connection: resolves when it is there; `ended` resolves when it is not any more. */
  async function once(): Promise<void> {
    const starting = client.start().then(() => true);
    if ((await within(starting, HELLO, pause)) !== true) {
      starting.catch(() => undefined);
      void goodbye(client, log);
      throw new Error("no hello");
    }
    open = true;
    ended = new Promise((resolve) => {
      client.once("disconnected", () => {
        open = false;
        resolve();
      });
    });
  }

  async function keep(): Promise<void> {
    let wait = 0;
    while (!ending.signal.aborted) {
      await ended;
      if (wait > 0) await pause(wait, ending.signal).catch(() => undefined);
      if (ending.signal.aborted) return;
      try {
        await once();
        wait = 0;
        log.info({}, "A socket to Slack is open");
      } catch (error) {
        wait = Math.min(Math.max(FIRST_PAUSE, wait * 2), LONGEST_PAUSE);
        const reason = error === undefined ? "closed before hello" : brief(error);
        log.warn({ reason, againInMs: wait }, "Slack cannot be reached by socket");
      }
    }
    // The end came while the last try was under way.
    if (open) await goodbye(client, log);
  }

  return {
    receiver,
    serve: (app) => receiver.init(app),
    isOpen: () => open,
    async connect() {
      await once();
      void keep();
    },
    keepTrying: () => void keep(),
    async close() {
      ending.abort();
      // The library waits half a minute for a peer that does not answer its goodbye.
      await within(goodbye(client, log), CLOSING, realPause);
    },
  };
}

/** Never rejects: there is nothing to be done about a goodbye that fails, the connection is over either way. */
async function goodbye(client: SocketModeReceiver["client"], log: Log): Promise<void> {
  try {
    await client.disconnect();
  } catch (error) {
    log.info({ reason: brief(error) }, "A socket to Slack did not close well");
  }
}

/** The library (3.1.0) throws out of its own listener at frames it does not know, such as app_rate_limited. */
function surviveOddFrames({ client }: SocketModeReceiver, log: Log): void {
  const [listener] = client.listeners("ws_message");
  if (listener === undefined) return;
  client.removeAllListeners("ws_message");
  client.on("ws_message", (...frame: unknown[]) => {
    Promise.resolve(listener(...frame)).catch((error: unknown) => {
      log.warn({ reason: brief(error) }, "A frame from Slack was not understood");
    });
  });
}
