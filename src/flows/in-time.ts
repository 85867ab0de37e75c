import type { Log } from "../core/log.ts";
import { within } from "../waiting/within.ts";

/** What was read; undefined, and a line in the log, when that failed or took too long. */
export async function inTime<T>(
  log: Log,
  reading: Promise<T>,
  ms: number,
  what: string,
): Promise<T | undefined> {
  try {
    const read = await within(reading, ms);
    if (read === undefined) log.warn({ what, ms }, "something could not be read in time");
    return read;
  } catch (error) {
    log.warn({ err: error, what }, "something could not be read");
    return undefined;
  }
}
