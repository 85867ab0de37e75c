import type { Redis } from "ioredis";
import type { RunEnd, Runs } from "../core/ports/runs.ts";
import { asking, pipelined } from "./connection.ts";
import { type Keys, partitionOf } from "./keys.ts";
import { KEPT_AFTER_END_MS, KEPT_UNKNOWN_MS } from "./retention.ts";
import { script } from "./script.ts";

/** The first end of a run stands. Its interrupts get a life only now: never while one may be open. */
const endRun = script(`
if not redis.call('HGET', KEYS[1], 'ended') then
  redis.call('HSET', KEYS[1], 'ended', ARGV[1])
end
local highest = tonumber(redis.call('HGET', KEYS[1], 'sequence') or '-1')
if tonumber(ARGV[2]) > highest then
  redis.call('HSET', KEYS[1], 'sequence', ARGV[2])
end
local refs = redis.call('SMEMBERS', KEYS[2])
local life = #refs > 0 and ARGV[3] or ARGV[4]
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PEXPIRE', KEYS[2], life)
redis.call('PEXPIRE', KEYS[3], life)
return refs
`);

export function createRuns(redis: Redis, keys: Keys): Runs {
  return {
    async end(runId, end) {
      const partition = partitionOf(runId);
      return (await endRun(
        redis,
        [
          keys.run(partition, runId),
          keys.runInterrupts(partition, runId),
          keys.hints(partition, runId),
        ],
        [JSON.stringify(end), end.sequence, KEPT_AFTER_END_MS, KEPT_UNKNOWN_MS],
      )) as string[];
    },

    async endOf(runId) {
      const ended = await asking(() => redis.hget(keys.run(partitionOf(runId), runId), "ended"));
      return ended === null ? undefined : (JSON.parse(ended) as RunEnd);
    },

    async onNode(runId, nodeId) {
      const partition = partitionOf(runId);
      const [waiting, ended] = await pipelined(
        redis
          .pipeline()
          .zrange(keys.nodeWaiting(partition, runId, nodeId), 0, "-1")
          .get(keys.nodeEnded(partition, runId, nodeId)),
      );
      return {
        waiting: waiting as readonly string[],
        ended: typeof ended === "string" ? ended : undefined,
      };
    },

    async expire({ partition, ref, runId, nodeId }) {
      const pipeline = redis.pipeline();
      // The record first: what is written beside it from then on takes its life.
      for (const key of [
        keys.interrupt(partition, ref),
        keys.payload(partition, ref),
        keys.copies(partition, ref),
        keys.interviews(partition, ref),
        keys.nodeWaiting(partition, runId, nodeId),
        keys.nodeEnded(partition, runId, nodeId),
      ]) {
        pipeline.pexpire(key, KEPT_AFTER_END_MS);
      }
      await pipelined(pipeline);
    },
  };
}
