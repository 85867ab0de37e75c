import type { RequestListener } from "node:http";
import { App, type Logger, type Receiver } from "@slack/bolt";
import { Fault } from "../../src/core/fault.ts";
import type { Inbound, Platform, PlatformState } from "../../src/presentation/platform.ts";
import { typedAnswers } from "./answers.ts";
import { boltLog } from "./bolt-log.ts";
import { slackCards } from "./cards.ts";
import { type SlackLookUps, slackLookUps } from "./directory.ts";
import type { Log } from "../../src/core/log.ts";
import type { SlackConfig } from "./config.ts";
import { brief, faultOf } from "./faults.ts";
import { type Handlers, slackHandlers } from "./handlers.ts";
import { slackHttp } from "./http.ts";
import { CLOCKS } from "./limits.ts";
import { takePresses } from "./own-presses.ts";
import { takeMessages } from "./own-acknowledgement.ts";
import { type Socket, type SocketDeps, slackSocket } from "./socket.ts";
import { tell } from "./tell.ts";
import { type Pause, realPause, within } from "../../src/waiting/within.ts";
import { clientOptions, type Identity, type SlackApi, slackApi } from "./web-api.ts";

/** Slack as one of parley's platforms. */
export interface SlackPlatform extends Platform {
  readonly name: "slack";
  /** HTTP mode: to be mounted on the process's own server; it answers only POST /slack/events. */
  readonly listener: RequestListener | undefined;
  /** Socket mode: how many connections are there now. In HTTP mode 0. */
  readonly openSockets: () => number;
  readonly lookUps: SlackLookUps;
}

interface SlackDeps {
  readonly log: Log;
  /** For tests that step what people and sockets wait for. */
  readonly pause?: Pause;
}

/** Connects parley to one Slack app. Nothing is sent before `start`. */
export function slackPlatform(
  config: SlackConfig,
  { log, pause = realPause }: SlackDeps,
): SlackPlatform {
  const logger = boltLog(log);
  const api = slackApi(config, logger);
  const way = wayIn(config, { logger, log, pause });
  const inHand = new Set<Promise<unknown>>();
  let self: string | undefined;
  let state: "new" | "running" | "stopping" | "stopped" = "new";

  const hold = async (work: Promise<void>): Promise<void> => {
    inHand.add(work);
    try {
      await work;
    } finally {
      inHand.delete(work);
    }
  };

  return {
    name: "slack",
    cards: slackCards(api, log, () => self, config.rateScale),
    lookUps: slackLookUps(api),
    tell: (press, words, offer) => tell(api, press, words, offer),
    listener: way.http?.listener(() => state === "running"),
    openSockets: () => way.sockets.filter((socket) => socket.isOpen()).length,
    state: () => stateOf(state, way),

    async start(inbound: Inbound): Promise<void> {
      const identity = await identify(api);
      self = identity.bot;
      const app = await bolt(config, way.receiver, logger, identity);
      const stopping = (): boolean => state !== "running";
      listen(app, slackHandlers({ inbound, api, log, stopping, pause }), hold, log);
      const { botUser } = identity;
      const take = typedAnswers({ inbound, api, log, stopping, pause, botUser });
      takeMessages(app, (body, ack) => hold(take(body, ack)));
      state = "running";
      await connect(way.sockets, app);
    },

    async stop(): Promise<void> {
      if (state !== "running") return;
      state = "stopping";
      // Bolt's own stop waits for nothing, and an acknowledgement needs its socket.
      const done = await within(drained(inHand), CLOCKS.drain, realPause);
      if (done === undefined) log.warn({ left: inHand.size }, "Slack presses were still in hand");
      state = "stopped";
      await Promise.all(way.sockets.map((socket) => socket.close()));
    },
  };
}

function stateOf(
  state: "new" | "running" | "stopping" | "stopped",
  { sockets, http }: WayIn,
): PlatformState {
  if (state === "new") return "starting";
  if (state !== "running") return "degraded: stopping";
  if (http !== undefined || sockets.some((socket) => socket.isOpen())) return "serving";
  return "degraded: no connection to Slack";
}

interface WayIn {
  readonly receiver: Receiver;
  readonly sockets: readonly Socket[];
  readonly http?: ReturnType<typeof slackHttp>;
}

function wayIn(config: SlackConfig, deps: SocketDeps): WayIn {
  const { mode } = config;
  if (mode.kind === "http") {
    const http = slackHttp(mode.signingSecret, deps.log);
    return { receiver: http.receiver, http, sockets: [] };
  }
  const count = Math.min(Math.max(1, config.sockets ?? 1), 10);
  const first = slackSocket(config, mode.appToken, deps);
  const others = Array.from({ length: count - 1 }, () => slackSocket(config, mode.appToken, deps));
  return { receiver: first.receiver, sockets: [first, ...others] };
}

async function identify(api: SlackApi): Promise<Identity> {
  try {
    return await api.whoAmI();
  } catch (error) {
    const fault = faultOf("auth.test", error);
    if (fault.code !== "platform-refused") throw fault;
    throw new Fault(
      "platform-refused",
      `${fault.message}. Copy the bot token again from the app's page “OAuth & Permissions”.`,
      { retryable: false, cause: fault.cause },
    );
  }
}

/** Bolt without its surprises: a bad token is an error here, not an unhandled rejection later. */
async function bolt(
  config: SlackConfig,
  receiver: Receiver,
  logger: Logger,
  { bot, botUser }: Identity,
): Promise<App> {
  const isKnown = bot !== undefined && botUser !== undefined;
  const app = new App({
    token: config.botToken,
    ...(isKnown ? { botId: bot, botUserId: botUser, tokenVerificationEnabled: false } : {}),
    receiver,
    logger,
    deferInitialization: true,
    convoStore: false,
    clientOptions: clientOptions(config, logger),
  });
  await app.init();
  return app;
}

/** One listener a kind of delivery: Bolt runs all that match at the same time. */
function listen(
  app: App,
  handlers: Handlers,
  hold: (work: Promise<void>) => Promise<void>,
  log: Log,
): void {
  takePresses(app, (body, ack) => hold(handlers.action(body, ack)));
  app.view({ type: "view_submission" }, ({ body, ack }) =>
    hold(handlers.submission(body, (answer) => (answer === undefined ? ack() : ack(answer)))),
  );
  app.command("/pending", ({ body, ack }) =>
    hold(handlers.command(body, (answer) => (answer === undefined ? ack() : ack(answer)))),
  );
  app.event("app_home_opened", ({ body }) => hold(handlers.home(body)));
  for (const change of ["subteam_members_changed", "subteam_updated"] as const) {
    app.event(change, ({ body }) => hold(handlers.groupChanged(body)));
  }
  app.error((error) => {
    log.error({ reason: brief(error) }, "A press on Slack could not be handled");
    return Promise.resolve();
  });
}

/** One socket is enough to begin with; the others follow when they can. */
async function connect([first, ...others]: readonly Socket[], app: App): Promise<void> {
  if (first === undefined) return;
  for (const socket of others) socket.serve(app);
  try {
    await first.connect();
  } catch (error) {
    throw faultOf("apps.connections.open", error);
  }
  for (const socket of others) socket.keepTrying();
}

/** Resolves when nothing is in hand, including what came in while waiting. */
async function drained(inHand: ReadonlySet<Promise<unknown>>): Promise<true> {
  while (inHand.size > 0) await Promise.allSettled(inHand);
  return true;
}
