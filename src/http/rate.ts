import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** May this caller be served now? Counted by each replica for itself. */
export interface Rate {
  /** Undefined: yes. Otherwise the seconds to wait, 1 or more. */
  take(caller: string): Promise<number | undefined>;
}

/**
 * Requests that one address may make, and the time they count for, in seconds. People and engines stay far
 * below; it is there so that guessing tokens and keys is slow, and a loop gone wild hurts only itself.
 */
export const RATE = { requests: 6_000, withinS: 60 } as const;

export function createRate({
  requests,
  withinS,
}: { requests: number; withinS: number } = RATE): Rate {
  const limiter = new RateLimiterMemory({ points: requests, duration: withinS });
  return {
    async take(caller) {
      try {
        await limiter.consume(caller);
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },
  };
}
