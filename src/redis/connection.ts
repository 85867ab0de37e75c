import type { Duplex } from "node:stream";
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
  const common = {
    lazyConnect: true,
    retryStrategy: RECONNECT,
    keepAlive: 15_000,
    // A replica that used to be the master: the address leads to the new one after a reconnect.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  };
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
    client.on("connect", () => {
      sendTogether(client.stream);
    });
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

/**
 * What is written in one turn of the event loop leaves in one piece, instead of a system call a request: the
 * dearest part of a request under load. Nothing waits for longer than that turn.
 */
function sendTogether(stream: Duplex): void {
  const write = stream.write.bind(stream);
  let isHeld = false;
  const release = (): void => {
    isHeld = false;
    stream.uncork();
  };
  stream.write = ((...given: Parameters<typeof write>) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      setImmediate(release);
    }
    return write(...given);
  }) as typeof stream.write;
}

/**
 * What Redis says when it cannot serve now and may later. Any other answer of the server is a fault of
 * ours (a key of the wrong type, a script that breaks) and is left as it is: trying again would not help.
 */
const TEMPORARY =
  /^(?:LOADING|READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|MISCONF|UNBLOCKED|NOAUTH|NOPERM|WRONGPASS)\b/;

/** Runs a request; when Redis is away or cannot serve, that is a Fault. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Fault || !isAway(cause)) throw cause;
    throw new Fault("store-unavailable", "Redis did not answer, or cannot serve now", {
      retryable: true,
      cause,
    });
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return error.name !== "ReplyError" || TEMPORARY.test(error.message);
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

/**
 * Version of the server, from `INFO server`. Told only once the client takes every request: it lets INFO
 * and a few others through before, and who heard the version would find the next request refused.
 */
export async function serverVersion(redis: Redis): Promise<string> {
  const info = await asking(async () => {
    if (redis.status !== "ready") throw new Error("the connection is not open yet");
    return redis.info("server");
  });
  return /redis_version:(\S+)/.exec(info)?.[1] ?? "0";
}
