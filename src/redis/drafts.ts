import type { Redis } from "ioredis";
import type { DraftInputs, DraftName, Drafts } from "../core/ports/drafts.ts";
import { asking, pipelined } from "./connection.ts";
import type { Keys } from "./keys.ts";

/** How long a draft is kept after it was last added to, in milliseconds: six hours. */
export const KEPT_DRAFTS_MS = 6 * 60 * 60 * 1000;

/** Drafts are hashes, an input a field, so that pages are added without reading what is there. */
export function createDrafts(redis: Redis, keys: Keys): Drafts {
  const keyOf = ({ reference, purpose, account, form }: DraftName) => {
    const { partition, ref, shown } = reference;
    return keys.draft(partition, ref, [shown, purpose, account, form].join("\n"));
  };
  return {
    async load(draft) {
      const stored = await asking(() => redis.hgetall(keyOf(draft)));
      return Object.fromEntries(
        Object.entries(stored).flatMap(([input, text]) => {
          const given = read(text);
          return given === undefined ? [] : [[input, given]];
        }),
      );
    },

    async save(draft, inputs) {
      const key = keyOf(draft);
      const fields = Object.entries(inputs).flatMap(([input, given]) => [
        input,
        JSON.stringify(given),
      ]);
      if (fields.length === 0) return;
      await pipelined(redis.multi().hset(key, fields).pexpire(key, KEPT_DRAFTS_MS));
    },

    async drop(draft) {
      await asking(() => redis.del(keyOf(draft)));
    },
  };
}

/** Undefined for what this version does not write: an input that is not there is asked for again. */
function read(text: string): DraftInputs[string] | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return undefined;
  const values: readonly unknown[] = given;
  return values.every((each) => typeof each === "string") ? values : undefined;
}
