import { Redis } from "ioredis";
import { type Check, checked } from "../core/check.ts";

/** Oldest server that parley works on: groups, scripts and XAUTOCLAIM as Redis 7 and Valkey have them. */
export const OLDEST_REDIS = 7;

/** Looks at Redis: reachable, new enough, and set so that it forgets nothing. Changes nothing, never throws. */
export async function checkRedis(url: string): Promise<readonly Check[]> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 3_000,
    commandTimeout: 3_000,
  });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    const info = await redis.info();
    const field = (name: string) => new RegExp(`^${name}:(.*)$`, "m").exec(info)?.[1]?.trim() ?? "";
    return [
      { name: "Redis", ok: true, detail: "answers" },
      versionCheck(field("redis_version")),
      policyCheck(field("maxmemory_policy")),
      persistenceCheck(field("aof_enabled") === "1"),
    ];
  } catch {
    return [
      {
        name: "Redis",
        ok: false,
        detail: "does not answer at REDIS_URL",
        mend: "Check the address, the password and that the server runs; for TLS the address begins with rediss://.",
      },
    ];
  } finally {
    redis.disconnect();
  }
}

function versionCheck(version: string): Check {
  return checked("Redis version", Number.parseInt(version, 10) >= OLDEST_REDIS, {
    detail: version,
    mend: `parley needs Redis ${OLDEST_REDIS} or later, or Valkey.`,
  });
}

function policyCheck(policy: string): Check {
  return checked("Redis memory policy", policy === "noeviction", {
    detail: policy,
    mend: "Set maxmemory-policy to noeviction: with any other, decisions and open questions can vanish when memory is short.",
  });
}

function persistenceCheck(appendOnly: boolean): Check {
  return checked("Redis persistence", appendOnly, {
    detail: appendOnly ? "append-only file" : "no append-only file",
    mend: "Set appendonly to yes: without it a restart of Redis forgets open questions and decisions.",
  });
}
