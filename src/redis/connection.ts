import { Redis } from "ioredis";
import { Fault } from "../core/fault.ts";

/** Longest time a blocking read waits, in milliseconds; a dead peer is noticed after about three of these. */
export const BLOCK_MS = 4_000;

const RECONNECT = (attempt: number) => Math.min(50 * 2 ** attempt, 1_000) + Math.random() * 100;

export interface Connections {
  /** Requests: fail within two seconds rather than wait, and are never sent twice behind our back. */
  readonly commands: Redis;
  /** One blocking read at a time. */
  readonly reader: Redis;
  close(): void;
}

/**
 * Opens both connections without waiting for them. Requests are not queued while Redis is away and not
 * repeated when a reply is lost: the caller learns at once and says so.
 */
export function connect(url: string, onError: (error: Error) => void): Connections {
  const common = { lazyConnect: true, retryStrategy: RECONNECT, keepAlive: 15_000 };
  const commands = new Redis(url, {
    ...common,
    connectionName: "parley",
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 2_000,
    socketTimeout: 5_000,
  });
  const reader = new Redis(url, {
    ...common,
    connectionName: "parley-reader",
    maxRetriesPerRequest: null,
    socketTimeout: 3 * BLOCK_MS,
  });
  for (const client of [commands, reader]) {
    client.on("error", onError);
    client.connect().catch(() => {
      // Told by the error event; the client goes on trying.
    });
  }
  return {
    commands,
    reader,
    close() {
      commands.disconnect();
      reader.disconnect();
    },
  };
}

/** Whatever Redis or the connection to it says becomes one kind of fault: the store is away. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault("store-unavailable", "Redis did not answer, or refused", {
      retryable: true,
      cause,
    });
  }
}

/** Replies of a pipeline, the first error thrown. */
export async function pipelined(
  pipeline: ReturnType<Redis["pipeline"]>,
): Promise<readonly unknown[]> {
  return asking(async () => {
    const replies = (await pipeline.exec()) ?? [];
    return replies.map(([error, reply]) => {
      if (error !== null) throw error;
      return reply;
    });
  });
}

/** Major version of the server, from `INFO server`. */
export async function serverVersion(redis: Redis): Promise<string> {
  const info = await asking(() => redis.info("server"));
  return /redis_version:(\S+)/.exec(info)?.[1] ?? "0";
}
