import type { Interrupt } from "../interrupt.ts";
import type { Press } from "../press.ts";

/** The presses of people, in the order in which they were recorded. */
export interface Presses {
  /** Makes a press durable and takes it. A try that arrives after `notAfter` (server time) is refused. */
  append(press: Press, withinMs: number): Promise<Appended>;
  /** Forgets a press that changed nothing, its secrets with it. */
  done(taken: TakenPress): Promise<void>;
  /** Leaves a press that could not be handled now: a later sweep takes it again. */
  letGo(taken: TakenPress): void;
  /** Was a change committed for this press before? Then it needs no second one. */
  wasCommitted(press: Press): Promise<boolean>;
  /** Place in time of the oldest press of a partition that is not handled yet; server milliseconds. */
  oldest(partition: number): Promise<number | undefined>;
}

/** Presses that were recorded and not finished. */
export interface LeftPresses {
  /** Takes over those of replicas that are gone, and own ones that were let go. */
  take(partition: number): Promise<readonly TakenPress[]>;
  /** Gives a press to replicas of a newer version: what it is about cannot be read by this one. */
  handOn(taken: TakenPress): Promise<void>;
  /** Puts a press aside that cannot be handled, without what it holds of secrets and answers. */
  bury(taken: TakenPress, reason: string): Promise<void>;
}

export type Appended =
  | { readonly state: "recorded"; readonly taken: TakenPress }
  | { readonly state: "duplicate" }
  | { readonly state: "late" };

/** A press that this replica has taken and nobody else works on. */
export interface TakenPress {
  /** Stream id of the press: its place in the order of presses. */
  readonly place: string;
  /** The same as an instant: milliseconds, server clock. */
  readonly at: number;
  readonly press: Press;
  /** What it is about, as it was when the press was recorded; undefined where that was not read. */
  readonly interrupt?: Interrupt | undefined;
  /** How often it has been taken, this time included. */
  readonly deliveries: number;
}

/** Which press: its id, and its place in the stream. */
export interface PressMade {
  readonly id: string;
  readonly place: string;
}
