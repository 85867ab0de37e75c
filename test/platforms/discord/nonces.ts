import type { Clock } from "./clock.ts";

/** "Within a few minutes" (Discord docs, create message); the exact span is not published. */
const rememberedMs = 5 * 60_000;

/** Remembers nonces for enforce_nonce, per author, whatever the channel (Discord docs, create message). */
export class Nonces {
  readonly #clock: Clock;
  readonly #seen = new Map<string, { messageId: string; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  remember(key: string, messageId: string): void {
    this.#seen.set(key, { messageId, at: this.#clock.now() });
  }

  recall(key: string): string | undefined {
    const entry = this.#seen.get(key);
    if (entry === undefined || this.#clock.now() - entry.at > rememberedMs) return undefined;
    return entry.messageId;
  }
}
