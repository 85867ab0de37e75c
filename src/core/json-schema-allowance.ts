/** Whole milliseconds. */
const MOST = 1_000;
/** Still ten times what a check of a small value takes unless somebody means harm. */
const LEAST = 50;
/** A large value has a millisecond more for each so many characters of its JSON: three times what it takes. */
const CHARACTERS_A_MS = 2_048;

/**
 * How long the next check of one schema may take, in which nothing else is done: half as long after each one
 * that was cut off, twice as long after each that was not. So who sends one endless answer after the other
 * holds up everybody else for a moment each time, and whoever answers in earnest is still understood.
 */
export function createAllowance() {
  let ms = MOST;
  return {
    /** `characters` says how large the value is, and is asked only where that matters. */
    ms(characters: () => number): number {
      if (ms === MOST) return ms;
      return Math.min(MOST, Math.max(ms, LEAST + Math.ceil(characters() / CHARACTERS_A_MS)));
    },
    wasCutOff(): void {
      ms = Math.max(LEAST, Math.ceil(ms / 2));
    },
    wasInTime(): void {
      ms = Math.min(MOST, ms * 2);
    },
  };
}
