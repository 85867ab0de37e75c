import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Changes } from "./changes.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { Core } from "./core.ts";
import { Dispatch, type DeliveryRecord } from "./delivery.ts";
import { Faults } from "./faults.ts";
import { uploadedBytes } from "./files.ts";
import { bodyOf, bytesOf } from "./http-body.ts";
import { HttpDelivery } from "./http-delivery.ts";
import { OwnedClock } from "./owned-clock.ts";
import { PeopleDoor } from "./people-door.ts";
import { RateLimits, type RateScale } from "./rate-limits.ts";
import { SocketMode } from "./socket-mode.ts";
import { type LocalTeam, made, type OpenTeam, openTeam, type TeamSetup } from "./team.ts";
import { WebApi, type CallRecord } from "./web-api/serve.ts";
import { newApp } from "./workspace.ts";

export interface LocalSlackOptions extends TeamSetup {
  /** Other workspaces that have installed the same app. */
  others?: readonly TeamSetup[];
  /** Any free port when absent. */
  port?: number;
  clock?: Clock;
  appToken?: string;
  signingSecret?: string;
  /** How payloads reach the bot: over its sockets, or as signed POSTs. */
  delivery?: "socket" | { url: string };
  /** Slack's own limits unless said otherwise; a number multiplies them. */
  rateLimits?: "on" | RateScale;
  /** The app is given to others, outside the Marketplace: history comes in small pieces. False unless said otherwise. */
  isDistributed?: boolean;
  /** The app's slash commands, with their slash; any is taken when absent. */
  commands?: readonly string[];
  /** False: the app was made without a Home tab. */
  homeTab?: boolean;
  /** Which socket gets a payload. */
  random?: () => number;
}

/** One app, and the first workspace that it is installed in. */
export interface LocalSlack extends LocalTeam {
  /** For SLACK_API_URL; ends in /api/. */
  readonly apiUrl: string;
  /** "http://127.0.0.1:PORT" */
  readonly origin: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: readonly CallRecord[];
  readonly deliveries: readonly DeliveryRecord[];
  readonly changes: Changes;
  readonly socketMode: SocketMode;
  /** A workspace by its id. */
  team(id: string): LocalTeam;
  /** Serves the people door of the first workspace, below any prefix, for another HTTP server. */
  readonly handlePeople: (request: IncomingMessage, response: ServerResponse) => void;
  /** Calls this after each change that a person could see, until it is told to stop. */
  onChange(act: () => void): () => void;
  /** Waits on what happens here: the first truthy answer of `look`. */
  until<T>(look: () => T | undefined | null | false, withinMs?: number): Promise<T>;
  close(): Promise<void>;
}

export async function startLocalSlack(options: LocalSlackOptions): Promise<LocalSlack> {
  const clock = new OwnedClock(options.clock ?? systemClock);
  const changes = new Changes();
  const appToken = options.appToken ?? made("xapp-local-");
  const signingSecret = options.signingSecret ?? made("");
  const faults = new Faults();
  const { delivery = "socket", rateLimits = "on", random = Math.random } = options;
  const app = newApp();
  const socketMode = new SocketMode(clock, changes, app.id, random);
  const http =
    delivery === "socket" ? undefined : new HttpDelivery(delivery.url, signingSecret, clock);
  const dispatch = new Dispatch(http ?? socketMode, clock, faults, changes);
  const server = createServer();
  const scale = rateLimits === "on" ? 1 : rateLimits;
  const { commands, homeTab: hasHome = true, others = [], isDistributed = false } = options;
  const origin = () => originOf(server);
  const common = { app, clock, changes, dispatch, hasHome, commands, origin };
  const shared = { ...common, scale, isDistributed };
  const first = openTeam(options, shared);
  const teams = [first, ...others.map((setup) => openTeam(setup, shared))];
  const installations = teams.map(({ installation }) => installation);
  const ofApp = { core: first.core, token: appToken, limits: new RateLimits(clock, scale) };
  const api = new WebApi(socketMode, { installations, app: ofApp }, faults);
  const { local } = first;
  const door = new PeopleDoor({
    changes,
    roster: () => local.roster(),
    person: (id) => local.people(id),
  });
  server.on("request", (request, response) => route(teams, api, door, request, response));
  server.on("upgrade", (request, socket, head) => socketMode.accept(request, socket, head));
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });

  return {
    ...local,
    apiUrl: `${originOf(server)}/api/`,
    origin: originOf(server),
    appToken,
    signingSecret,
    clock: options.clock ?? systemClock,
    faults,
    log: api.log,
    deliveries: dispatch.records,
    changes,
    socketMode,
    team: (id) => teamOf(teams, id).local,
    handlePeople: door.handle,
    onChange: (act) => changes.listen(act),
    until: (look, withinMs) => changes.until(look, withinMs),
    close: async () => {
      await socketMode.close();
      http?.close();
      clock.close();
      door.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

function teamOf(teams: readonly OpenTeam[], id: string): OpenTeam {
  const found = teams.find(({ core }) => core.workspace.team.id === id);
  if (!found) throw new Error(`The app is not installed in ${id}.`);
  return found;
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server is not listening.");
  return `http://127.0.0.1:${address.port}`;
}

function route(
  teams: readonly OpenTeam[],
  api: WebApi,
  door: PeopleDoor,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname } = new URL(request.url ?? "/", "http://local");
  if (pathname === "/people" || pathname.startsWith("/people/"))
    return door.handle(request, response);
  const keeper = teams.find(({ core }) => core.files.isUpload(pathname))?.core.files;
  const work = pathname.startsWith("/api/")
    ? api.serve(request, response, pathname.slice("/api/".length))
    : keeper === undefined
      ? answerUrl(teams, request, response, pathname)
      : takeFile(keeper, request, response, pathname);
  work.catch((error: unknown) => {
    response.destroy(error instanceof Error ? error : undefined);
  });
}

/** A response_url carries the team that it belongs to, and needs no token. */
async function answerUrl(
  teams: readonly OpenTeam[],
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const core: Core | undefined = teams.find((team) =>
    path.split("/").includes(team.core.workspace.team.id),
  )?.core;
  if (request.method !== "POST" || !core?.responseUrls.isOne(path))
    return void response.writeHead(404).end();
  const answer = core.responseUrls.use(core, path, parsed(await bodyOf(request)));
  response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
}

/** An upload's address needs no token: who has it may post one file to it. */
async function takeFile(
  files: Core["files"],
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const type = request.headers["content-type"] ?? "";
  const bytes = await uploadedBytes(await bytesOf(request), type);
  const status = request.method === "POST" ? files.take(path, bytes) : 405;
  const said = status === 200 ? `OK - ${bytes.byteLength}` : "Bad Request";
  response.writeHead(status, { "content-type": "text/plain" }).end(said);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
