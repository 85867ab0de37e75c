import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { WebSocketServer } from "ws";

import { makeApplication, type ApplicationOptions } from "./application.ts";
import { answerInteraction } from "./callbacks.ts";
import { Changes } from "./changes.ts";
import { systemClock, type Clock } from "./clock.ts";
import { Commands, type Command } from "./commands.ts";
import { Desks } from "./desks.ts";
import { Directory, type GuildOptions, type Role, type Thread } from "./directory.ts";
import { Faults } from "./faults.ts";
import { Gateway } from "./gateway.ts";
import { postToEndpoint, probeEndpoint } from "./http-interactions.ts";
import { interactionPayload } from "./interaction-payload.ts";
import { Interactions, type Interaction } from "./interaction.ts";
import { moderation, type Moderation } from "./moderation.ts";
import { Messages, type StoredMessage } from "./messages.ts";
import { Nonces } from "./nonces.ts";
import { Outbox } from "./outbox.ts";
import { PeopleDoor } from "./people-door.ts";
import type { Person } from "./people.ts";
import { person } from "./person.ts";
import { RateLimits, type RateLimitOptions } from "./rate-limits.ts";
import { isRestPath, serveRest, type LoggedCall, type RestServer } from "./rest/serve-rest.ts";
import { type Sharding, type ShardOf, usualSharding } from "./sharding.ts";
import { Snowflakes } from "./snowflake.ts";
import { refusals } from "./api-error.ts";
import type { World } from "./world.ts";

export interface LocalDiscordOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  /** Made up at every start where absent. */
  readonly application?: ApplicationOptions;
  /** Whether the message content intent is switched on in the developer portal. */
  readonly messageContentEnabled?: boolean;
  /** Whether the server members intent is. */
  readonly membersEnabled?: boolean;
  readonly guilds: readonly GuildOptions[];
  /** An endpoint URL silences the interactions of the gateway, as it does at Discord. */
  readonly delivery?: "gateway" | { readonly url: string };
  readonly rateLimits?: "off" | RateLimitOptions;
  /** How many sessions may still begin today; 1000 unless said otherwise. */
  readonly identifiesLeft?: number;
  /** What Discord recommends and demands; one shard unless said otherwise. */
  readonly sharding?: Partial<Sharding>;
}

/** What is kept, for assertions. */
interface Stored {
  /** Public ones, oldest first; of one channel or thread, or of all. */
  messages(placeId?: string): readonly StoredMessage[];
  message(id: string): StoredMessage | undefined;
  /** Private ones; of one person, or of all. */
  ephemerals(userId?: string): readonly StoredMessage[];
  threads(): readonly Thread[];
  commands(): readonly Command[];
  interactions(): readonly Interaction[];
  roles(guildId: string): readonly Role[];
}

