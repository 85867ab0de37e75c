import type { Json } from "./json.ts";

/** One gateway dispatch on its way to the sessions. */
export interface GatewayEvent {
  readonly name: string;
  readonly data: Json;
  /** Needed to receive it; 0 for none. */
  readonly intent: number;
  /** Decides the shard; absent for direct messages, which go to shard 0. */
  readonly guildId?: string;
  /** What sessions without the message content intent get instead. */
  readonly withoutContent?: Json;
}

/**
 * Events go out at once, except while a REST request is handled: then they are held, so that the
 * server decides whether the answer or the event comes first. Discord promises neither.
 */
export class Outbox {
  #held: GatewayEvent[] | undefined;
  readonly #deliver: (event: GatewayEvent) => void;

  constructor(deliver: (event: GatewayEvent) => void) {
    this.#deliver = deliver;
  }

  emit(event: GatewayEvent): void {
    if (this.#held === undefined) this.#deliver(event);
    else this.#held.push(event);
  }

  /** Runs synchronously and answers what to call to let the held events go. */
  hold<Result>(run: () => Result): { result: Result; release: () => void } {
    const held: GatewayEvent[] = [];
    this.#held = held;
    try {
      const result = run();
      return { result, release: () => held.forEach((event) => this.#deliver(event)) };
    } finally {
      this.#held = undefined;
    }
  }
}
