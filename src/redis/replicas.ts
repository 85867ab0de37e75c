import type { Redis } from "ioredis";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";

/** A replica that was silent for this long is gone; its work is taken over. Milliseconds. */
const GONE_AFTER_MS = 5_000;

/** Who is alive. Names are drawn anew at every start, so a restarted process is a new replica. */
export function createReplicas(redis: Redis, keys: Keys, me: string) {
  return {
    me,

    /** Says that this replica is alive; to be repeated every second or so. */
    async beat(): Promise<void> {
      await asking(() => redis.set(keys.replica(me), "alive", "PX", GONE_AFTER_MS));
    },

    /** Which of these replicas are gone. */
    async gone(names: readonly string[]): Promise<ReadonlySet<string>> {
      const alive = await Promise.all(
        names.map((name) => asking(() => redis.exists(keys.replica(name)))),
      );
      return new Set(names.filter((name, index) => name !== me && alive[index] === 0));
    },

    /** Says goodbye, so that others need not wait. */
    async leave(): Promise<void> {
      await asking(() => redis.del(keys.replica(me)));
    },
  };
}

export type Replicas = ReturnType<typeof createReplicas>;
