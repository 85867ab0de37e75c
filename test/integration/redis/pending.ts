import type { Redis } from "ioredis";
import { GROUP } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { until } from "../../support/until.ts";

/**
 * Who has each press that waits in a partition, in order, once all of them have rested for the second after
 * which they may be taken over: from then on one sweep takes them together.
 */
export async function holders(
  redis: Redis,
  { keys }: Pick<Store, "keys">,
  partition: number,
): Promise<readonly string[]> {
  return until("everything has rested", async () => {
    const rows = (await redis.xpending(keys.presses(partition), GROUP, "-", "+", 10)) as [
      id: string,
      consumer: string,
      idleMs: number,
    ][];
    return rows.every(([, , idleMs]) => idleMs >= 1_000) ? rows.map(([, by]) => by) : undefined;
  });
}
