import type { Redis } from "ioredis";
import { LAYOUT } from "../core/interrupt.ts";
import { GROUP } from "./keys.ts";
import type { Replicas } from "./replicas.ts";
import { script } from "./script.ts";

/**
 * While versions are mixed, a replica can take an entry about something that a newer one wrote. Kept by who
 * cannot read it, it would wait as long as that one lives. So it is given to a consumer that no replica is,
 * named after the layout it needs at least: one that never beats, and so counts as gone for all who know that
 * layout, and is none of the others' business.
 */
const NAME = /^layout-(\d+)$/;
const NEXT_LAYOUT = `layout-${LAYOUT + 1}`;

/** Was what this consumer has handed on, by whichever replica? */
export function isHandedOn(consumer: string): boolean {
  return NAME.test(consumer);
}

/** Does what this consumer has need a newer parley than this one? */
export function isBeyondUs(consumer: string): boolean {
  return Number(NAME.exec(consumer)?.[1] ?? 0) > LAYOUT;
}

/**
 * Only what is still ours: somebody who took us for gone may be at work on it, or be done. Its count stays,
 * since nobody died. KEYS: 1 stream. ARGV: 1 entry, 2 this replica, 3 who has it from now on.
 */
const give = script(`
local held = redis.call('XPENDING', KEYS[1], '${GROUP}', ARGV[1], ARGV[1], 1, ARGV[2])
if #held == 0 then return 0 end
redis.call('XCLAIM', KEYS[1], '${GROUP}', ARGV[3], 0, ARGV[1], 'JUSTID')
return 1
`);

/** Gives an entry to whoever knows a newer layout than this replica. */
export async function handOn(
  redis: Redis,
  stream: string,
  id: string,
  { me }: Pick<Replicas, "me">,
): Promise<void> {
  await give(redis, [stream], [id, me, NEXT_LAYOUT]);
}
