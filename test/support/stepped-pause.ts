/** Waiting that a test ends when it likes, so that no test sleeps. */
export class SteppedPause {
  readonly #waits = new Set<{ readonly ms: number; readonly end: () => void }>();

  readonly pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      const wait = { ms, end: resolve };
      this.#waits.add(wait);
      signal?.addEventListener("abort", () => {
        this.#waits.delete(wait);
        reject(new Error("no longer waited for"));
      });
    });
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
