/**
 * Calls `then` after that long, unless what it returns is called before: a press waits several times, so it
 * has to cost next to nothing. Tests give one that they step.
 */
export type Pause = (ms: number, then: () => void) => () => void;

export const realPause: Pause = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => {
    clearTimeout(timer);
  };
};

/** Resolves after that long; rejects when the signal is aborted before. */
export function pausing(pause: Pause, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(NO_LONGER);
    const callOff = pause(ms, () => {
      signal?.removeEventListener("abort", cut);
      resolve();
    });
    const cut = (): void => {
      callOff();
      reject(NO_LONGER);
    };
    signal?.addEventListener("abort", cut, { once: true });
  });
}

/** One for all: an error of its own for every wait that ends early would cost more than the wait. */
const NO_LONGER = new Error("no longer waited for");

/** The value if it comes within `ms`, else undefined; it may still come. */
export function within<Value>(
  value: Promise<Value>,
  ms: number,
  pause: Pause = realPause,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const callOff = pause(ms, () => {
      resolve(undefined);
    });
    value.finally(callOff).then(resolve, reject);
  });
}
