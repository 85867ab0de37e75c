import type { PlatformName } from "./core/interrupt.ts";
import type { Health } from "./http/health.ts";
import type { Platform } from "./presentation/platform.ts";
import type { Store } from "./redis/redis.ts";

/** Ready once every platform has been, until the process is told to end. */
export function healthOf(
  store: Pick<Store, "version">,
  platforms: ReadonlyMap<PlatformName, Platform>,
  stopping: AbortSignal,
): Health & { readonly begun: () => void } {
  let begun = false;
  return {
    begun: () => {
      begun = true;
    },
    isReady: () => begun && !stopping.aborted,
    async dependencies() {
      const answers = await store.version().then(
        () => true,
        () => false,
      );
      const redis = answers ? "serving" : "degraded: it does not answer, or cannot serve now";
      const states = [...platforms].flatMap(([name, platform]) => {
        const held = platform.held?.();
        const shards = held === undefined ? [] : [`${name} shards: ${held}`];
        return [`${name}: ${platform.state()}`, ...shards];
      });
      return [`redis: ${redis}`, ...states];
    },
  };
}
