import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { CardCall, Limit, Spending } from "../core/budget.ts";
import type { Budgets } from "../core/ports/budgets.ts";
import type { Keys } from "./keys.ts";
import { script, serverNow } from "./script.ts";

/**
 * Sliding windows: the calls of the last so many milliseconds, one entry each, in the slot of the workspace.
 * KEYS: windows, then pauses. ARGV: 1 offset, 2 count of windows, 3 name of this spending, then for each
 * window how many calls may be in it and its length. Returns 0, or milliseconds to wait.
 */
const ask = script(`
${serverNow("ARGV[1]")}
local windows = tonumber(ARGV[2])
local wait = 0
for i = 1, windows do
  local most, length = tonumber(ARGV[2 + 2 * i]), tonumber(ARGV[3 + 2 * i])
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', string.format('%.0f', now - length))
  local over = redis.call('ZCARD', KEYS[i]) - most
  if over >= 0 then
    local leaving = redis.call('ZRANGE', KEYS[i], over, over, 'WITHSCORES')
    wait = math.max(wait, tonumber(leaving[2]) + length - now)
  end
end
for i = windows + 1, #KEYS do
  wait = math.max(wait, tonumber(redis.call('GET', KEYS[i]) or '0') - now)
end
if wait > 0 then
  return wait
end
for i = 1, windows do
  redis.call('ZADD', KEYS[i], string.format('%.0f', now), ARGV[3])
  redis.call('PEXPIRE', KEYS[i], ARGV[3 + 2 * i])
end
return 0
`);

const pause = script(`
${serverNow("ARGV[1]")}
for i = 1, #KEYS do
  redis.call('SET', KEYS[i], string.format('%.0f', now + tonumber(ARGV[2])), 'PX', ARGV[2])
end
`);

export function createBudgets(redis: Redis, keys: Keys, offsetMs: number): Budgets {
  const scopeOf = ({ workspace, channel }: Spending, call: CardCall, per: Limit["per"]) =>
    keys.budget(workspace, per === "channel" ? `${call}:${channel}` : call);

  return {
    async ask(spending) {
      const { calls, limits, urgency } = spending;
      const windows = calls.flatMap((call) =>
        limits[call].map((limit) => ({
          key: `${scopeOf(spending, call, limit.per)}:${limit.windowMs}`,
          most: Math.max(1, limit.calls - Math.floor((limit.calls * urgency) / 10)),
          windowMs: limit.windowMs,
        })),
      );
      const pauses = calls.flatMap((call) => [
        scopeOf(spending, call, "workspace"),
        scopeOf(spending, call, "channel"),
      ]);
      const wait = await ask(
        redis,
        [...windows.map(({ key }) => key), ...pauses.map((key) => `${key}:paused`)],
        [
          offsetMs,
          windows.length,
          randomUUID(),
          ...windows.flatMap(({ most, windowMs }) => [most, windowMs]),
        ],
      );
      return Number(wait);
    },

    async pause(spending, forMs) {
      const paused = spending.calls.map((call) => {
        const ofChannel = spending.limits[call].some(({ per }) => per === "channel");
        return `${scopeOf(spending, call, ofChannel ? "channel" : "workspace")}:paused`;
      });
      await pause(redis, paused, [offsetMs, Math.ceil(forMs)]);
    },
  };
}
