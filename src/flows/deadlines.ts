import type { Interrupt } from "../core/interrupt.ts";
import type { Presses } from "../core/ports/presses.ts";
import { attempt, type DecidingOptions } from "./deciding.ts";

export interface DeadlinesOptions extends DecidingOptions {
  readonly presses: Pick<Presses, "oldest">;
  readonly changed: (interrupt: Interrupt) => void;
}

/**
 * Ends what nobody decided in time, and reminds of what still waits. Any replica may sweep at any moment: a
 * deadline is settled by the same commit as a press, so exactly one of the two wins.
 */
export function createDeadlineFlow(options: DeadlinesOptions) {
  const { interrupts, presses, changed } = options;

  async function settle(partition: number, ref: string, at: number): Promise<void> {
    const command = ({ deadlineAt = Infinity }: Interrupt) =>
      ({ type: at >= deadlineAt ? "expire" : "step", at }) as const;
    const attempted = await attempt(options, { partition, ref, command });
    if (attempted.state === "changed") changed(attempted.next);
  }

  return {
    /**
     * Settles what is due in a partition: reminders, escalations, deadlines. A press that was recorded in time
     * goes first, even if its replica died with it: until it is handled, whatever is due after its place waits,
     * also of an interrupt of which something else was due before.
     */
    async sweep(partition: number): Promise<void> {
      const { due, now } = await interrupts.overdue(partition);
      if (due.length === 0) return;
      // Read after the deadlines: whatever is recorded from now on is later than all of them.
      const upTo = Math.min(now, (await presses.oldest(partition)) ?? now);
      const ripe = due.filter(({ dueAt }) => dueAt <= upTo);
      const settled = await Promise.allSettled(
        ripe.map(async ({ ref }) => settle(partition, ref, upTo)),
      );
      // One that cannot be settled holds up no other.
      for (const each of settled) if (each.status === "rejected") throw each.reason;
    },
  };
}
