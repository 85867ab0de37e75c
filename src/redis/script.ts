import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { asking } from "./connection.ts";

/** Runs a script on the keys of one slot. */
export type Script = (
  redis: Redis,
  keys: readonly string[],
  args: readonly (string | number)[],
) => Promise<unknown>;

/** A Lua script, sent by its hash and whole only where the server does not know it yet. */
export function script(lua: string): Script {
  const sha = createHash("sha1").update(lua).digest("hex");
  return (redis, keys, args) =>
    asking(async () => {
      try {
        return await redis.evalsha(sha, keys.length, ...keys, ...args);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
        return redis.eval(lua, keys.length, ...keys, ...args);
      }
    });
}

/**
 * Lua that puts the server's time into `now`, in milliseconds. `offset` is 0 in production; tests step
 * the clock with it.
 */
export function serverNow(offset: string): string {
  return `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(${offset})
`;
}
