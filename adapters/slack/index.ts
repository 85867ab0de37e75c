import type { RequestListener } from "node:http";
import { App, type Logger, type Receiver } from "@slack/bolt";
import type { Inbound, Platform, PlatformState } from "../../src/presentation/platform.ts";
import { typedAnswers } from "./answers.ts";
import { boltLog } from "./bolt-log.ts";
import { slackCards } from "./cards.ts";
import { type SlackLookUps, slackLookUps } from "./directory.ts";
import type { Crews } from "../../src/core/ports/crews.ts";
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
import { turnAway } from "./not-installed.ts";
import { type Company, companyIn, NO_COMPANY } from "./company.ts";
import { clientOptions, sendsFiles } from "./web-api.ts";
import { type ApiOf, slackWorkspaces, type Workspaces } from "./workspaces.ts";

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
  /** Who else serves the app: more than one socket is opened only while nobody does. */
  readonly crews?: Pick<Crews, "beat" | "leave"> | undefined;
  /** For tests that step what people and sockets wait for. */
  readonly pause?: Pause;
}

/** Connects parley to one Slack app, in every workspace of which it has a token. Nothing is sent before `start`. */
export function slackPlatform(
  config: SlackConfig,
  { log, crews, pause = realPause }: SlackDeps,
): SlackPlatform {
  const logger = boltLog(log);
  const workspaces = slackWorkspaces(config, logger, log);
  const apiOf: ApiOf = (team) => workspaces.of(team).api;
  const way = wayIn(config, { logger, log, pause });
  const company = crews === undefined ? NO_COMPANY : companyIn(crews, pause);
  const inHand = new Set<Promise<unknown>>();
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
    cards: slackCards(workspaces, log, config.rateScale),
    lookUps: slackLookUps(workspaces),
    tell: (press, words, offer) => tell(apiOf, press, words, offer),
    listener: way.http?.listener(() => state === "running"),
    openSockets: () => way.sockets.filter((socket) => socket.isOpen()).length,
    state: () => stateOf(state, way, workspaces),

    async start(inbound: Inbound): Promise<void> {
      await workspaces.identify();
      const app = await bolt(config, way.receiver, logger, workspaces);
      const stopping = (): boolean => state !== "running";
      const { check } = workspaces;
      const maySendFiles = (team: string) => sendsFiles(workspaces.find(team)?.scopes);
      const deps = { inbound, apiOf, maySendFiles, check, log, stopping, pause };
      const handlers = slackHandlers(deps);
      listen(app, handlers, hold, log);
      const take = typedAnswers({ inbound, workspaces, log, stopping, pause });
      takeMessages(app, (body, ack) => hold(take(body, ack)));
      turnAway(app, workspaces, log);
      state = "running";
      await connect(way.sockets, company, app);
    },

    async stop(): Promise<void> {
      if (state !== "running") return;
      state = "stopping";
      // Bolt's own stop waits for nothing, and an acknowledgement needs its socket.
      const done = await within(drained(inHand), CLOCKS.drain, realPause);
      if (done === undefined) log.warn({ left: inHand.size }, "Slack presses were still in hand");
      state = "stopped";
      await Promise.all([company.leave(), ...way.sockets.map((socket) => socket.close())]);
    },
  };
}

function stateOf(
  state: "new" | "running" | "stopping" | "stopped",
  { sockets, http }: WayIn,
  workspaces: Workspaces,
): PlatformState {
  if (state === "new") return "starting";
  if (state !== "running") return "degraded: stopping";
  if (http === undefined && !sockets.some((socket) => socket.isOpen()))
    return "degraded: no connection to Slack";
  const complaint = workspaces.complaint();
  return complaint === undefined ? "serving" : `degraded: ${complaint}`;
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

/** Bolt without its surprises: tokens have been asked about before, and it makes no calls of its own. */
async function bolt(
  config: SlackConfig,
  receiver: Receiver,
  logger: Logger,
  { find }: Workspaces,
): Promise<App> {
  const app = new App({
    // For leaving out what we wrote ourselves, which is known by who we are in that workspace.
    authorize: ({ teamId = "" }) => {
      const { bot, botUser } = find(teamId) ?? {};
      return Promise.resolve({
        ...(bot === undefined ? {} : { botId: bot }),
        ...(botUser === undefined ? {} : { botUserId: botUser }),
      });
    },
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
  for (const end of ["app_uninstalled", "tokens_revoked"] as const) {
    app.event(end, ({ body }) => hold(handlers.installationChanged(body)));
  }
  app.error((error) => {
    log.error({ reason: brief(error) }, "A press on Slack could not be handled");
    return Promise.resolve();
  });
}

/** One socket is enough to begin with; the others follow when they can, and while nobody else serves the app. */
async function connect(
  [first, ...others]: readonly Socket[],
  company: Company,
  app: App,
): Promise<void> {
  if (first === undefined) return;
  await company.join();
  for (const socket of others) socket.serve(app);
  try {
    await first.connect();
  } catch (error) {
    throw faultOf("apps.connections.open", error);
  }
  for (const socket of others) socket.keepTrying(() => company.isAlone());
}

/** Resolves when nothing is in hand, including what came in while waiting. */
async function drained(inHand: ReadonlySet<Promise<unknown>>): Promise<true> {
  while (inHand.size > 0) await Promise.allSettled(inHand);
  return true;
}
