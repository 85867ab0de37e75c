/** Whole milliseconds. */
const MOST = 1_000;
/** Still ten times what a check takes unless somebody means harm. */
const LEAST = 50;

/**
 * How long the next check of one schema may take, in which nothing else is done: half as long after each one
 * that was cut off, twice as long after each that was not. So who sends one endless answer after the other
 * holds up everybody else for a moment each time, and whoever answers in earnest is still understood.
 */
export function createAllowance() {
  let ms = MOST;
  return {
    ms: (): number => ms,
    wasCutOff(): void {
      ms = Math.max(LEAST, Math.ceil(ms / 2));
    },
    wasInTime(): void {
      ms = Math.min(MOST, ms * 2);
    },
  };
}
