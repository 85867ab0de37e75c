import type { Redis } from "ioredis";
import type { Clock } from "../core/ports/clock.ts";
import type { Keys } from "./keys.ts";
import { script } from "./script.ts";

export interface DeadLetter {
  readonly stream: string;
  readonly id: string;
  /** A code, a colon, a sentence that names the field and what to change. */
  readonly reason: string;
  readonly deliveries: number;
  readonly entry: Readonly<Record<string, string>>;
}

/** How long it is remembered that an entry was put aside: longer than it can stay pending. */
const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1000;

/** Put aside once, however often it is tried; the mark comes last, or a letter could be lost. KEYS: 1 stream, 2 buried. */
const bury = script(`
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('XADD', KEYS[1], '*', unpack(ARGV, 2))
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[1])
end
`);

export type DeadLetters = ReturnType<typeof createDeadLetters>;

/** What could not be understood or handled, for an operator to look at. */
export function createDeadLetters(redis: Redis, keys: Keys, clock: Clock) {
  return {
    /** Appends before the entry is acknowledged where it came from: nothing is lost between. */
    async append(letter: DeadLetter): Promise<void> {
      const fields = {
        entry: JSON.stringify(letter.entry),
        id: letter.id,
        stream: letter.stream,
        reason: letter.reason,
        deliveries: String(letter.deliveries),
        at: new Date(clock()).toISOString(),
      };
      await bury(
        redis,
        [keys.deadLetters, keys.buried(letter.stream, letter.id)],
        [REMEMBERED_MS, ...Object.entries(fields).flat()],
      );
    },
  };
}
