import { Fault } from "../core/fault.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Readings } from "../core/ports/readings.ts";
import { type Pause, pausing, realPause, within } from "../waiting/within.ts";

/**
 * What is read on platforms: as fresh as it has to be, kept for all replicas, and read by one of them at a
 * time. Nothing is right or wrong because of a lease: who loses one reads once more than needed.
 */
export interface FreshReadings {
  /**
   * A reading of `name` that began no longer ago than the bound; with a bound of 0, no earlier than now.
   * Throws a Fault (`directory-unavailable`) when there is none to be had.
   */
  read(name: string, lookUp: LookUp): Promise<Fresh>;
  /**
   * Forgets what is kept, and what is being read by anybody: it has changed. Never throws: it is soon too old
   * by itself.
   */
  forget(name: string): Promise<void>;
  /** Notes that something is gone, for longer than any reading lives that knows it still. Never throws. */
  note(name: string): Promise<void>;
  /** When that was noted. Throws a Fault. */
  noted(name: string): Promise<number | undefined>;
}

/** Asks the platform. A Fault that is worth another try says that nothing is known. */
export type LookUp = () => Promise<readonly string[]>;

export interface Fresh {
  readonly values: readonly string[];
  readonly readAt: number;
}

export interface FreshOptions {
  readonly readings: Readings;
  readonly maxAgeMs: number;
  readonly clock: Clock;
  readonly pause?: Pause;
}

/** One look-up, and with it the lease: whoever presses is waiting. */
const LOOK_UP_WITHIN_MS = 3_000;
/** A look-up that is under way has ended by then, and what it read was kept or not. */
const FORGOTTEN_FOR_MS = 60_000;
/**
 * No look-up begins later than this: long enough for somebody else's to end with its lease, too short for
 * many where each is forgotten at once.
 */
const BEGIN_WITHIN_MS = 4_000;
/** Between two looks at what another replica is reading. */
const LOOK_AGAIN_MS = 50;
/** A failure that says no time of its own is not repeated for this long, then longer each time. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Names whose failures are remembered. */
const MOST_FAILURES = 1_000;

interface Failure {
  readonly until: number;
  readonly count: number;
  readonly cause: Fault;
}

export function createFreshReadings(options: FreshOptions): FreshReadings {
  const { readings, maxAgeMs, clock, pause = realPause } = options;
  const failures = new Map<string, Failure>();

  async function kept(name: string, since: number): Promise<{ fresh?: Fresh; mark: string }> {
    const { reading, mark } = await readings.load(name);
    return reading !== undefined && reading.readAt >= since ? { fresh: reading, mark } : { mark };
  }

  function failed(name: string, cause: Fault): Fault {
    const count = (failures.get(name)?.count ?? 0) + 1;
    const usual = Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS);
    const waitMs = cause.retryAfterMs ?? usual;
    if (failures.size >= MOST_FAILURES) failures.clear();
    failures.set(name, { until: clock() + waitMs, count, cause });
    return unavailable(cause, waitMs);
  }

  /** Undefined where it was forgotten meanwhile: what was read may be from before the change. */
  async function readNow(name: string, lookUp: LookUp, mark: string): Promise<Fresh | undefined> {
    const readAt = clock();
    try {
      const values = await within(lookUp(), LOOK_UP_WITHIN_MS, pause);
      if (values === undefined) throw silent();
      failures.delete(name);
      const fresh = { values, readAt };
      const keepMs = Math.max(maxAgeMs, LOOK_UP_WITHIN_MS);
      return (await readings.save(name, fresh, { keepMs, mark })) ? fresh : undefined;
    } catch (error) {
      const isAboutPlatform = error instanceof Fault && error.code !== "store-unavailable";
      throw isAboutPlatform ? failed(name, error) : error;
    }
  }

  return {
    async read(name, lookUp) {
      const since = clock() - maxAgeMs;
      const until = clock() + BEGIN_WITHIN_MS;
      while (clock() <= until) {
        const { fresh } = await kept(name, since);
        if (fresh !== undefined) return fresh;
        const failure = failures.get(name);
        if (failure !== undefined && clock() < failure.until) {
          throw unavailable(failure.cause, failure.until - clock());
        }
        const lease = await readings.take(name, LOOK_UP_WITHIN_MS);
        if (lease !== undefined) {
          try {
            // Whoever held it before may have read meanwhile.
            const now = await kept(name, since);
            const found = now.fresh ?? (await readNow(name, lookUp, now.mark));
            if (found !== undefined) return found;
          } finally {
            await lease.release().catch(() => undefined);
          }
        }
        await pausing(pause, LOOK_AGAIN_MS);
      }
      throw unavailable(silent(), FIRST_WAIT_MS);
    },

    async forget(name) {
      await readings.forget(name, FORGOTTEN_FOR_MS).catch(() => undefined);
    },

    async note(name) {
      // A look-up that began before may save what it read when it ends.
      const keepMs = LOOK_UP_WITHIN_MS + Math.max(maxAgeMs, LOOK_UP_WITHIN_MS);
      const gone = { values: [], readAt: clock() };
      await readings.save(name, gone, { keepMs, mark: "" }).catch(() => undefined);
    },

    noted: async (name) => (await readings.load(name)).reading?.readAt,
  };
}

function silent(): Fault {
  return new Fault("platform-silent", "no answer in time", { retryable: true });
}

function unavailable(cause: Fault, retryAfterMs: number): Fault {
  const words = `Who may decide cannot be looked up now: ${cause.message}`;
  return new Fault("directory-unavailable", words, { retryable: true, retryAfterMs, cause });
}
