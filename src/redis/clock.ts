import type { Redis } from "ioredis";
import type { Clock, ReadTime } from "../core/ports/clock.ts";
import { asking } from "./connection.ts";

export interface ServerClock {
  readonly now: Clock;
  /** Compares clocks again; half the round trip is the error. */
  sync(): Promise<void>;
  /** Asks the server. */
  readonly read: ReadTime;
}

/** The server's time, kept by the difference to our own. Before the first comparison they are taken as equal. */
export function createServerClock(redis: Redis, offsetMs: number): ServerClock {
  let aheadMs = offsetMs;
  return {
    now: () => Date.now() + aheadMs,
    async read() {
      const [seconds, micros] = await asking(() => redis.time());
      const at = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000) + offsetMs;
      return { at, place: `${at}-${Number(micros) % 1000}` };
    },
    async sync() {
      const before = Date.now();
      const [seconds, micros] = await asking(() => redis.time());
      const after = Date.now();
      const server = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
      aheadMs = server - (before + after) / 2 + offsetMs;
    },
  };
}
