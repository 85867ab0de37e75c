import type { Redis } from "ioredis";
import type { Beginning, Conversations } from "../core/ports/conversations.ts";
import { asking } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { KEPT_HINTS_MS } from "./retention.ts";

/** A conversation's id is a tenant's only once. */
export function createConversations(redis: Redis, keys: Keys): Conversations {
  const read = async (tenant: string, conversationId: string) => {
    const text = await asking(() => redis.get(keys.conversation(tenant, conversationId)));
    return text === null ? undefined : parse(text);
  };
  return {
    async begin(tenant, conversationId, ref, partition) {
      const key = keys.conversation(tenant, conversationId);
      const value = `${ref} ${partition}`;
      const set = await asking(() => redis.set(key, value, "PX", KEPT_HINTS_MS, "NX"));
      return set === "OK" || (await read(tenant, conversationId))?.ref === ref;
    },

    beganWith: read,
  };
}

/** Earlier versions kept the ref alone. */
function parse(text: string): Beginning {
  const [ref = "", partition] = text.split(" ");
  return { ref, partition: partition === undefined ? undefined : Number(partition) };
}
