import type { Hono } from "hono";
import { HEADERS } from "./answers.ts";

/** How the process stands, for whoever runs it. */
export interface Health {
  /** False until everything has been reached once, and from the moment on that the process is ending. */
  readonly isReady: () => boolean;
  /** One line for each thing it depends on, such as `redis: serving`; nothing secret. Never throws. */
  readonly dependencies: () => Promise<readonly string[]>;
}

/**
 * `GET /healthz`: the process lives. `GET /readyz`: it takes work. What is away later is told in the body and
 * changes no status: all replicas would be taken out at once, and nobody would hear an honest sentence any
 * more. Without credential and outside the rate limit, so that a probe is never refused.
 */
export function addHealth(app: Hono, { isReady, dependencies }: Health): void {
  app.get("/healthz", () => lines(200, ["alive"]));
  app.get("/readyz", async () => {
    const state = await dependencies();
    const ready = isReady();
    return lines(ready ? 200 : 503, [ready ? "ready" : "not ready", ...state]);
  });
}

function lines(status: number, all: readonly string[]): Response {
  return new Response(all.map((line) => `${line}\n`).join(""), {
    status,
    headers: { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" },
  });
}
