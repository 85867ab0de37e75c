import type { InteractionKind } from "./body/callback.ts";
import { flag } from "./body/message.ts";
import type { Json } from "./json.ts";
import type { Pings } from "./mentions.ts";
import { compareSnowflakes } from "./snowflake.ts";

export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly description?: string;
  readonly contentType: string;
  readonly data: Buffer;
}

export interface InteractionTrace {
  readonly id: string;
  readonly kind: InteractionKind;
  readonly userId: string;
  readonly commandName?: string;
  readonly messageId?: string;
}

/** A message as it is kept; what goes over the wire is made from it. */
export interface StoredMessage {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly type: number;
  readonly createdAt: number;
  content: string;
  embeds: Json[];
  components: Json[];
  attachments: Attachment[];
  flags: number;
  editedAt: number | null;
  pings: Pings;
  readonly position?: number;
  readonly nonce?: string | number;
  readonly reference?: { readonly messageId: string; readonly channelId: string };
  readonly interaction?: InteractionTrace;
  /** The one person who sees it. Such a message does not exist for the channel routes. */
  readonly ephemeralFor?: string;
}

export const isV2 = (message: StoredMessage): boolean => (message.flags & flag.componentsV2) !== 0;

/** All messages of all places, the private ones too. */
export class Messages {
  readonly #byId = new Map<string, StoredMessage>();

  add(message: StoredMessage): void {
    this.#byId.set(message.id, message);
  }

  delete(id: string): void {
    this.#byId.delete(id);
  }

  get(id: string): StoredMessage | undefined {
    return this.#byId.get(id);
  }

  /** What the channel routes can reach. */
  inChannel(channelId: string, id: string): StoredMessage | undefined {
    const message = this.#byId.get(id);
    const reachable = message?.channelId === channelId && message.ephemeralFor === undefined;
    return reachable ? message : undefined;
  }

  /** Public ones, oldest first. */
  listed(channelId?: string): StoredMessage[] {
    return this.#sorted((message) => message.ephemeralFor === undefined, channelId);
  }

  ephemerals(userId?: string): StoredMessage[] {
    return this.#sorted(
      ({ ephemeralFor }) =>
        ephemeralFor !== undefined && (userId === undefined || ephemeralFor === userId),
    );
  }

  attachment(id: string): Attachment | undefined {
    for (const message of this.#byId.values()) {
      const hit = message.attachments.find((attachment) => attachment.id === id);
      if (hit !== undefined) return hit;
    }
    return undefined;
  }

  #sorted(keep: (message: StoredMessage) => boolean, channelId?: string): StoredMessage[] {
    return [...this.#byId.values()]
      .filter((message) => keep(message))
      .filter((message) => channelId === undefined || message.channelId === channelId)
      .sort((left, right) => compareSnowflakes(left.id, right.id));
  }
}
