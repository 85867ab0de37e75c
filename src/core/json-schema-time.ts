import { createContext, Script } from "node:vm";

export type Timed<T> = { readonly over: true } | { readonly over: false; readonly value: T };

/** A context of its own, because only a script that is run in one can be given a time. */
const context = createContext({ work: undefined as unknown });
const script = new Script("work()");

/**
 * Does work that cannot wait for anything, for at most so many milliseconds of wall-clock time: when they
 * are over, it is cut off wherever it is, also inside of functions that it calls. What it was changing may
 * then be half changed, so the caller throws it away. What the work throws is thrown on. Costs about
 * 0.1 ms; must not be called by the work itself.
 */
export function inTime<T>(ms: number, work: () => T): Timed<T> {
  context["work"] = work;
  try {
    return { over: false, value: script.runInContext(context, { timeout: ms }) as T };
  } catch (error) {
    if (isTimeout(error)) return { over: true };
    throw error;
  } finally {
    context["work"] = undefined;
  }
}

function isTimeout(error: unknown): boolean {
  // The error is one of the other context, so that it is no Error here.
  return (error as { code?: unknown } | undefined)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
