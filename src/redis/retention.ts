/**
 * How long a run's records are kept after its end, in milliseconds. A life is only ever set once nothing
 * can come any more; being right never depends on it.
 */
export const KEPT_AFTER_END_MS = 90 * 24 * 60 * 60 * 1000;

/** How long what is known of a run is kept that never asked us anything. */
export const KEPT_UNKNOWN_MS = 7 * 24 * 60 * 60 * 1000;

/** How long hints and pointers are kept after they were last written: longer than people leave questions open. */
export const KEPT_HINTS_MS = 400 * 24 * 60 * 60 * 1000;

/** How long an answer to a request with an idempotency key is kept: a client may ask again for a day at least. */
export const KEPT_ANSWERS_MS = 48 * 60 * 60 * 1000;
