import { type App, type Logger, SocketModeReceiver } from "@slack/bolt";
import type { Log } from "../../src/core/log.ts";
import type { SlackConfig } from "./config.ts";
import { brief } from "./faults.ts";
import { at } from "./json.ts";
import { type Pause, pausing, realPause, within } from "../../src/waiting/within.ts";
import { triesInARow } from "./tries.ts";
import { clientOptions } from "./web-api.ts";

/** One connection of socket mode that comes back by itself. */
export interface Socket {
  readonly receiver: SocketModeReceiver;
  /** Delivers presses to an app; the first receiver of an app is given to the app itself. */
  readonly serve: (app: App) => void;
  /** Resolves when Slack says hello, rejects when the first try fails; then keeps the connection. */
  readonly connect: () => Promise<void>;
  /**
   * The same where the first try may fail as any later one: it is made again. Nothing is opened while it
   * may not be; what is open stays so until Slack ends it.
   */
  readonly keepTrying: (mayOpen: () => boolean) => void;
  readonly isOpen: () => boolean;
  readonly close: () => Promise<void>;
}

export interface SocketDeps {
  readonly logger: Logger;
  readonly log: Log;
  readonly pause: Pause;
  /** Milliseconds without an answer to our pings after which a connection is dead. */
  readonly pingTimeout?: number;
}

/** Milliseconds. Slack sends pings about every 10 s and answers ours at once; five thirds of nothing is dead. */
const PING_TIMEOUT = 15_000;
const SERVER_PING_TIMEOUT = 30_000;
/** Milliseconds for Slack to say hello once the address of a socket is known. */
const HELLO = 20_000;
/** Milliseconds after which a socket that may not be opened is thought of again. */
const LOOK_AGAIN = 5_000;
/** Milliseconds for a polite goodbye. */
const CLOSING = 1000;

/**
 * A socket that reconnects in our own loop. The library's (3.1.0) waits seconds after every planned end, and a
 * try that fails for good inside its loop is an unhandled rejection, which would end the process.
 */
export function slackSocket(
  config: SlackConfig,
  appToken: string,
  { logger, log, pause, pingTimeout = PING_TIMEOUT }: SocketDeps,
): Socket {
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    autoReconnectEnabled: false,
    clientPingTimeout: pingTimeout,
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
  /** The connection that is there, or was. */
  let current: Connection | undefined;
  const isOpen = (): boolean => current?.isOver() === false;

  const once = async (): Promise<void> => {
    current = await begun(client, log, pause);
    // The end came while it was under way; what the client was told then did not concern this connection.
    if (ending.signal.aborted) await goodbye(client, log);
  };

  async function keep(mayOpen: () => boolean): Promise<void> {
    const tries = triesInARow();
    while (!ending.signal.aborted) {
      if (current !== undefined) tries.lasted(await current.lasted);
      current = undefined;
      const wait = mayOpen() ? tries.pauseMs() : LOOK_AGAIN;
      if (wait > 0) await pausing(pause, wait, ending.signal).catch(() => undefined);
      if (ending.signal.aborted) return;
      if (!mayOpen()) continue;
      try {
        await once();
      } catch (error) {
        tries.failed();
        const reason = error === undefined ? "closed before hello" : brief(error);
        log.warn({ reason, againInMs: tries.pauseMs() }, "Slack cannot be reached by socket");
      }
    }
  }

  return {
    receiver,
    serve: (app) => receiver.init(app),
    isOpen,
    async connect() {
      await once();
      void keep(() => true);
    },
    keepTrying: (mayOpen) => void keep(mayOpen),
    async close() {
      ending.abort();
      // The library waits half a minute for a peer that does not answer its goodbye.
      await within(goodbye(client, log), CLOSING, realPause);
    },
  };
}

/** Resolves when Slack has said hello. */
async function begun(
  client: SocketModeReceiver["client"],
  log: Log,
  pause: Pause,
): Promise<Connection> {
  // Heard from before it begins: Slack may end a connection in the same breath as it says hello.
  const connection = connectionOf(client);
  const starting = client.start().then(() => true);
  try {
    if ((await within(starting, HELLO, pause)) !== true) {
      starting.catch(() => undefined);
      void goodbye(client, log);
      throw new Error("no hello");
    }
  } catch (error) {
    connection.forget();
    throw error;
  }
  log.info({ connections: connection.inAll() }, "A socket to Slack is open");
  return connection;
}

interface Connection {
  readonly isOver: () => boolean;
  /** Resolves at its end with the milliseconds it lasted. */
  readonly lasted: Promise<number>;
  /** How many connections the app has, as Slack said at the beginning: those of other processes, too. */
  readonly inAll: () => number | undefined;
  /** For one that did not come about. */
  readonly forget: () => void;
}

function connectionOf(client: SocketModeReceiver["client"]): Connection {
  const since = performance.now();
  let isOver = false;
  let inAll: number | undefined;
  const hear = (frame: unknown): void => {
    inAll = connectionsSaid(frame);
  };
  client.once("ws_message", hear);
  let end: () => void = () => undefined;
  const lasted = new Promise<number>((resolve) => {
    end = () => {
      isOver = true;
      resolve(performance.now() - since);
    };
  });
  client.once("disconnected", end);
  return {
    isOver: () => isOver,
    lasted,
    inAll: () => inAll,
    forget: () => {
      client.removeListener("ws_message", hear);
      client.removeListener("disconnected", end);
    },
  };
}

/** What a hello says of it; the first frame may be another. */
function connectionsSaid(frame: unknown): number | undefined {
  try {
    const said = at(JSON.parse(String(frame)), "num_connections");
    return typeof said === "number" ? said : undefined;
  } catch {
    return undefined;
  }
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
