import type { IncomingMessage, ServerResponse } from "node:http";

import { ApiError, refusals } from "../api-error.ts";
import type { RestFault } from "../faults.ts";
import { gatewayUrl, type Gateway } from "../gateway.ts";
import { RateLimited, type RateLimits } from "../rate-limits.ts";
import { recordBody } from "../recorded-bodies.ts";
import type { World } from "../world.ts";
import { applicationRoutes } from "./application-routes.ts";
import { directoryRoutes } from "./directory-routes.ts";
import { interactionRoutes } from "./interaction-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import { parseBody, readBytes, type RequestBody } from "./request-body.ts";
import { findRoute, ok, type Answer, type Match, type Route } from "./routing.ts";
import { threadRoutes } from "./thread-routes.ts";

/** One REST call, for assertions. A call cut off without an answer has the status 0. */
export interface LoggedCall {
  readonly method: string;
  readonly path: string;
  /** The pattern the path matched, such as `/channels/:channel/messages`. */
  readonly route: string;
  readonly status: number;
  readonly code?: number;
  readonly body: unknown;
  readonly at: number;
}

export interface RestServer {
  readonly world: World;
  readonly gateway: Gateway;
  readonly rateLimits: RateLimits;
  readonly log: LoggedCall[];
}

const prefix = "/api/v10";

export const isRestPath = (path: string): boolean => path.startsWith("/api/");

export async function serveRest(
  server: RestServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const method = request.method ?? "GET";
  const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : "";
  const bytes = await readBytes(request);
  const fault = server.world.faults.takeRest(method, path);
  if (fault?.kind === "delay" && fault.when === "before") await pause(server.world, fault.ms);
  const exchange = await perform(server, request, { url, method, path, bytes, fault });
  const { answer, release } = exchange;
  const cut = fault?.kind === "reset";
  const code = codeOf(answer.body);
  server.log.push({
    method,
    path,
    route: exchange.route,
    status: cut ? 0 : answer.status,
    body: exchange.body,
    at: server.world.clock.now(),
    ...(code === undefined ? {} : { code }),
  });
  server.world.changes.touch();
  if (fault?.kind === "delay" && fault.when === "after") await pause(server.world, fault.ms);
  const eventFirst = server.world.faults.takeEventFirst();
  if (eventFirst) release();
  if (cut) request.socket.resetAndDestroy();
  else await write(response, answer, exchange.headers);
  if (!eventFirst) release();
}

interface Incoming {
  readonly url: URL;
  readonly method: string;
  readonly path: string;
  readonly bytes: Buffer;
  readonly fault: RestFault | undefined;
}

interface Exchange {
  readonly route: string;
  readonly body: unknown;
  readonly answer: Answer;
  readonly headers: Record<string, string>;
  readonly release: () => void;
}

async function perform(
  server: RestServer,
  request: IncomingMessage,
  incoming: Incoming,
): Promise<Exchange> {
  const { method, path, url, fault, bytes } = incoming;
  const match = findRoute(routesOf(server), method, path);
  const route = typeof match === "string" ? path : match.route.path;
  let headers: Record<string, string> = {};
  let parsed: RequestBody = { body: undefined, uploads: [] };
  const done = (answer: Answer, release = () => {}): Exchange => ({
    route,
    body: parsed.body,
    answer,
    headers,
    release,
  });
  try {
    throwFault(fault, "before");
    if (match === "unknown") throw refusals.notFound();
    if (match === "other-method") throw refusals.methodNotAllowed();
    requireToken(server.world, match.route, request.headers.authorization);
    headers = server.rateLimits.take(method, route, majorOf(match));
    parsed = await parseBody(bytes, request.headers["content-type"] ?? "");
    recordBody(server.world, match, parsed);
    const held = server.world.outbox.hold(() => handle(server, match, url, parsed));
    const failed = faultError(fault, "after");
    return done(failed === undefined ? held.result : answerError(failed), held.release);
  } catch (error) {
    if (error instanceof RateLimited) headers = error.headers;
    return done(answerError(error));
  }
}

function handle(server: RestServer, match: Match, url: URL, parsed: RequestBody): Answer {
  return match.route.handle(server.world, {
    ...parsed,
    query: url.searchParams,
    rateLimits: server.rateLimits,
    param: (name) => match.params.get(name) ?? "",
  });
}

function throwFault(fault: RestFault | undefined, when: "before" | "after"): void {
  const error = faultError(fault, when);
  if (error !== undefined) throw error;
}

function faultError(fault: RestFault | undefined, when: "before" | "after"): ApiError | undefined {
  if (fault?.kind === "rate-limit" && when === "before")
    return new RateLimited(fault.retryAfter, fault.scope ?? "user", {}, fault.code);
  if (fault?.kind === "error" && fault.when === when)
    return new ApiError(
      fault.status ?? 500,
      fault.code ?? 0,
      `${fault.status ?? 500}: made to fail`,
    );
  // The connection will be cut; before: nothing may happen first.
  if (fault?.kind === "reset" && fault.when === when) return refusals.internal();
  return undefined;
}

function answerError(error: unknown): Answer {
  if (error instanceof ApiError) return { status: error.status, body: error.body() };
  // A mistake of this server must be seen in the test that found it.
  process.stderr.write(`local Discord: ${error instanceof Error ? error.stack : String(error)}\n`);
  return { status: 500, body: refusals.internal().body() };
}

function requireToken(world: World, route: Route, authorization: string | undefined): void {
  if (route.withoutToken !== true && authorization !== `Bot ${world.application.token}`)
    throw refusals.unauthorized();
}

/** Buckets are kept apart by the channel, guild or webhook they are about. */
function majorOf(match: Match): string {
  const webhook = `${match.params.get("application") ?? ""}${match.params.get("token") ?? ""}`;
  return match.params.get("channel") ?? match.params.get("guild") ?? webhook;
}

const codeOf = (body: unknown): number | undefined =>
  typeof body === "object" && body !== null && "code" in body && typeof body.code === "number"
    ? body.code
    : undefined;

function pause(world: World, ms: number): Promise<void> {
  return new Promise((resolve) => {
    world.clock.setTimer(ms, resolve);
  });
}

function write(
  response: ServerResponse,
  answer: Answer,
  headers: Record<string, string>,
): Promise<void> {
  // 204 must not claim to be JSON: clients would try to parse nothing.
  const content = answer.body === undefined ? {} : { "content-type": "application/json" };
  response.writeHead(answer.status, { ...headers, ...content });
  return new Promise((resolve) => {
    response.on("close", resolve);
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body), resolve);
  });
}

function routesOf(server: RestServer): readonly Route[] {
  const { gateway } = server;
  const url = (world: World) => ({ url: gatewayUrl(world) });
  const limit = () => ({
    total: 1000,
    remaining: gateway.identifiesLeft,
    reset_after: 86_400_000,
    max_concurrency: gateway.sharding.maxConcurrency,
  });
  return [
    { method: "GET", path: "/gateway", withoutToken: true, handle: (world) => ok(url(world)) },
    {
      method: "GET",
      path: "/gateway/bot",
      handle: (world) =>
        ok({ ...url(world), shards: gateway.sharding.shards, session_start_limit: limit() }),
    },
    ...messageRoutes,
    ...threadRoutes,
    ...interactionRoutes,
    ...applicationRoutes,
    ...directoryRoutes,
  ];
}
