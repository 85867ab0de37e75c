/** Milliseconds between tries: at once after a planned end, then ever longer. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
/** Milliseconds; a connection that ends sooner was none, if the one before it was none either. */
const STEADY = 10_000;

/**
 * How long to wait before the next try: at once after a connection that lasted, ever longer while tries fail.
 * Slack may also take a connection and end it at once, again and again, as from an app that has too many.
 */
export function triesInARow() {
  let misses = 0;
  let wasShort = false;
  return {
    lasted(ms: number): void {
      const isShort = ms < STEADY;
      if (!isShort) misses = 0;
      else if (wasShort) misses += 1;
      wasShort = isShort;
    },
    failed(): void {
      misses += 1;
    },
    pauseMs: (): number =>
      misses === 0 ? 0 : Math.min(FIRST_PAUSE * 2 ** (misses - 1), LONGEST_PAUSE),
  };
}
