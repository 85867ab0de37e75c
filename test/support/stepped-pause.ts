import type { Pause } from "../../src/waiting/within.ts";

/** Waiting that a test ends when it likes, so that no test sleeps. */
export class SteppedPause {
  readonly #waits = new Set<{ readonly ms: number; readonly end: () => void }>();

  readonly pause: Pause = (ms, end) => {
    const wait = { ms, end };
    this.#waits.add(wait);
    return () => void this.#waits.delete(wait);
  };

  /** Is something waiting for longer than `over`, and for no longer than `upTo` milliseconds? */
  waits(over: number, upTo: number): boolean {
    return [...this.#waits].some(({ ms }) => ms > over && ms <= upTo);
  }

  /** Ends every wait that began for no longer than that many milliseconds. */
  pass(upTo: number): void {
    for (const wait of this.#waits) {
      if (wait.ms > upTo) continue;
      this.#waits.delete(wait);
      wait.end();
    }
  }
}
