import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, connect, type Socket } from "node:net";

/**
 * A wire between a client and its Redis, with faults on demand: requests that are held on their way,
 * replies that are lost, connections that are cut. It looks for words in what passes; it changes nothing.
 */
export interface RedisProxy {
  readonly url: string;
  /** From the first request on that contains the words, that connection's requests go no further. */
  hold(words: string): Hold;
  /** The next request that contains the words reaches Redis; its connection is cut before the reply. */
  loseReply(words: string): Promise<void>;
  /** Cuts every connection and refuses new ones until {@link mend}. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export interface Hold {
  /** Resolves when a request is held. */
  readonly caught: Promise<void>;
  /** Requests that are still held go on; of connections that have ended nothing is sent. */
  release(): void;
}

type Watcher = (request: Buffer, wire: Wire) => boolean;

/** One client's connection and ours to Redis. */
interface Wire {
  readonly client: Socket;
  readonly server: Socket;
}

export async function startRedisProxy(target: { readonly port: number }): Promise<RedisProxy> {
  const wires = new Set<Wire>();
  const watchers = new Set<Watcher>();
  let isCut = false;
  const listener = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const server = connect(target.port, "127.0.0.1");
    const wire = { client, server };
    wires.add(wire);
    const end = () => {
      client.destroy();
      server.destroy();
      wires.delete(wire);
    };
    for (const socket of [client, server]) socket.on("error", end).on("close", end);
    server.pipe(client);
    client.on("data", (request: Buffer) => {
      const taken = [...watchers].some((watcher) => watcher(request, wire));
      if (!taken) server.write(request);
    });
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");

  return {
    url: `redis://127.0.0.1:${address.port}`,
    hold: (words) => holding(watchers, words),
    loseReply: (words) => losing(watchers, words),
    cut() {
      isCut = true;
      for (const { client } of wires) client.destroy();
    },
    mend() {
      isCut = false;
    },
    async close() {
      for (const { client } of wires) client.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}

function holding(watchers: Set<Watcher>, words: string): Hold {
  const held = new Map<Wire, Buffer[]>();
  const { promise: caught, resolve } = deferred();
  const watcher: Watcher = (request, wire) => {
    const waiting = held.get(wire);
    if (waiting === undefined && !request.includes(words)) return false;
    held.set(wire, [...(waiting ?? []), request]);
    resolve();
    return true;
  };
  watchers.add(watcher);
  return {
    caught,
    release() {
      watchers.delete(watcher);
      for (const [{ client, server }, requests] of held) {
        if (client.destroyed) continue;
        for (const request of requests) server.write(request);
      }
    },
  };
}

function losing(watchers: Set<Watcher>, words: string): Promise<void> {
  const { promise: lost, resolve } = deferred();
  const watcher: Watcher = (request, { client, server }) => {
    if (!request.includes(words)) return false;
    watchers.delete(watcher);
    server.unpipe(client);
    // What comes first may answer an earlier request. Redis answers in order: the echo of what is sent behind this
    // one is the proof that it has been done. Nobody else sees it.
    const behind = randomUUID();
    let heard = "";
    server.on("data", (reply: Buffer) => {
      heard += reply.toString("latin1");
      if (!heard.includes(behind)) return;
      client.destroy();
      resolve();
    });
    server.resume();
    server.write(request);
    server.write(`*2\r\n$4\r\nECHO\r\n$${behind.length}\r\n${behind}\r\n`);
    return true;
  };
  watchers.add(watcher);
  return lost;
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
