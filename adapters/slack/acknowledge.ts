import type { Log } from "../../src/core/log.ts";
import { brief } from "./faults.ts";
import { CLOCKS } from "./limits.ts";

/** An acknowledgement that happens exactly once, in time, and never throws. */
export type Acknowledge<Body> = (body?: Body) => Promise<void>;

/**
 * Wraps Bolt's `ack`: the first call counts, and when none comes before Slack gives up, an empty one is sent.
 * A socket may close between a press and its acknowledgement; what was recorded stays recorded.
 */
export function acknowledgeOnce<Body>(
  ack: (body?: Body) => Promise<void>,
  log: Log,
): Acknowledge<Body> {
  let done = false;
  const acknowledge: Acknowledge<Body> = async (body) => {
    if (done) return;
    done = true;
    clearTimeout(last);
    try {
      await (body === undefined ? ack() : ack(body));
    } catch (error) {
      log.warn({ reason: brief(error) }, "Slack was not told that a press arrived");
    }
  };
  const last = setTimeout(() => void acknowledge(), CLOCKS.acknowledge);
  return acknowledge;
}

/** The value if it comes within `ms`, else undefined; it may still come. */
export async function within<Value>(
  promise: Promise<Value>,
  ms: number,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