export interface LocalDiscord extends Moderation {
  /** The address of the server, without a path. */
  readonly url: string;
  /** What discord.js takes as `rest.api`; it appends the version itself. */
  readonly apiUrl: string;
  readonly token: string;
  readonly applicationId: string;
  readonly publicKey: string;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: readonly LoggedCall[];
  readonly stored: Stored;
  /** Gateway sessions that have a socket. */
  readonly connected: number;
  /** The shards of those, `[id, count]`. */
  readonly shards: readonly ShardOf[];
  readonly sharding: Sharding;
  people(userId: string): Person;
  /** Serves the people door below whatever prefix another server mounts it at. */
  handlePeople(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Calls this after each change that a person could see, until it is told to stop. */
  onChange(act: () => void): () => void;
  /** Resolves once the condition holds; looks after every change. */
  until(condition: () => boolean): Promise<void>;
  /** What Discord does before it accepts an interactions endpoint. */
  probeEndpoint(): Promise<boolean>;
  close(): Promise<void>;
}

export async function startLocalDiscord(options: LocalDiscordOptions): Promise<LocalDiscord> {
  const rateLimitOptions = options.rateLimits ?? {};
  const gateway = new Gateway({
    identifyEveryMs: rateLimitOptions === "off" ? 0 : (rateLimitOptions.identifyEveryMs ?? 0),
    identifiesLeft: options.identifiesLeft,
    sharding: { ...usualSharding, ...options.sharding },
  });
  let origin = "";
  const world = makeWorld(options, gateway, () => origin);
  gateway.serve(world);
  const rest: RestServer = {
    world,
    gateway,
    rateLimits: new RateLimits(world.clock, rateLimitOptions),
    log: [],
  };
  const door = new PeopleDoor(world);
  const http = createServer((request, response) => {
    serveHttp(rest, door, request, response).catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true });
  serveSockets(http, sockets, gateway);
  await listen(http, options.port ?? 0);
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  return {
    ...moderation(world),
    url: origin,
    apiUrl: `${origin}/api`,
    token: world.application.token,
    applicationId: world.application.id,
    publicKey: world.application.publicKey,
    clock: world.clock,
    faults: world.faults,
    log: rest.log,
    stored: storedIn(world),
    get connected() {
      return gateway.connected.length;
    },
    get shards() {
      return gateway.connected;
    },
    sharding: gateway.sharding,
    people: (userId) => person(world, userId),
    handlePeople: (request, response) => door.handle(request, response),
    onChange: (act) => world.changes.subscribe(act),
    until: (condition) => world.changes.until(condition),
    probeEndpoint: async () => {
      if (options.delivery === undefined || options.delivery === "gateway") return false;
      const { url } = options.delivery;
      return probeEndpoint(url, world.application, world.clock, world.snowflakes.next());
    },
    close: async () => {
      door.close();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
  };
}

function makeWorld(options: LocalDiscordOptions, gateway: Gateway, origin: () => string): World {
  const clock = options.clock ?? systemClock();
  const snowflakes = new Snowflakes(clock);
  const { messageContentEnabled = false, membersEnabled = false } = options;
  const { delivery } = options;
  const endpoint = typeof delivery === "object" ? delivery.url : undefined;
  const application = makeApplication(
    { ...options.application, ...(endpoint === undefined ? {} : { endpoint }) },
    { messageContentEnabled, membersEnabled },
    snowflakes,
  );
  const directory = new Directory({ id: application.id, name: application.name }, snowflakes);
  for (const guild of options.guilds) directory.addGuild(guild);
  const faults = new Faults(gateway);
  const outbox = new Outbox((event) => {
    for (let copies = faults.takeCopies(event.name); copies > 0; copies -= 1)
      gateway.deliver(event);
  });
  const world: World = {
    clock,
    snowflakes,
    application,
    directory,
    faults,
    outbox,
    origin,
    messages: new Messages(),
    nonces: new Nonces(clock),
    commands: new Commands(snowflakes),
    interactions: new Interactions(),
    changes: new Changes(),
    desks: new Desks(),
    deliverInteraction: (interaction) => deliver(world, interaction, options.delivery ?? "gateway"),
  };
  return world;
}

function deliver(
  world: World,
  interaction: Interaction,
  delivery: NonNullable<LocalDiscordOptions["delivery"]>,
): void {
  const data = interactionPayload(world, interaction);
  if (delivery === "gateway") {
    const { place } = interaction;
    // Interactions need no intent at all.
    const event = { name: "INTERACTION_CREATE", intent: 0, data };
    world.outbox.emit(place.type === 1 ? event : { ...event, guildId: place.guildId });
    return;
  }
  postToEndpoint(delivery.url, world.application, world.clock, data)
    .then(({ status, body }) => {
      if (status !== 200 || body === undefined || interaction.state !== "open") return undefined;
      return answerInteraction(world, interaction, body, []);
    })
    // An endpoint that fails is one that did not answer: the clock has the last word.
    .catch(() => undefined);
}

function storedIn(world: World): Stored {
  return {
    messages: (placeId) => world.messages.listed(placeId),
    message: (id) => world.messages.get(id),
    ephemerals: (userId) => world.messages.ephemerals(userId),
    threads: () => world.directory.threads(),
    commands: () => world.commands.all,
    interactions: () => world.interactions.all,
    roles: (guildId) => [...world.directory.guild(guildId).roles.values()],
  };
}

async function serveHttp(
  rest: RestServer,
  door: PeopleDoor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  if (isRestPath(path)) return serveRest(rest, request, response);
  if (path === "/people" || path.startsWith("/people/")) return door.handle(request, response);
  const [, folder, id] = path.split("/");
  const file = folder === "attachments" ? rest.world.messages.attachment(id ?? "") : undefined;
  if (file !== undefined) {
    response.writeHead(200, { "content-type": file.contentType }).end(file.data);
    return undefined;
  }
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify(refusals.notFound().body()));
  return undefined;
}

function serveSockets(http: Server, sockets: WebSocketServer, gateway: Gateway): void {
  http.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (!url.pathname.startsWith("/gateway")) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      gateway.attach(webSocket, url.searchParams),
    );
  });
}

async function listen(http: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, "127.0.0.1", resolve);
  });
}
