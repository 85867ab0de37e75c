/**
 * All that the server tells this page, over one connection: a browser grants an origin six at a time, over all its
 * windows together. A page that nobody sees has none, and hears what it missed when it is looked at again.
 */
export class ServerEvents {
  readonly #listeners: (readonly [name: string, act: (data: string) => void])[] = [];
  #source: EventSource | undefined;

  /** With the name "open": at each new connection, since any event may have been missed before it. */
  on(name: string, act: (data: string) => void): void {
    this.#listeners.push([name, act]);
  }

  /** From now on, to those who listen by now. */
  start(): void {
    document.addEventListener("visibilitychange", () => this.#follow());
    this.#follow();
  }

  #follow(): void {
    if (document.visibilityState === "hidden") {
      this.#source?.close();
      this.#source = undefined;
      return;
    }
    if (this.#source !== undefined) return;
    this.#source = new EventSource("/demo/changes");
    for (const [name, act] of this.#listeners)
      this.#source.addEventListener(name, ({ data }: MessageEvent<string>) => act(data));
  }
}
