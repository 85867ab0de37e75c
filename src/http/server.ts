import { createServer, type RequestListener, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { Fault } from "../core/fault.ts";

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
 * Opens one port for all doors; every other path is the `app`'s. `onError` hears of connections that could
 * not be accepted later, as when no file handle is left.
 */
export async function openHttp(
  doors: readonly Door[],
  app: Hono,
  { host, port }: { readonly host: string; readonly port: number },
  onError: (error: Error) => void,
): Promise<HttpServer> {
  const answer = getRequestListener(app.fetch);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const path = request.url?.split("?", 1)[0];
    const door = doors.find((each) => each.path === path);
    if (door === undefined) void answer(request, response);
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
    server.once("error", (error) => {
      reject(isTaken(error) ? taken(host, port, error) : error);
    });
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function isTaken(error: Error): boolean {
  return "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES");
}

function taken(host: string, port: number, cause: Error): Fault {
  return new Fault(
    "port-unavailable",
    `${host}:${port} cannot be listened on; another process has it, or it is not allowed. Set PARLEY_HTTP_PORT to another port.`,
    { retryable: false, cause },
  );
}
