import type { Redis } from "ioredis";
import type { LegacyTokens } from "../core/ports/legacy-tokens.ts";
import { rowClaims } from "../core/token.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";

/**
 * Tokens that a version 1 host kept as rows instead of signing them. Whoever migrates writes one key a
 * token, named by its SHA-256, with a life up to its expiry; parley only reads them.
 */
export function createLegacyTokens(redis: Redis, keys: Keys): LegacyTokens {
  return {
    async find(digest) {
      const row = await asking(() => redis.get(keys.legacyToken(digest)));
      return row === null ? undefined : rowClaims(row);
    },
  };
}
