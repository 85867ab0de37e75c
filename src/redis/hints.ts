import type { Redis } from "ioredis";
import type { EarlyResolution, Hints } from "../core/ports/hints.ts";
import { asking, pipelined } from "./connection.ts";
import { type Keys, partitionOf } from "./keys.ts";
import { KEPT_HINTS_MS } from "./retention.ts";

/** Fields of one hash a run; the opening commit reads `resolved:<id>` itself. */
export function createHints(redis: Redis, keys: Keys): Hints {
  const hintsOf = (runId: string) => keys.hints(partitionOf(runId), runId);

  async function keep(runId: string, fields: Record<string, string>): Promise<void> {
    const key = hintsOf(runId);
    await pipelined(redis.pipeline().hset(key, fields).pexpire(key, KEPT_HINTS_MS));
  }

  async function kept(runId: string, field: string): Promise<string | undefined> {
    return (await asking(() => redis.hget(hintsOf(runId), field))) ?? undefined;
  }

  return {
    async name(runId, ref, interruptId) {
      await keep(runId, { [`name:${ref}`]: interruptId, [`ref:${interruptId}`]: ref });
    },

    nameOf: async (runId, ref) => kept(runId, `name:${ref}`),

    refNamed: async (runId, interruptId) => kept(runId, `ref:${interruptId}`),

    async resolve(runId, interruptId, resolution) {
      await keep(runId, { [`resolved:${interruptId}`]: JSON.stringify(resolution) });
    },

    async resolutionOf(runId, interruptId) {
      const text = await kept(runId, `resolved:${interruptId}`);
      return text === undefined ? undefined : (JSON.parse(text) as EarlyResolution);
    },
  };
}
