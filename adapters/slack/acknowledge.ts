import type { Log } from "../../src/core/log.ts";
import { brief } from "./faults.ts";
import { CLOCKS } from "./limits.ts";
import type { Pause } from "../../src/waiting/within.ts";

/** An acknowledgement that happens exactly once, in time, and never throws. */
export type Acknowledge<Body> = (body?: Body) => Promise<void>;

/**
 * Wraps Bolt's `ack`: the first call counts, and when none comes before Slack gives up, an empty one is sent.
 * A socket may close between a press and its acknowledgement; what was recorded stays recorded.
 */
export function acknowledgeOnce<Body>(
  ack: (body?: Body) => Promise<void>,
  log: Log,
  pause: Pause,
): Acknowledge<Body> {
  let done = false;
  const acknowledge: Acknowledge<Body> = async (body) => {
    if (done) return;
    done = true;
    callOff();
    try {
      await (body === undefined ? ack() : ack(body));
    } catch (error) {
      log.warn({ reason: brief(error) }, "Slack was not told that a press arrived");
    }
  };
  const callOff = pause(CLOCKS.acknowledge, () => void acknowledge());
  return acknowledge;
}
