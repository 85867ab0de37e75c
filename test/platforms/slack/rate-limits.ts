import type { Clock } from "./clock.ts";
import { textOf, type JsonObject } from "./json.ts";

/** docs.slack.dev/apis/web-api/rate-limits: calls a minute, a method and an app. */
const PER_MINUTE = { tier1: 1, tier2: 20, tier3: 50, tier4: 100, special: 300 } as const;

/**
 * docs.slack.dev/changelog, 2025-05-29: of an app that is distributed outside the Marketplace these are of tier 1,
 * and give 15 messages at most.
 */
const READING = new Set(["conversations.history", "conversations.replies"]);

export type Tier = keyof typeof PER_MINUTE | "post";

/** About one message a second and channel, with short bursts; how short is not documented. */
const POSTS_PER_SECOND = 1;
const POST_BURST = 5;
/** "Several hundred" a minute over the whole workspace. */
const POSTS_PER_MINUTE = 300;

const MINUTE_MS = 60_000;

/** How many times the real limits: 1 is Slack, "off" is none. */
export type RateScale = number | "off";

export class RateLimits {
  readonly #clock: Clock;
  readonly #scale: RateScale;
  readonly #isDistributed: boolean;
  readonly #calls = new Map<string, number[]>();

  constructor(clock: Clock, scale: RateScale, isDistributed = false) {
    this.#clock = clock;
    this.#scale = scale;
    this.#isDistributed = isDistributed;
  }

  /** Counts the call, or says how many seconds to wait. */
  admit(method: string, tier: Tier, args: JsonObject): number | undefined {
    if (this.#scale === "off") return undefined;
    if (this.#isDistributed && READING.has(method))
      return this.#within(method, PER_MINUTE.tier1 * this.#scale, MINUTE_MS);
    if (tier !== "post") return this.#within(method, PER_MINUTE[tier] * this.#scale, MINUTE_MS);
    const burstMs = (POST_BURST / POSTS_PER_SECOND) * 1_000;
    return (
      this.#within(`post in ${textOf(args["channel"])}`, POST_BURST * this.#scale, burstMs) ??
      this.#within("post", POSTS_PER_MINUTE * this.#scale, MINUTE_MS)
    );
  }

  /** A sliding window. A refused call does not count. */
  #within(key: string, limit: number, windowMs: number): number | undefined {
    const now = this.#clock.now();
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > now - windowMs);
    const oldest = recent[0];
    if (recent.length >= limit && oldest !== undefined) {
      this.#calls.set(key, recent);
      return Math.max(1, Math.ceil((oldest + windowMs - now) / 1_000));
    }
    this.#calls.set(key, [...recent, now]);
    return undefined;
  }
}
