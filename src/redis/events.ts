import type { Redis } from "ioredis";
import type { StreamEntry } from "../core/ports/stream-entry.ts";
import { asking, BLOCK_MS } from "./connection.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { handOn } from "./handing-on.ts";
import { GROUP, type Keys } from "./keys.ts";
import { claimOrphans } from "./orphans.ts";
import type { Replicas } from "./replicas.ts";
import { fieldsOf } from "./stream-ids.ts";

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

  async function read(): Promise<unknown> {
    const from = ["COUNT", READ_AT_ONCE, "BLOCK", BLOCK_MS, "STREAMS", stream, ">"] as const;
    try {
      return await reader.xreadgroup("GROUP", GROUP, replicas.me, ...from);
    } catch (error) {
      // Somebody deleted the stream or its group, before or while we waited: begin again at the beginning,
      // since what is read twice changes nothing and what is never read is lost.
      if (!says(error, "NOGROUP") && !says(error, "UNBLOCKED")) throw error;
      await prepare(commands, stream);
      return null;
    }
  }

  async function done(entry: StreamEntry): Promise<void> {
    await asking(() => commands.xack(stream, GROUP, entry.id));
    inHand.delete(entry.id);
  }

  return {
    /** Creates the stream and its group where they are missing, from the stream's beginning. */
    prepare: async () => prepare(commands, stream),

    /** Waits a few seconds for new entries; empty when none came. */
    async next(): Promise<readonly StreamEntry[]> {
      const reply = await asking(read);
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

    /** Ends a read that waits, with nothing: what came at that moment stays for another replica. */
    async wake(): Promise<void> {
      const id = readerId;
      try {
        if (id !== undefined) await commands.client("UNBLOCK", id);
      } catch {
        // Redis is away, so the read would wait for its return.
        reader.disconnect();
      }
    },

    /** Entries that were delivered and never finished, by a replica that is gone or by this one. */
    async orphans(): Promise<readonly StreamEntry[]> {
      const entries = await claimOrphans(commands, stream, replicas, inHand);
      for (const { id } of entries) inHand.add(id);
      return entries;
    },

    done,

    /** Puts an entry aside that will never be understood. */
    async bury(entry: StreamEntry, reason: string): Promise<void> {
      const { id, fields, deliveries } = entry;
      await deadLetters.append({ stream, id, reason, deliveries, entry: fields });
      await done(entry);
    },

    /** Gives an entry to replicas of a newer version: what it is about cannot be read by this one. */
    handOn: async ({ id }: StreamEntry) => handOn(commands, stream, id, replicas),

    /** Leaves an entry pending; a later sweep takes it again. */
    letGo(entry: StreamEntry): void {
      inHand.delete(entry.id);
    },
  };
}

async function prepare(commands: Redis, stream: string): Promise<void> {
  try {
    await commands.xgroup("CREATE", stream, GROUP, "0", "MKSTREAM");
  } catch (error) {
    if (says(error, "BUSYGROUP")) return;
    await asking(() => Promise.reject(error));
  }
}

function says(error: unknown, code: string): boolean {
  return error instanceof Error && error.message.startsWith(code);
}
