import { announceEnd } from "../core/announce.ts";
import { decide } from "../core/decide.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Interrupts } from "../core/ports.ts";

export interface DeadlinesOptions {
  readonly interrupts: Interrupts;
  readonly changed: (interrupt: Interrupt) => void;
}

/**
 * Ends what nobody decided in time. Any replica may sweep at any moment: a deadline is settled by the same
 * commit as a press, so exactly one of the two wins.
 */
export function createDeadlineFlow({ interrupts, changed }: DeadlinesOptions) {
  async function expire(partition: number, ref: string, at: number): Promise<void> {
    const interrupt = await interrupts.load(partition, ref);
    if (interrupt === undefined) return;
    const decision = decide(interrupt, { type: "expire", at });
    if (!decision.ok) return;
    const { next } = decision;
    const committed = await interrupts.commit({
      from: interrupt.version,
      next,
      announcement: announceEnd(next),
    });
    if (committed.state === "committed") changed(next);
  }

  return {
    /** Settles every deadline of a partition that has passed, until none is left. */
    async sweep(partition: number): Promise<void> {
      const settled = new Set<string>();
      for (;;) {
        const { refs, now } = await interrupts.overdue(partition);
        const fresh = refs.filter((ref) => !settled.has(ref));
        if (fresh.length === 0) return;
        for (const ref of fresh) {
          settled.add(ref);
          await expire(partition, ref, now);
        }
      }
    },
  };
}
