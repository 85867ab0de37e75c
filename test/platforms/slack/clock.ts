/** All of Slack's deadlines run on one clock, so that a test can step it instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once; the answer cancels it. */
  setTimer(afterMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (afterMs, run) => {
    const timer = setTimeout(run, afterMs);
    return () => clearTimeout(timer);
  },
};

interface Alarm {
  at: number;
  run: () => void;
}

/** Stands still until told to advance. */
export class ManualClock implements Clock {
  #now: number;
  readonly #alarms = new Set<Alarm>();

  constructor(startMs: number = Date.now()) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  setTimer(afterMs: number, run: () => void): () => void {
    const alarm = { at: this.#now + afterMs, run };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  }

  /** How many timers wait; a test that steps a deadline waits for its timer first. */
  get waiting(): number {
    return this.#alarms.size;
  }

  /** Runs what falls due on the way, in order, and lets the sockets breathe after each. */
  async advance(byMs: number): Promise<void> {
    const until = this.#now + byMs;
    for (let next = this.#nextBefore(until); next; next = this.#nextBefore(until)) {
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await breathe();
    }
    this.#now = until;
    await breathe();
  }

  #nextBefore(until: number): Alarm | undefined {
    return [...this.#alarms].filter((alarm) => alarm.at <= until).sort((a, b) => a.at - b.at)[0];
  }
}

const breathe = () => new Promise<void>((resolve) => void setImmediate(resolve));
