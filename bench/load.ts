import { connect, type Socket } from "node:net";
import { once } from "node:events";

/** One HTTP request, written out. */
export type Request = Buffer;

const HEAD_END = "\r\n\r\n";

/**
 * Sends all requests to a local port over so many connections that stay open, each the next one as soon as
 * the last was answered. Bare sockets and requests that were written before, because the sender shares the
 * machine with who is measured. Resolves when all are answered; rejects at any status but 200.
 */
export async function send(
  requests: readonly Request[],
  { port, connections }: { readonly port: number; readonly connections: number },
): Promise<void> {
  let next = 0;
  const take = (): Request | undefined => requests[next++];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      await once(socket, "connect");
      await sendAll(socket, take);
      socket.destroy();
    }),
  );
}

function sendAll(socket: Socket, take: () => Request | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let heard = "";
    const proceed = (): void => {
      const request = take();
      if (request === undefined) resolve();
      else socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("a connection was closed in the middle")));
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1");
      if (!isWhole(heard)) return;
      if (!heard.startsWith("HTTP/1.1 200")) reject(new Error(`answered ${heard.slice(0, 60)}`));
      heard = "";
      proceed();
    });
    proceed();
  });
}

/** Acknowledgements are empty: their length is 0, or their only chunk is the last. */
function isWhole(answer: string): boolean {
  const end = answer.indexOf(HEAD_END);
  if (end === -1) return false;
  const head = answer.slice(0, end).toLowerCase();
  return head.includes("transfer-encoding: chunked")
    ? answer.endsWith("0\r\n\r\n")
    : head.includes("content-length: 0");
}
