import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Lease, Leases } from "../core/ports/leases.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { script } from "./script.ts";

/**
 * `SET NX PX` with an owner of its own for every try; only the owner renews or releases. A holder that
 * pauses past the end shares the work with the next one, which the commit script makes harmless.
 */
export function createLeases(redis: Redis, keys: Keys): Leases {
  return {
    take: async (partition, name, forMs) => takeLease(redis, keys.lease(partition, name), forMs),
  };
}

/** One try at the lease that this key stands for. */
export async function takeLease(
  redis: Redis,
  key: string,
  forMs: number,
): Promise<Lease | undefined> {
  const owner = randomUUID();
  const taken = await asking(() => redis.set(key, owner, "PX", forMs, "NX"));
  if (taken !== "OK") return undefined;
  return {
    renew: async () => (await renew(redis, [key], [owner, forMs])) === 1,
    release: async () => {
      await release(redis, [key], [owner]);
    },
  };
}

const renew = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`);

const release = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`);
