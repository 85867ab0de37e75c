import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Changes } from "./changes.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { Core } from "./core.ts";
import { Dispatch, type DeliveryRecord } from "./delivery.ts";
import { Events } from "./events.ts";
import { Faults } from "./faults.ts";
import { bodyOf } from "./http-body.ts";
import { HttpDelivery } from "./http-delivery.ts";
import { Interactions } from "./interactions.ts";
import { Messages, type StoredMessage } from "./messages.ts";
import { Notices } from "./notices.ts";
import { OwnedClock } from "./owned-clock.ts";
import { PeopleDoor } from "./people-door.ts";
import type { PersonDoor, Roster } from "./people.ts";
import { personDoor } from "./person.ts";
import { RateLimits, type RateScale } from "./rate-limits.ts";
import { ResponseUrls } from "./response-urls.ts";
import { SocketMode } from "./socket-mode.ts";
import { Triggers } from "./triggers.ts";
import { Views, type OpenView } from "./views.ts";
import { WebApi, type CallRecord } from "./web-api/serve.ts";
import { Workspace, type WorkspaceSetup } from "./workspace.ts";

/** What an approval bot asks for at its installation. */
const DEFAULT_SCOPES = [
  "chat:write",
  "commands",
  "im:write",
  "users:read",
  "channels:read",
  "groups:read",
  "channels:history",
  "groups:history",
  "im:history",
  "mpim:history",
  "usergroups:read",
];

export interface LocalSlackOptions extends WorkspaceSetup {
  /** Any free port when absent. */
  port?: number;
  clock?: Clock;
  botToken?: string;
  appToken?: string;
  signingSecret?: string;
  /** How payloads reach the bot: over its sockets, or as signed POSTs. */
  delivery?: "socket" | { url: string };
  /** Scopes of the bot token. */
  scopes?: readonly string[];
  /** Slack's own limits unless said otherwise; a number multiplies them. */
  rateLimits?: "on" | RateScale;
  /** The app's slash commands, with their slash; any is taken when absent. */
  commands?: readonly string[];
  /** False: the app was made without a Home tab. */
  homeTab?: boolean;
  /** Members of user groups, by group id. */
  groups?: Readonly<Record<string, string[]>>;
  /** Which socket gets a payload. */
  random?: () => number;
}

/** What a test may look at; nothing of it can be changed from here. */
interface Stored {
  readonly messages: readonly StoredMessage[];
  readonly ephemerals: readonly StoredMessage[];
  readonly views: readonly OpenView[];
  message(channel: string, ts: string): StoredMessage | undefined;
  inChannel(channel: string): StoredMessage[];
}

export interface LocalSlack {
  /** For SLACK_API_URL; ends in /api/. */
  readonly apiUrl: string;
  /** "http://127.0.0.1:PORT" */
  readonly origin: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: readonly CallRecord[];
  readonly deliveries: readonly DeliveryRecord[];
  readonly stored: Stored;
  readonly changes: Changes;
  readonly socketMode: SocketMode;
  readonly events: Events;
  /** Serves the people door, below any prefix, for another HTTP server. */
  readonly handlePeople: (request: IncomingMessage, response: ServerResponse) => void;
  people(userId: string): PersonDoor;
  /** Somebody looks at the app's Home tab. */
  openHome(userId: string): void;
  /** What they see there. */
  homeOf(userId: string): OpenView | undefined;
  /** Changes who belongs to a user group, and says so to apps that may read groups. */
  setGroup(groupId: string, members: readonly string[]): void;
  roster(): Roster;
  /** Waits on what happens here: the first truthy answer of `look`. */
  until<T>(look: () => T | undefined | null | false, withinMs?: number): Promise<T>;
  close(): Promise<void>;
}

const made = (prefix: string) => prefix + randomBytes(16).toString("hex");

