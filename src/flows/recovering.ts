import { comparePlaces } from "../core/interrupt.ts";
import type { LeftPresses, TakenPress } from "../core/ports/presses.ts";

/** On so many interrupts of a partition presses that were left are handled side by side. */
const AT_ONCE = 4;

/**
 * Handles presses that were left in a partition, unless an earlier call is still at it: who somebody is can
 * take seconds to find out. Whoever pressed first on an interrupt is handled first; other interrupts do not
 * wait for it.
 */
export function createRecovering(left: Pick<LeftPresses, "take">) {
  const recovering = new Set<number>();
  return async (partition: number, handle: (taken: TakenPress) => Promise<void>): Promise<void> => {
    if (recovering.has(partition)) return;
    recovering.add(partition);
    try {
      const waiting = byInterrupt(await left.take(partition));
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          for (const taken of next) await handle(taken);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      recovering.delete(partition);
    }
  };
}

/** By what they are about, each in the order of their places. */
function byInterrupt(presses: readonly TakenPress[]): TakenPress[][] {
  const groups = new Map<string, TakenPress[]>();
  for (const taken of presses.toSorted((one, other) => comparePlaces(one.place, other.place))) {
    const { ref } = taken.press.reference;
    groups.set(ref, [...(groups.get(ref) ?? []), taken]);
  }
  return [...groups.values()];
}
