import type { Upload } from "../posting.ts";
import type { RateLimits } from "../rate-limits.ts";
import type { World } from "../world.ts";

export interface Call {
  readonly body: unknown;
  readonly uploads: readonly Upload[];
  readonly query: URLSearchParams;
  readonly rateLimits: RateLimits;
  param(name: string): string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Segments that start with a colon match anything. */
  readonly path: string;
  /** Routes with an interaction token in the path need no bot token. */
  readonly withoutToken?: true;
  /** Handlers are synchronous: what they do happens at one moment, as far as anyone can see. */
  readonly handle: (world: World, call: Call) => Answer;
}

export interface Match {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): Match | "unknown" | "other-method" {
  let pathKnown = false;
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (params === undefined) continue;
    if (route.method === method) return { route, params };
    pathKnown = true;
  }
  return pathKnown ? "other-method" : "unknown";
}

function matchPath(pattern: string, path: string): Map<string, string> | undefined {
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, segment] of expected.entries()) {
    // `@original` arrives as `%40original`.
    const value = decodeURIComponent(given[index] ?? "");
    if (segment.startsWith(":")) params.set(segment.slice(1), value);
    else if (segment !== value) return undefined;
  }
  return params;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };
