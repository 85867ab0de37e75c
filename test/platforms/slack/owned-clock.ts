import type { Clock } from "./clock.ts";

/** A clock whose timers end with the server that set them. */
export class OwnedClock implements Clock {
  readonly #clock: Clock;
  readonly #cancels = new Set<() => void>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  setTimer(afterMs: number, run: () => void): () => void {
    if (this.#isClosed) return () => {};
    const end = this.#clock.setTimer(afterMs, () => {
      this.#cancels.delete(cancel);
      run();
    });
    const cancel = () => {
      this.#cancels.delete(cancel);
      end();
    };
    this.#cancels.add(cancel);
    return cancel;
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#cancels) cancel();
  }
}
