import type { Clock } from "./clock.ts";
import { ApiError } from "./api-error.ts";

export interface RateLimitOptions {
  /** Multiplies every limit; 1 unless said otherwise. */
  readonly scale?: number;
  /** Milliseconds between two identifies. Discord asks for 5000; 0, the default, lets all pass. */
  readonly identifyEveryMs?: number;
}

interface Bucket {
  readonly limit: number;
  readonly resetAt: number;
  used: number;
}

/** Discord docs, topics/rate-limits. Interaction routes do not count here. */
const perSecondGlobally = 50;

/**
 * Discord does not publish the numbers of single routes and asks clients to read the headers. These
 * are in the order of what is seen in its headers.
 */
const perRoute = (method: string, route: string): { limit: number; windowMs: number } =>
  route.startsWith("/channels/:channel/messages") && method !== "GET"
    ? { limit: 5, windowMs: method === "DELETE" ? 1000 : 5000 }
    : { limit: 20, windowMs: 5000 };

/** Renaming a thread: twice in ten minutes, and no header says so (discord-api-docs#1900). */
const renames = { limit: 2, windowMs: 600_000 };

export class RateLimits {
  readonly #clock: Clock;
  readonly #scale: number;
  readonly #enforced: boolean;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, options: "off" | RateLimitOptions) {
    this.#clock = clock;
    this.#enforced = options !== "off";
    this.#scale = options === "off" ? 1 : (options.scale ?? 1);
  }

  /** Counts a call and answers the headers it gets; throws when there were too many. */
  take(method: string, route: string, major: string): Record<string, string> {
    if (route.startsWith("/interactions/")) return {};
    if (!route.startsWith("/webhooks/")) this.#takeGlobal();
    const { limit, windowMs } = perRoute(method, route);
    const key = `${method} ${route} ${major}`;
    const bucket = this.#bucket(key, limit * this.#scale, windowMs);
    const over = bucket.used >= bucket.limit && this.#enforced;
    if (!over) bucket.used += 1;
    const headers = this.#headers(bucket, `${method} ${route}`);
    if (over) throw this.#refusal(bucket, "user", headers);
    return headers;
  }

  takeRename(threadId: string): void {
    if (!this.#enforced) return;
    const bucket = this.#bucket(
      `rename ${threadId}`,
      renames.limit * this.#scale,
      renames.windowMs,
    );
    if (bucket.used >= bucket.limit) throw this.#refusal(bucket, "shared", {});
    bucket.used += 1;
  }

  #takeGlobal(): void {
    if (!this.#enforced) return;
    const bucket = this.#bucket("global", perSecondGlobally * this.#scale, 1000);
    if (bucket.used >= bucket.limit) throw this.#refusal(bucket, "global", {});
    bucket.used += 1;
  }

  #bucket(key: string, limit: number, windowMs: number): Bucket {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined && bucket.resetAt > now) return bucket;
    const fresh = { limit, resetAt: now + windowMs, used: 0 };
    this.#buckets.set(key, fresh);
    return fresh;
  }

  #headers(bucket: Bucket, name: string): Record<string, string> {
    // Nothing is enforced, so nothing may tell the client to wait.
    const remaining = this.#enforced ? Math.max(0, bucket.limit - bucket.used) : bucket.limit;
    const afterMs = bucket.resetAt - this.#clock.now();
    return {
      "x-ratelimit-limit": String(bucket.limit),
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": (bucket.resetAt / 1000).toFixed(3),
      "x-ratelimit-reset-after": (afterMs / 1000).toFixed(3),
      "x-ratelimit-bucket": Buffer.from(name).toString("hex").slice(0, 32),
    };
  }

  #refusal(
    bucket: Bucket,
    scope: "user" | "shared" | "global",
    headers: Record<string, string>,
  ): RateLimited {
    const seconds = (bucket.resetAt - this.#clock.now()) / 1000;
    return new RateLimited(seconds, scope, headers);
  }
}

export class RateLimited extends ApiError {
  readonly headers: Record<string, string>;

  constructor(
    seconds: number | "absent",
    scope: "user" | "shared" | "global",
    headers: Record<string, string> = {},
    code = 0,
  ) {
    const retryAfter = seconds === "absent" ? 1 : seconds;
    const global = scope === "global";
    super(429, code, "You are being rate limited.", undefined, { retry_after: retryAfter, global });
    this.headers = {
      ...headers,
      "x-ratelimit-scope": scope,
      ...(global ? { "x-ratelimit-global": "true" } : {}),
      ...(seconds === "absent" ? {} : { "retry-after": String(Math.ceil(seconds)) }),
    };
  }
}
