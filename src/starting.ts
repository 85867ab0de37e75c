import { Fault } from "./core/fault.ts";
import type { PlatformName } from "./core/interrupt.ts";
import type { Log } from "./core/log.ts";
import type { Inbound, Platform } from "./presentation/platform.ts";
import { OLDEST_REDIS } from "./redis/check.ts";
import type { Store } from "./redis/redis.ts";

const FIRST_RETRY_MS = 200;
/** A connection takes a moment to open; only then is there something to say. */
const SAID_AT = 2;
const RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** Says that Redis is away, and waits. Throws when it is one that parley cannot work on. */
export async function untilReachable(store: Store, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      requireVersion(await store.version());
      await store.clock.sync();
      return;
    } catch (error) {
      if (!(error instanceof Fault) || !error.retryable) throw error;
      if (attempt === SAID_AT) log.warn({}, "Redis cannot be reached at REDIS_URL; waiting for it");
      await elapsed(attempt === 0 ? FIRST_RETRY_MS : RETRY_MS);
    }
  }
}

function requireVersion(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_REDIS) return;
  throw new Fault(
    "store-unsuitable",
    `Redis ${version} is too old. parley needs Redis ${OLDEST_REDIS} or later, or Valkey.`,
    { retryable: false },
  );
}

/** What one platform refuses for good; the message of the fault says what to change. */
export interface RefusedAtStart {
  readonly platform: PlatformName;
  readonly fault: Fault;
}

/** Platforms refuse the settings: all of them that do, so that all can be mended at once. */
export class PlatformsRefused extends Error {
  override readonly name = "PlatformsRefused";
  readonly refused: readonly RefusedAtStart[];

  constructor(refused: readonly RefusedAtStart[]) {
    super(refused.map(({ fault }) => fault.message).join(" "));
    this.refused = refused;
  }
}

/**
 * Starts all platforms at once. Resolves when all serve; rejects with PlatformsRefused when one refuses the
 * settings, and then, as when `stopping` aborts, the others are not tried again.
 */
export async function startPlatforms(
  platforms: readonly Platform[],
  inbound: (name: PlatformName) => Inbound,
  log: Log,
  stopping: AbortController,
): Promise<void> {
  const starts = platforms.map(async (platform) => {
    try {
      await startPlatform(platform, inbound, log, stopping.signal);
    } catch (error) {
      stopping.abort();
      throw error;
    }
  });
  // What has begun to connect must have ended before it can be stopped.
  const ends = await Promise.allSettled(starts);
  const failed = ends.flatMap((end, index) => {
    const platform = platforms[index]?.name;
    if (end.status === "fulfilled" || platform === undefined) return [];
    return [{ platform, fault: end.reason as unknown }];
  });
  const refused = failed.filter((each): each is RefusedAtStart => each.fault instanceof Fault);
  // What no platform said is a fault in parley, whose trace is wanted.
  if (refused.length < failed.length) await Promise.all(starts);
  if (refused.length > 0) throw new PlatformsRefused(refused);
}

/** A platform that is away is waited for. */
async function startPlatform(
  platform: Platform,
  inbound: (name: PlatformName) => Inbound,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  for (let delayMs = RETRY_MS; !stopping.aborted; delayMs = Math.min(2 * delayMs, LAST_RETRY_MS)) {
    try {
      await platform.start(inbound(platform.name));
      return;
    } catch (error) {
      if (!(error instanceof Fault) || !error.retryable) throw error;
      const againInMs = error.retryAfterMs ?? delayMs;
      log.warn(
        { platform: platform.name, reason: error.message, againInMs },
        "a platform cannot be reached; trying again",
      );
      await elapsed(againInMs, stopping);
    }
  }
}

/** Resolves after this long, or at once when stopping. */
export function elapsed(ms: number, stopping?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopping?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
