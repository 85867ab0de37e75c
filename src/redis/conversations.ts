import type { Redis } from "ioredis";
import type { Conversations } from "../core/ports.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { KEPT_HINTS_MS } from "./retention.ts";

/** A conversation's id is a tenant's only once. */
export function createConversations(redis: Redis, keys: Keys): Conversations {
  return {
    async begin(tenant, conversationId, ref) {
      const key = keys.conversation(tenant, conversationId);
      const set = await asking(() => redis.set(key, ref, "PX", KEPT_HINTS_MS, "NX"));
      return set === "OK" || (await asking(() => redis.get(key))) === ref;
    },
  };
}
