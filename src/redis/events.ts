import type { Redis } from "ioredis";
import { asking, BLOCK_MS } from "./connection.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { GROUP, type Keys } from "./keys.ts";
import { claimOrphans, fieldsOf } from "./orphans.ts";
import type { Replicas } from "./replicas.ts";

/** One entry of the events stream, as an engine wrote it. */
export interface EventEntry {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  /** How often it has been delivered, this time included. */
  readonly deliveries: number;
}

export interface EventOptions {
  readonly commands: Redis;
  readonly reader: Redis;
  readonly keys: Keys;
  readonly replicas: Replicas;
  readonly deadLetters: DeadLetters;
}

const READ_AT_ONCE = 50;

/** The stream on which engines ask. An entry is acknowledged only once its effect is stored. */
export function createEvents({ commands, reader, keys, replicas, deadLetters }: EventOptions) {
  const inHand = new Set<string>();
  const stream = keys.events;
  let readerId: number | undefined;
  reader.on("ready", () => {
    // Asked anew after every reconnect: the id names the connection.
    reader
      .client("ID")
      .then((id) => (readerId = id))
      .catch(() => undefined);
  });

  return {
    /** Creates the stream and its group where they are missing, from the stream's beginning. */
    async prepare(): Promise<void> {
      try {
        await commands.xgroup("CREATE", stream, GROUP, "0", "MKSTREAM");
      } catch (error) {
        if (error instanceof Error && error.message.startsWith("BUSYGROUP")) return;
        await asking(() => Promise.reject(error));
      }
    },

    /** Waits a few seconds for new entries; empty when none came. */
    async next(): Promise<readonly EventEntry[]> {
      const reply = await asking(() =>
        reader.xreadgroup(
          "GROUP",
          GROUP,
          replicas.me,
          "COUNT",
          READ_AT_ONCE,
          "BLOCK",
          BLOCK_MS,
          "STREAMS",
          stream,
          ">",
        ),
      );
      const streams = (reply ?? []) as readonly (readonly [
        string,
        readonly [string, string[]][],
      ])[];
      const entries = streams.flatMap(([, rows]) =>
        rows.map(([id, flat]) => ({ id, fields: fieldsOf(flat), deliveries: 1 })),
      );
      for (const { id } of entries) inHand.add(id);
      return entries;
    },

    /** Ends a read that waits, with nothing: what came at that moment stays for the next one. */
    async wake(): Promise<void> {
      const id = readerId;
      if (id !== undefined) await asking(() => commands.client("UNBLOCK", id));
    },

    /** Entries that were delivered and never finished, by a replica that is gone or by this one. */
    async orphans(): Promise<readonly EventEntry[]> {
      const entries = await claimOrphans(commands, stream, replicas, inHand);
      for (const { id } of entries) inHand.add(id);
      return entries;
    },

    async done(entry: EventEntry): Promise<void> {
      await asking(() => commands.xack(stream, GROUP, entry.id));
      inHand.delete(entry.id);
    },

    /** Puts an entry aside that will never be understood. */
    async bury(entry: EventEntry, reason: string): Promise<void> {
      const { id, fields, deliveries } = entry;
      await deadLetters.append({ stream, id, reason, deliveries, entry: fields });
      await this.done(entry);
    },

    /** Leaves an entry pending; a later sweep takes it again. */
    letGo(entry: EventEntry): void {
      inHand.delete(entry.id);
    },
  };
}
