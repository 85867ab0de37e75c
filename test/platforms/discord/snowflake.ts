import type { Clock } from "./clock.ts";

/** First moment of Discord's ids (Discord docs, reference: snowflakes). */
const epochMs = 1_420_070_400_000n;

/** Ids carry their time and only ever grow, also when the clock stands still. */
export class Snowflakes {
  readonly #clock: Clock;
  #last = 0n;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  next(): string {
    const earliest = (BigInt(Math.floor(this.#clock.now())) - epochMs) << 22n;
    this.#last = earliest > this.#last ? earliest : this.#last + 1n;
    return this.#last.toString();
  }
}

export function compareSnowflakes(left: string, right: string): number {
  const difference = BigInt(left) - BigInt(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function isSnowflake(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,20}$/.test(value);
}
