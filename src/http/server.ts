import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { Fault } from "../core/fault.ts";
import { refuse, respond } from "./answers.ts";
import { answerMalformed } from "./malformed.ts";

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

/** A request that is not whole by then is cut off; looked at so often. Milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;
const LOOKED_AT_EVERY_MS = 2_000;
/** How long open requests get to end when the server closes. Milliseconds. */
const CLOSE_WITHIN_MS = 4_000;

const LIMITS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: LOOKED_AT_EVERY_MS,
  // A request without one is answered as every other that cannot be read.
  requireHostHeader: false,
};

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
  const answering = new WeakMap<Duplex, ServerResponse>();
  const handle = handler(doors, app);
  const server = createServer(LIMITS, (request, response) => {
    answering.set(request.socket, response);
    handle(request, response);
  });
  // An expectation that is not known may be passed over (RFC 9110, section 10.1.1).
  server.on("checkExpectation", handle);
  server.on("clientError", (error, socket) => {
    answerMalformed(error, socket, answering.get(socket));
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

/** The door of a path, or the app; also for what has a path or host that nobody can read. */
function handler(doors: readonly Door[], app: Hono): RequestListener {
  const answer = getRequestListener(app.fetch, {
    errorHandler: (error) =>
      error instanceof RequestError
        ? respond(refuse("validation_error", "The path or the Host header cannot be read."))
        : respond(refuse("internal_error", "Something went wrong here.")),
  });
  return (request, response) => {
    const path = request.url?.split("?", 1)[0];
    const door = doors.find((each) => each.path === path);
    if (door === undefined) void answer(request, response);
    else door.answer(request, response);
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
