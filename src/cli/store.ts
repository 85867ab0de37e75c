import { parseStoreSettings } from "../config.ts";
import { Fault } from "../core/fault.ts";
import { openRedis, type Store } from "../redis/redis.ts";
import { elapsed } from "../starting.ts";
import { refused } from "./command.ts";

/** How long a command waits for Redis before it says that it is away. Milliseconds. */
const REACHED_WITHIN_MS = 3_000;
const TRY_AGAIN_MS = 50;

/**
 * Does something with what parley keeps in Redis, by the settings of the environment. Wrong settings end
 * it with 1; throws a Fault with a sentence for people when Redis is away.
 */
export async function withStore(
  environment: NodeJS.ProcessEnv,
  work: (store: Store) => Promise<number>,
): Promise<number> {
  const parsed = parseStoreSettings(environment);
  if (!parsed.ok) return refused(...parsed.problems);
  const { redisUrl: url, streamPrefix: prefix } = parsed.settings;
  const store = openRedis({ url, prefix, onError: () => undefined });
  try {
    await reached(store);
    return await work(store);
  } finally {
    store.close();
  }
}

/** A connection takes a moment to open, and requests do not wait for it. */
async function reached(store: Store): Promise<void> {
  const giveUpAt = performance.now() + REACHED_WITHIN_MS;
  for (;;) {
    try {
      await store.version();
      return;
    } catch (cause) {
      if (!(cause instanceof Fault)) throw cause;
      if (performance.now() >= giveUpAt) {
        throw new Fault(
          cause.code,
          "Redis does not answer at REDIS_URL; check the address, the password and that the server runs",
          { retryable: true, cause },
        );
      }
      await elapsed(TRY_AGAIN_MS);
    }
  }
}
