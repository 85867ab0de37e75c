import type { Announcement } from "../announce.ts";
import type { Interrupt } from "../interrupt.ts";
import type { EarlyResolution } from "./hints.ts";
import type { StoredAnswer } from "./idempotency.ts";
import type { PressMade } from "./presses.ts";
import type { RunEnd } from "./runs.ts";

/** The records of interrupts. As with every port to the store, each method throws a Fault when the store is away. */
export interface Interrupts {
  load(partition: number, ref: string): Promise<Interrupt | undefined>;
  /** Writes a change whole or not at all. The only way in which an interrupt ever changes. */
  commit(change: Change): Promise<Committed>;
  /** Appends the event that announced the end once more, for an engine that lost it. */
  announceAgain(interrupt: Interrupt): Promise<void>;
  /** A page of the interrupts that wait, the most urgent first, and how many there are in all. */
  waiting(
    asked: WaitingAsked,
  ): Promise<{ readonly interrupts: readonly Interrupt[]; readonly total: number }>;
  /** Interrupts of a partition of which something is due, with the time they were read; server clock. */
  overdue(partition: number): Promise<Overdue>;
}

/** What waits for any of these references, each of a tenant; the first `from` of it are left out. */
export interface WaitingAsked {
  readonly of: readonly { readonly tenant: string; readonly references: readonly string[] }[];
  readonly from: number;
  readonly limit: number;
}

/** In place of a reference: everything of the tenant that waits. */
export const ALL_WAITING = "all";

export interface Overdue {
  readonly now: number;
  readonly due: readonly { readonly ref: string; readonly dueAt: number }[];
}

export interface Change {
  /** Version the decision was made on; 0 opens the interrupt. */
  readonly from: number;
  readonly next: Interrupt;
  readonly announcement?: Announcement | undefined;
  /** Keeps the announcement for {@link Interrupts.announceAgain} without sending it: the engine knows. */
  readonly quiet?: boolean | undefined;
  /** The press that brings the change, and is done with by it; a second commit for it is answered `replayed`. */
  readonly press?: PressMade | undefined;
  /** Sequence of the engine's event that brings the change; ours are minted above it. */
  readonly seen?: number | undefined;
  /** What a request with an idempotency key is answered with, if this commit is the one that counts. */
  readonly answer?: StoredAnswer | undefined;
}

export type Committed =
  | { readonly state: "committed" }
  /** Somebody else changed the interrupt since it was loaded: nothing was written. */
  | { readonly state: "conflict" }
  /** This press, or the request with this idempotency key, was committed before; how that was answered. */
  | { readonly state: "replayed"; readonly answer: string }
  /** Only when opening: the run has ended, so there is nothing to ask. Nothing was written. */
  | { readonly state: "run-ended"; readonly end: RunEnd }
  /** Only when opening: the engine resolved it before it asked. Nothing was written. */
  | { readonly state: "resolved-before"; readonly resolution: EarlyResolution };
