import type { Redis } from "ioredis";
import type { Threads } from "../core/ports/threads.ts";
import { formatReference, parseReference } from "../core/reference.ts";
import { asking, pipelined } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { KEPT_HINTS_MS } from "./retention.ts";

/** Pointers are written once; only the record that one points to is believed. */
export function createThreads(redis: Redis, keys: Keys): Threads {
  return {
    async point(platform, threadId, reference) {
      const key = keys.thread(platform, threadId);
      await asking(() => redis.set(key, formatReference(reference), "PX", KEPT_HINTS_MS, "NX"));
    },

    async find(platform, threadId) {
      const text = await asking(() => redis.get(keys.thread(platform, threadId)));
      return text === null ? undefined : parseReference(text);
    },

    async ask(platform, threadId, messageId, reference) {
      const key = keys.threadQuestions(platform, threadId);
      const writes = redis.pipeline().hsetnx(key, messageId, formatReference(reference));
      await pipelined(writes.pexpire(key, KEPT_HINTS_MS));
    },

    async asked(platform, threadId) {
      const fields = await asking(() => redis.hgetall(keys.threadQuestions(platform, threadId)));
      return Object.entries(fields).flatMap(([messageId, text]) => {
        const reference = parseReference(text);
        return reference === undefined ? [] : [{ messageId, reference }];
      });
    },
  };
}
