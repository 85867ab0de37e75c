import { createServer, type RequestListener, type Server } from "node:http";

/** A door of the process: who answers requests under a path. */
export interface Door {
  readonly path: string;
  readonly answer: RequestListener;
}

export interface HttpServer {
  /** Where it listens: `127.0.0.1:8080`. */
  readonly address: string;
  /** Takes no more connections; resolves when the open ones have ended, of themselves or by force. */
  close(): Promise<void>;
}

/** A request that is not whole by then is cut off. Milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;
/** How long open requests get to end when the server closes. Milliseconds. */
const CLOSE_WITHIN_MS = 4_000;

/**
 * Opens one port for all doors; any other path answers 404, without a body. `onError` hears of connections
 * that could not be accepted later, as when no file handle is left.
 */
export async function openHttp(
  doors: readonly Door[],
  { host, port }: { readonly host: string; readonly port: number },
  onError: (error: Error) => void,
): Promise<HttpServer> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const path = request.url?.split("?", 1)[0];
    const door = doors.find((each) => each.path === path);
    if (door === undefined) response.writeHead(404).end();
    else door.answer(request, response);
  });
  await listening(server, host, port);
  server.on("error", onError);
  const bound = server.address();
  const shown = typeof bound === "object" && bound !== null ? bound.port : port;
  return {
    address: `${host}:${shown}`,
    close: () =>
      new Promise((resolve) => {
        // Somebody who sends half a request and waits may not keep the process from ending.
        const force = setTimeout(() => {
          server.closeAllConnections();
        }, CLOSE_WITHIN_MS);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
