import type { StoredFile } from "./files.ts";
import type { JsonObject } from "./json.ts";
import type { Mention } from "./mentions.ts";

/** A message as Slack keeps it. `ts` is its identity within the channel. */
export interface StoredMessage {
  readonly ts: string;
  readonly channel: string;
  /** The sender: a person, or the app's bot user. */
  readonly user: string;
  readonly isFromApp: boolean;
  text: string;
  blocks: JsonObject[];
  attachments: JsonObject[];
  readonly files: readonly StoredFile[];
  metadata?: JsonObject;
  readonly threadTs?: string;
  readonly subtype?: string;
  edited?: { user: string; ts: string };
  readonly clientMsgId?: string;
  /** Set on an ephemeral: the one person who sees it. */
  readonly onlyFor?: string;
  mentions: Mention[];
  /** Those notified by name when it was posted. An edit notifies nobody. */
  readonly pings: string[];
  /** What people chose in the message's own inputs, block_id → action_id → value. */
  state: Record<string, Record<string, JsonObject>>;
}

const byTs = (a: StoredMessage, b: StoredMessage) => (a.ts < b.ts ? -1 : 1);

export class Messages {
  readonly #kept: StoredMessage[] = [];
  /** Ephemerals live only in the client that shows them: no history, no chat.update. */
  readonly #ephemerals: StoredMessage[] = [];

  get kept(): readonly StoredMessage[] {
    return this.#kept;
  }

  get ephemerals(): readonly StoredMessage[] {
    return this.#ephemerals;
  }

  add(message: StoredMessage): void {
    (message.onlyFor ? this.#ephemerals : this.#kept).push(message);
  }

  find(channel: string, ts: string): StoredMessage | undefined {
    return this.#kept.find((message) => message.channel === channel && message.ts === ts);
  }

  findEphemeral(channel: string, ts: string, user: string): StoredMessage | undefined {
    return this.#ephemerals.find(
      (message) => message.channel === channel && message.ts === ts && message.onlyFor === user,
    );
  }

  remove(message: StoredMessage): void {
    const home = message.onlyFor ? this.#ephemerals : this.#kept;
    const at = home.indexOf(message);
    if (at >= 0) home.splice(at, 1);
  }

  /** Reloading a client loses its ephemerals. */
  forgetEphemerals(user: string): void {
    for (const message of this.#ephemerals.filter((one) => one.onlyFor === user))
      this.remove(message);
  }

  inChannel(channel: string): StoredMessage[] {
    return this.#kept.filter((message) => message.channel === channel).sort(byTs);
  }

  replies(channel: string, threadTs: string): StoredMessage[] {
    return this.inChannel(channel).filter((message) => message.threadTs === threadTs);
  }
}
