import { randomBytes } from "node:crypto";

import type { WebSocket } from "ws";

import { applicationFlags } from "./application.ts";
import type { GatewayControls } from "./faults.ts";
import { GatewaySession, op } from "./gateway-session.ts";
import { readIdentify } from "./identify.ts";
import { intent } from "./intents.ts";
import { isObject, type Json } from "./json.ts";
import type { GatewayEvent } from "./outbox.ts";
import { IdentifyTurns, type Sharding, type ShardOf } from "./sharding.ts";
import { wireGuildCreate, wireMember, wireUser } from "./wire.ts";
import type { World } from "./world.ts";

/** Discord docs, topics/opcodes-and-status-codes: gateway close codes. */
const closed = {
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSequence: 4007,
  rateLimited: 4008,
  invalidVersion: 4012,
} as const;

/** Discord docs, events/gateway: rate limiting and sending events. */
const sendsPerMinute = 120;
const payloadBytes = 4096;
const identifiesPerDay = 1000;

export interface GatewaySettings {
  /** At least so long between two identifies of one bucket; 0 lets all pass. Discord: 5 s. */
  readonly identifyEveryMs: number;
  /** How many are left of the day's; 1000 unless said otherwise. */
  readonly identifiesLeft?: number | undefined;
  readonly sharding: Sharding;
}

interface Connection {
  readonly socket: WebSocket;
  session?: GatewaySession;
  sentAt: number[];
}

export class Gateway implements GatewayControls {
  readonly sharding: Sharding;
  readonly #turns: IdentifyTurns;
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #connections = new Set<Connection>();
  #world: World | undefined;
  #identifiesLeft: number;

  constructor(settings: GatewaySettings) {
    this.sharding = settings.sharding;
    this.#turns = new IdentifyTurns(settings.identifyEveryMs);
    this.#identifiesLeft = settings.identifiesLeft ?? identifiesPerDay;
  }

  /** The world and the gateway need each other; the world is made second. */
  serve(world: World): void {
    this.#world = world;
  }

  get identifiesLeft(): number {
    return this.#identifiesLeft;
  }

  get connected(): readonly ShardOf[] {
    return [...this.#sessions.values()].flatMap(({ socket, shard }) =>
      socket === undefined ? [] : [shard],
    );
  }

  /** Every session of the shard gets every event; two processes with one token both hear all. */
  deliver(event: GatewayEvent): void {
    for (const session of this.#sessions.values()) {
      if (!session.hears(event.guildId, event.intent)) continue;
      const reads = (session.intents & intent.messageContent) !== 0;
      const data = reads ? event.data : (event.withoutContent ?? event.data);
      session.dispatch(event.name, data);
    }
  }

