import { announceEnd } from "../core/announce.ts";
import { decide } from "../core/decide.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Interrupts, Presses } from "../core/ports.ts";

export interface DeadlinesOptions {
  readonly interrupts: Interrupts;
  readonly presses: Pick<Presses, "oldest">;
  readonly changed: (interrupt: Interrupt) => void;
}

/**
 * Ends what nobody decided in time. Any replica may sweep at any moment: a deadline is settled by the same
 * commit as a press, so exactly one of the two wins.
 */
export function createDeadlineFlow({ interrupts, presses, changed }: DeadlinesOptions) {
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
    /**
     * Settles the deadlines of a partition that have passed. A press that was recorded in time goes first,
     * even if its replica died with it: until it is handled, deadlines after its place wait.
     */
    async sweep(partition: number): Promise<void> {
      const { due, now } = await interrupts.overdue(partition);
      if (due.length === 0) return;
      // Read after the deadlines: whatever is recorded from now on is later than all of them.
      const oldest = (await presses.oldest(partition)) ?? now;
      const ripe = due.filter(({ deadlineAt }) => deadlineAt <= oldest);
      const settled = await Promise.allSettled(
        ripe.map(async ({ ref }) => expire(partition, ref, now)),
      );
      // One that cannot be settled holds up no other.
      for (const each of settled) if (each.status === "rejected") throw each.reason;
    },
  };
}
