/** All of the server's waiting goes through a clock, so that a test can step over 15 minutes at once. */
export interface Clock {
  now(): number;
  setTimer(afterMs: number, run: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    setTimer(afterMs, run) {
      const timer = setTimeout(run, afterMs);
      // A waiting timer is never a reason for the process to stay alive: the sockets are.
      timer.unref();
      return { cancel: () => clearTimeout(timer) };
    },
  };
}

interface Waiting {
  readonly at: number;
  readonly run: () => void;
}

/** Stands still until stepped. Timers run in the order of their time, each at its own moment. */
export class ManualClock implements Clock {
  #now: number;
  readonly #waiting = new Set<Waiting>();

  constructor(startMs: number = Date.parse("2026-05-04T09:00:00Z")) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  setTimer(afterMs: number, run: () => void): Timer {
    const entry = { at: this.#now + Math.max(0, afterMs), run };
    this.#waiting.add(entry);
    return { cancel: () => this.#waiting.delete(entry) };
  }

  advance(byMs: number): void {
    const end = this.#now + byMs;
    for (let next = this.#dueBy(end); next !== undefined; next = this.#dueBy(end)) {
      this.#waiting.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }

  #dueBy(end: number): Waiting | undefined {
    let first: Waiting | undefined;
    for (const entry of this.#waiting) {
      if (entry.at <= end && (first === undefined || entry.at < first.at)) first = entry;
    }
    return first;
  }
}
