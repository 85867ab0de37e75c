import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import type { Changes } from "./changes.ts";
import type { Clock } from "./clock.ts";
import { ACK_WITHIN_MS, type Courier, type Parcel, type Receipt } from "./delivery.ts";
import { isObject, textOf } from "./json.ts";

/** docs.slack.dev/apis/events-api/using-socket-mode */
const SOCKET_LIMIT = 10;
const TICKET_LIFETIME_MS = 30_000;
/** The client starts its own watchdog, of 30 s, with the first of these. measured with socket-mode 3.1.0 */
const PING_EVERY_MS = 5_000;
/** Some seconds lie between the warning and the end. */
const WARNING_MS = 10_000;

export type DisconnectReason =
  "warning" | "refresh_requested" | "too_many_websockets" | "link_disabled";

interface Connection {
  socket: WebSocket;
  /** Waiting for the acknowledgement, on this socket and no other. */
  pending: Map<string, ((receipt: Receipt) => void)[]>;
}

const HOST = "applink-local";

/**
 * How a new connection is met. `full` is what an app hears that has as many as it may, before the hello or,
 * where that is counted later, right after it.
 */
export type Greeting = "hello" | "nothing" | "full" | "full after hello";

export class SocketMode implements Courier {
  readonly #clock: Clock;
  readonly #changes: Changes;
  readonly #appId: string;
  readonly #random: () => number;
  readonly #tickets = new Map<string, number>();
  readonly #connections = new Set<Connection>();
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #frozen: WebSocket[] = [];
  /** For a test to change. */
  greeting: Greeting = "hello";

  constructor(clock: Clock, changes: Changes, appId: string, random: () => number) {
    this.#clock = clock;
    this.#changes = changes;
    this.#appId = appId;
    this.#random = random;
  }

  get connected(): number {
    return this.#open.length;
  }

  get #open(): Connection[] {
    return [...this.#connections].filter(({ socket }) => socket.readyState === socket.OPEN);
  }

  /** The address that apps.connections.open gives out: good for one connection, and soon. */
  newPath(): string {
    const ticket = randomBytes(16).toString("hex");
    this.#tickets.set(ticket, this.#clock.now() + TICKET_LIFETIME_MS);
    return `/link/?ticket=${ticket}&app_id=${this.#appId}`;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const ticket = new URL(request.url ?? "/", "http://local").searchParams.get("ticket") ?? "";
    const validUntil = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if (validUntil === undefined || validUntil < this.#clock.now()) {
      socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#welcome(ws));
  }

  #welcome(socket: WebSocket): void {
    socket.on("error", () => socket.terminate());
    if (this.connected >= SOCKET_LIMIT || this.greeting === "full") {
      turnAway(socket);
      return;
    }
    const connection: Connection = { socket, pending: new Map() };
    this.#connections.add(connection);
    socket.on("message", (data, isBinary) => {
      if (!isBinary) hear(connection, data);
    });
    socket.on("close", () => {
      this.#connections.delete(connection);
      this.#changes.note();
    });
    if (this.greeting === "nothing") return;
    socket.send(this.#hello());
    if (this.greeting === "full after hello") turnAway(socket);
    this.#keepPinging(connection);
    this.#changes.note();
  }

  #hello(): string {
    return JSON.stringify({
      type: "hello",
      num_connections: this.connected,
      debug_info: { host: HOST, build_number: 1, approximate_connection_time: 18_060 },
      connection_info: { app_id: this.#appId },
    });
  }

  #keepPinging(connection: Connection): void {
    this.#clock.setTimer(PING_EVERY_MS, () => {
      if (!this.#connections.has(connection)) return;
      connection.socket.ping("local");
      this.#keepPinging(connection);
    });
  }

  deliver(parcel: Parcel, breakAfterSending: boolean): Promise<Receipt> {
    const open = this.#open;
    const connection = open[Math.floor(this.#random() * open.length)];
    if (!connection) return Promise.resolve({ outcome: "unreachable" });
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimer(ACK_WITHIN_MS, () => settle({ outcome: "late" }));
      const settle = (receipt: Receipt) => {
        cancel();
        connection.pending.delete(parcel.id);
        resolve(receipt);
      };
      const others = connection.pending.get(parcel.id) ?? [];
      connection.pending.set(parcel.id, [...others, settle]);
      connection.socket.send(envelope(parcel), () => {
        if (breakAfterSending) connection.socket.terminate();
      });
    });
  }

  /** Tells every connection to go. A warned one still has some seconds, the others none. */
  disconnect(reason: DisconnectReason): void {
    for (const { socket } of this.#open) {
      socket.send(disconnectFrame(reason));
      if (reason === "warning") this.#clock.setTimer(WARNING_MS, () => socket.close(1000));
      else socket.close(1000);
    }
  }

  /** A network that breaks: no frame, no goodbye. */
  breakAll(): void {
    for (const { socket } of this.#open) socket.terminate();
  }

  /** A network that swallows everything: nothing is read any more, no ping is answered, nothing is closed. */
  freeze(): void {
    for (const connection of this.#connections) {
      this.#connections.delete(connection);
      this.#frozen.push(connection.socket);
      connection.socket.pause();
    }
  }

  /** Says goodbye first: a client that is cut off reports an error where there is none. */
  async close(): Promise<void> {
    const leaving = [...this.#connections];
    for (const { socket, pending } of leaving) {
      for (const settle of [...pending.values()].flat()) settle({ outcome: "unreachable" });
      socket.close(1001);
    }
    for (const socket of this.#frozen) socket.terminate();
    await Promise.all(leaving.map(({ socket }) => gone(socket)));
    this.#server.close();
  }
}

/** Real time, because it is a real socket that is waited for. */
const GOODBYE_MS = 250;

function gone(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(() => socket.terminate(), GOODBYE_MS);
    socket.once("close", () => {
      clearTimeout(end);
      resolve();
    });
    if (socket.readyState === socket.CLOSED) socket.emit("close");
  });
}

function envelope({ id, kind, payload, acceptsResponse, retry }: Parcel): string {
  return JSON.stringify({
    envelope_id: id,
    payload,
    type: kind,
    accepts_response_payload: acceptsResponse,
    ...(kind === "events_api"
      ? { retry_attempt: retry?.attempt ?? 0, retry_reason: retry?.reason ?? "" }
      : {}),
  });
}

function turnAway(socket: WebSocket): void {
  socket.send(disconnectFrame("too_many_websockets"));
  socket.close(1000);
}

const disconnectFrame = (reason: DisconnectReason) =>
  JSON.stringify({ type: "disconnect", reason, debug_info: { host: HOST } });

/** An acknowledgement counts on the socket that carried the envelope; anything else is not understood. */
function hear(connection: Connection, data: RawData): void {
  const frame = parsed(data);
  const id = textOf(frame["envelope_id"]);
  const body = frame["payload"];
  const isEmpty = body === undefined || (isObject(body) && Object.keys(body).length === 0);
  for (const settle of connection.pending.get(id) ?? [])
    settle({ outcome: "acknowledged", body: isEmpty ? undefined : body });
}

function parsed(data: RawData): Record<string, unknown> {
  try {
    const frame: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString() : "null");
    return isObject(frame) ? frame : {};
  } catch {
    return {};
  }
}