  attach(socket: WebSocket, query: URLSearchParams): void {
    const connection: Connection = { socket, sentAt: [] };
    this.#connections.add(connection);
    socket.on("close", (code) => this.#onClose(connection, code));
    socket.on("error", () => socket.terminate());
    socket.on("message", (data: Buffer) => this.#onMessage(connection, data));
    if (query.get("v") !== "10" || query.get("encoding") !== "json") {
      socket.close(closed.invalidVersion, "Invalid API version or encoding.");
      return;
    }
    const heartbeat_interval = this.#world?.faults.heartbeatIntervalMs;
    send(socket, op.hello, { heartbeat_interval, _trace: [] });
  }

  dropSockets(): void {
    for (const { socket } of this.#connections) socket.terminate();
  }

  closeSockets(code: number, shardId?: number): void {
    for (const { socket, session } of this.#connections)
      if (shardId === undefined || session?.shard[0] === shardId) socket.close(code);
  }

  askToReconnect(): void {
    for (const { socket } of this.#connections) send(socket, op.reconnect, null);
  }

  invalidateSessions(resumable: boolean): void {
    if (!resumable) this.#sessions.clear();
    for (const { socket } of this.#connections) send(socket, op.invalidSession, resumable);
  }

  #onClose(connection: Connection, code: number): void {
    this.#connections.delete(connection);
    const { session, socket } = connection;
    if (session === undefined || session.socket !== socket) return;
    session.socket = undefined;
    // A client that says goodbye in the normal way ends its session.
    if (code === 1000 || code === 1001) this.#sessions.delete(session.id);
    this.#world?.changes.touch();
  }

  #onMessage(connection: Connection, data: Buffer): void {
    const { socket } = connection;
    const world = this.#world;
    if (world === undefined) return;
    const packet = parsePacket(data);
    if (packet === undefined) return socket.close(closed.decodeError, "Error while decoding.");
    const now = world.clock.now();
    connection.sentAt = [...connection.sentAt.filter((at) => now - at < 60_000), now];
    if (connection.sentAt.length > sendsPerMinute)
      return socket.close(closed.rateLimited, "You are being rate limited.");
    if (packet.op === op.heartbeat) {
      if (!world.faults.muteHeartbeatAcks) send(socket, op.heartbeatAck, null);
      return undefined;
    }
    if (packet.op === op.identify || packet.op === op.resume) {
      if (connection.session !== undefined)
        return socket.close(closed.alreadyAuthenticated, "Already authenticated.");
      if (!isObject(packet.d)) return socket.close(closed.decodeError, "Error while decoding.");
      if (packet.op === op.identify) this.#identify(world, connection, packet.d);
      else this.#resume(world, connection, packet.d);
      return undefined;
    }
    if (connection.session === undefined)
      return socket.close(closed.notAuthenticated, "Not authenticated.");
    return this.#onSessionPacket(world, connection.session, packet);
  }

  #onSessionPacket(world: World, session: GatewaySession, packet: Packet): void {
    if (packet.op === op.requestMembers && isObject(packet.d))
      sendMembers(world, session, packet.d);
    else if (packet.op !== op.presence && packet.op !== op.voiceState)
      session.socket?.close(closed.unknownOpcode, "Unknown opcode.");
  }

  #identify(world: World, connection: Connection, data: Json): void {
    const { socket } = connection;
    const { sharding } = this;
    const read = readIdentify(world, data, { sharding, identifiesLeft: this.#identifiesLeft });
    if (!("shard" in read)) return socket.close(read[0], read[1]);
    const { shard, intents } = read;
    if (!this.#turns.take(shard, sharding.maxConcurrency, world.clock.now()))
      return send(socket, op.invalidSession, false);
    this.#identifiesLeft -= 1;
    const id = randomBytes(16).toString("hex");
    const session = new GatewaySession(id, intents, shard, socket);
    connection.session = session;
    this.#sessions.set(id, session);
    const guilds = [...world.directory.guilds.values()].filter((guild) =>
      session.hears(guild.id, 0),
    );
    session.dispatch(
      "READY",
      ready(
        world,
        session,
        guilds.map((guild) => guild.id),
      ),
    );
    if ((session.intents & intent.guilds) !== 0 && !world.faults.withholdGuilds)
      for (const guild of guilds)
        session.dispatch("GUILD_CREATE", wireGuildCreate(world, guild, intents));
    return world.changes.touch();
  }

  #resume(world: World, connection: Connection, data: Json): void {
    const { socket } = connection;
    if (data["token"] !== world.application.token)
      return socket.close(closed.authenticationFailed, "Authentication failed.");
    const session = this.#sessions.get(String(data["session_id"]));
    if (session === undefined) return send(socket, op.invalidSession, false);
    const after = Number(data["seq"]);
    if (after > session.sequence) return socket.close(closed.invalidSequence, "Invalid seq.");
    connection.session = session;
    const old = session.socket;
    session.resume(socket, after);
    old?.terminate();
    return world.changes.touch();
  }
}

interface Packet {
  readonly op: number;
  readonly d: unknown;
}

function parsePacket(data: Buffer): Packet | undefined {
  if (data.length > payloadBytes) return undefined;
  try {
    const value: unknown = JSON.parse(data.toString("utf8"));
    if (!isObject(value) || typeof value["op"] !== "number") return undefined;
    return { op: value["op"], d: value["d"] };
  } catch {
    return undefined;
  }
}

function send(socket: WebSocket, opcode: number, data: unknown): void {
  socket.send(JSON.stringify({ op: opcode, d: data, s: null, t: null }));
}

function ready(world: World, session: GatewaySession, guildIds: readonly string[]): Json {
  const { application, directory } = world;
  const user = { ...wireUser(directory.bot), verified: true, mfa_enabled: true, email: null };
  return {
    v: 10,
    user: { ...user, flags: 0 },
    guilds: guildIds.map((id) => ({ id, unavailable: true })),
    session_id: session.id,
    // Must lead back here, or a client would dial the real Discord to resume.
    resume_gateway_url: gatewayUrl(world),
    shard: session.shard,
    application: { id: application.id, flags: applicationFlags(application) },
    private_channels: [],
    presences: [],
    relationships: [],
    user_settings: {},
    session_type: "normal",
    auth: {},
    _trace: [],
  };
}

export const gatewayUrl = (world: World): string =>
  `${world.origin().replace(/^http/, "ws")}/gateway`;

/** By id or by name; without the members intent only the bot itself is in a full list. */
function sendMembers(world: World, session: GatewaySession, data: Json): void {
  const guild = world.directory.guilds.get(String(data["guild_id"]));
  if (guild === undefined) return;
  const asked = data["user_ids"];
  const ids = [asked].flat().filter((id) => typeof id === "string");
  const members = [...guild.members.values()].filter(({ userId }) => ids.includes(userId));
  session.dispatch("GUILD_MEMBERS_CHUNK", {
    guild_id: guild.id,
    members: members.map((member) => ({
      ...wireMember(member),
      user: wireUser(world.directory.user(member.userId)),
    })),
    chunk_index: 0,
    chunk_count: 1,
    not_found: ids.filter((id) => !guild.members.has(id)),
    ...(data["nonce"] === undefined ? {} : { nonce: data["nonce"] }),
  });
}
