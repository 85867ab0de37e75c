/** Waits that long; rejects when the signal is aborted before. Tests give one that they step. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<unknown>;

export const realPause: Pause = (ms, signal) =>
  new Promise<void>((resolve, reject) => {
    const cut = (): void => {
      clearTimeout(timer);
      reject(NO_LONGER);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", cut);
      resolve();
    }, ms);
    if (signal?.aborted === true) cut();
    else signal?.addEventListener("abort", cut, { once: true });
  });

/** One for all: an error of its own for every wait that ends early would cost more than the wait. */
const NO_LONGER = new Error("no longer waited for");

/** The value if it comes within `ms`, else undefined; it may still come. */
export async function within<Value>(
  value: Promise<Value>,
  ms: number,
  pause: Pause = realPause,
): Promise<Value | undefined> {
  const over = new AbortController();
  const late = pause(ms, over.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([value, late]);
  } finally {
    over.abort(NO_LONGER);
  }
}
