import type { WebSocket } from "ws";

import type { Json } from "./json.ts";
import { isOfShard, type ShardOf } from "./sharding.ts";

export const op = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  voiceState: 4,
  resume: 6,
  reconnect: 7,
  requestMembers: 8,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

/** Discord keeps what a session missed for a while; how much is not published. */
const keptDispatches = 5000;

/** A session outlives its socket: what it missed is sent when the client resumes. */
export class GatewaySession {
  readonly id: string;
  readonly intents: number;
  readonly shard: ShardOf;
  socket: WebSocket | undefined;
  #sequence = 0;
  readonly #sent: { readonly sequence: number; readonly text: string }[] = [];

  constructor(id: string, intents: number, shard: ShardOf, socket: WebSocket) {
    this.id = id;
    this.intents = intents;
    this.shard = shard;
    this.socket = socket;
  }

  get sequence(): number {
    return this.#sequence;
  }

  hears(guildId: string | undefined, intent: number): boolean {
    return isOfShard(guildId, this.shard) && (intent === 0 || (this.intents & intent) !== 0);
  }

  dispatch(name: string, data: Json): void {
    this.#sequence += 1;
    const text = JSON.stringify({ op: op.dispatch, t: name, s: this.#sequence, d: data });
    this.#sent.push({ sequence: this.#sequence, text });
    if (this.#sent.length > keptDispatches) this.#sent.shift();
    this.socket?.send(text);
  }

  resume(socket: WebSocket, after: number): void {
    this.socket = socket;
    for (const { sequence, text } of this.#sent) if (sequence > after) socket.send(text);
    this.dispatch("RESUMED", { _trace: [] });
  }
}
