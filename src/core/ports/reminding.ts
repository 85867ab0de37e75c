import type { Address, Interrupt } from "../interrupt.ts";

/**
 * Whom a reminder at an address names: of those who are asked and have not decided the owner of direct messages,
 * or in a channel all whom no direct message of the same workspace reaches. `direct` are its members who have
 * one. Undefined where nobody is to be reminded.
 */
export type ToRemind = (
  interrupt: Interrupt,
  address: Address,
  direct: readonly string[],
) => Promise<Reminded | undefined>;

/** Whom one reminder notifies. */
export interface Reminded {
  /** Ids of members of the workspace. */
  readonly users: readonly string[];
  /** Ids of roles that it keeps and whose members cannot be listed: who has one is notified. */
  readonly roles: readonly string[];
}