export async function startLocalSlack(options: LocalSlackOptions): Promise<LocalSlack> {
  const clock = new OwnedClock(options.clock ?? systemClock);
  const changes = new Changes();
  const workspace = new Workspace(options, clock);
  const botToken = options.botToken ?? made("xoxb-local-");
  const appToken = options.appToken ?? made("xapp-local-");
  const signingSecret = options.signingSecret ?? made("");
  const faults = new Faults();
  const scopes = new Set(options.scopes ?? DEFAULT_SCOPES);
  const { delivery = "socket", rateLimits = "on", random = Math.random } = options;
  const socketMode = new SocketMode(clock, changes, workspace.appId, random);
  const http =
    delivery === "socket" ? undefined : new HttpDelivery(delivery.url, signingSecret, clock);
  const dispatch = new Dispatch(http ?? socketMode, clock, faults, changes);
  const messages = new Messages();
  const server = createServer();
  const core: Core = {
    clock,
    workspace,
    messages,
    views: new Views(clock, workspace),
    triggers: new Triggers(clock),
    responseUrls: new ResponseUrls(),
    dispatch,
    events: new Events(clock, workspace, messages, dispatch, scopes),
    notices: new Notices(clock),
    changes,
    scopes,
    hasHome: options.homeTab ?? true,
    commands: (command) => scopes.has("commands") && (options.commands?.includes(command) ?? true),
    groups: new Map(Object.entries(options.groups ?? {})),
    origin: () => originOf(server),
  };
  const interactions = new Interactions(core);
  const scale = rateLimits === "on" ? 1 : rateLimits;
  const tokens = { bot: botToken, app: appToken };
  const api = new WebApi(core, socketMode, tokens, faults, new RateLimits(clock, scale));
  const people = (id: string) => personDoor(core, interactions, id);
  const roster = () => rosterOf(workspace);
  const door = new PeopleDoor({ changes, roster, person: people });
  server.on("request", (request, response) => route(core, api, door, request, response));
  server.on("upgrade", (request, socket, head) => socketMode.accept(request, socket, head));
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });

  return {
    apiUrl: `${originOf(server)}/api/`,
    origin: originOf(server),
    botToken,
    appToken,
    signingSecret,
    workspace,
    clock: options.clock ?? systemClock,
    faults,
    log: api.log,
    deliveries: dispatch.records,
    stored: storedOf(core),
    changes,
    socketMode,
    events: core.events,
    handlePeople: door.handle,
    people,
    openHome: (userId) => {
      core.events.homeOpened(userId, core.views.home(userId));
    },
    homeOf: (userId) => core.views.home(userId),
    setGroup: (groupId, members) => {
      core.groups.set(groupId, [...members]);
      if (core.scopes.has("usergroups:read")) core.events.groupChanged(groupId);
    },
    roster,
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

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server is not listening.");
  return `http://127.0.0.1:${address.port}`;
}

const storedOf = ({ messages, views }: Core): Stored => ({
  get messages() {
    return messages.kept;
  },
  get ephemerals() {
    return messages.ephemerals;
  },
  get views() {
    return views.all;
  },
  message: (channel, ts) => messages.find(channel, ts),
  inChannel: (channel) => messages.inChannel(channel),
});

const rosterOf = (workspace: Workspace): Roster => ({
  platform: "slack",
  people: [...workspace.people.values()].map(({ id, name }) => ({ id, name })),
  places: [...workspace.channels.values()].map(({ id, name }) => ({ id, name })),
});

function route(
  core: Core,
  api: WebApi,
  door: PeopleDoor,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname } = new URL(request.url ?? "/", "http://local");
  if (pathname === "/people" || pathname.startsWith("/people/"))
    return door.handle(request, response);
  const work = pathname.startsWith("/api/")
    ? api.serve(request, response, pathname.slice("/api/".length))
    : answerUrl(core, request, response, pathname);
  work.catch((error: unknown) => {
    response.destroy(error instanceof Error ? error : undefined);
  });
}

async function answerUrl(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (request.method !== "POST" || !core.responseUrls.isOne(path))
    return void response.writeHead(404).end();
  const answer = core.responseUrls.use(core, path, parsed(await bodyOf(request)));
  response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
