import type { Spending } from "../budget.ts";

/** What all replicas together have spent lately. Throws a Fault when the store is away. */
export interface Budgets {
  /** Spends it and says 0, or spends nothing and says in how many milliseconds to ask again. */
  ask(spending: Spending): Promise<number>;
  /**
   * The platform asked for patience: no replica makes these calls for so long, in the channel where they have
   * a limit of the channel, else in the whole workspace.
   */
  pause(spending: Spending, forMs: number): Promise<void>;
}
