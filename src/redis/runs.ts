import type { Redis } from "ioredis";
import type { RunEnd, Runs } from "../core/ports.ts";
import { asking, pipelined } from "./connection.ts";
import { type Keys, partitionOf } from "./keys.ts";
import { script } from "./script.ts";

/** How long a run's records are kept after its end, in milliseconds. */
const KEPT_AFTER_END_MS = 90 * 24 * 60 * 60 * 1000;
/** How long the end of a run is kept that we were never asked anything by. */
const KEPT_UNKNOWN_MS = 7 * 24 * 60 * 60 * 1000;

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
return refs
`);

export function createRuns(redis: Redis, keys: Keys): Runs {
  return {
    async end(runId, end) {
      const partition = partitionOf(runId);
      return (await endRun(
        redis,
        [keys.run(partition, runId), keys.runInterrupts(partition, runId)],
        [JSON.stringify(end), end.sequence, KEPT_AFTER_END_MS, KEPT_UNKNOWN_MS],
      )) as string[];
    },

    async name(runId, ref, interruptId) {
      const run = keys.run(partitionOf(runId), runId);
      await asking(() =>
        redis.hset(run, { [`name:${ref}`]: interruptId, [`ref:${interruptId}`]: ref }),
      );
    },

    async nameOf(runId, ref) {
      const run = keys.run(partitionOf(runId), runId);
      return (await asking(() => redis.hget(run, `name:${ref}`))) ?? undefined;
    },

    async refNamed(runId, interruptId) {
      const run = keys.run(partitionOf(runId), runId);
      return (await asking(() => redis.hget(run, `ref:${interruptId}`))) ?? undefined;
    },

    async expire(partition, ref) {
      const pipeline = redis.pipeline();
      for (const key of [
        keys.interrupt(partition, ref),
        keys.payload(partition, ref),
        keys.copies(partition, ref),
      ]) {
        pipeline.pexpire(key, KEPT_AFTER_END_MS);
      }
      await pipelined(pipeline);
    },
  };
}

/** Reads what {@link Runs.end} wrote. */
export function parseRunEnd(text: string): RunEnd {
  return JSON.parse(text) as RunEnd;
}
