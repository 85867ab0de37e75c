/** Tells those who look on that something happened, and lets a test wait for a condition. */
export class Changes {
  #revision = 1;
  readonly #listeners = new Set<(revision: number) => void>();
  readonly #waiters = new Set<() => void>();

  get revision(): number {
    return this.#revision;
  }

  /** Something a person could see changed. */
  bump(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener(this.#revision);
    this.touch();
  }

  /** Something only tests look at changed: the call log, the gateway sessions. */
  touch(): void {
    for (const waiter of this.#waiters) waiter();
  }

  subscribe(listener: (revision: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once the condition holds; looks again after every change, never by polling. */
  until(condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return;
        this.#waiters.delete(look);
        resolve();
      };
      this.#waiters.add(look);
    });
  }
}
