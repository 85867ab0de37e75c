/** One number that grows with every change, and those who wait for the next. */
export class Changes {
  #revision = 0;
  readonly #listeners = new Set<(revision: number) => void>();

  get revision(): number {
    return this.#revision;
  }

  readonly note = (): void => {
    this.#revision += 1;
    for (const listener of this.#listeners) listener(this.#revision);
  };

  listen(listener: (revision: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * The first truthy answer of `look`, asked now and after each change. `withinMs` is real time: it only
   * bounds how long a failing test hangs.
   */
  until<T>(look: () => T | undefined | null | false, withinMs = 20_000): Promise<T> {
    const now = look();
    if (now) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      const stop = this.listen(() => {
        const found = look();
        if (!found) return;
        clearTimeout(timeout);
        stop();
        resolve(found);
      });
      const timeout = setTimeout(() => {
        stop();
        reject(new Error(`The local Slack waited ${withinMs} ms in vain for: ${String(look)}`));
      }, withinMs);
    });
  }
}
