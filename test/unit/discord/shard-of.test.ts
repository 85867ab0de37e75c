import { expect, it } from "vitest";
import { shardOf } from "../../../adapters/discord/shard-of.ts";

/** (guild_id >> 22) % shards (docs, events/gateway, sharding). */
it.each([
  // 300000000000000001 / 2^22 is 71525573730.4…: even, and 0 modulo 3 leaves 71525573730 % 3 = 0.
  ["300000000000000001", 1, 0],
  ["300000000000000001", 2, 0],
  ["300000000000000001", 3, 0],
  // One more above the 22 bits.
  ["300000000004194305", 2, 1],
  ["300000000004194305", 3, 1],
  // Beyond what a double holds exactly.
  [String((2n ** 62n - 1n) << 1n), 2 ** 10, Number((((2n ** 62n - 1n) << 1n) >> 22n) % 1024n)],
  // No guild: where direct messages come.
  ["", 2, 0],
  ["T0ACME", 2, 0],
])("%s is of %i shards on %i", (guild, count, id) => {
  expect(shardOf(guild, count)).toBe(id);
});
