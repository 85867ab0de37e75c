import type { StreamEntry } from "./stream-entry.ts";

/** The events stream: what engines say. */
export interface EventSource {
  /** Waits a few seconds for new entries; empty when none came. */
  next(): Promise<readonly StreamEntry[]>;
  /** Entries that were delivered and never finished, by a replica that is gone or by this one. */
  orphans(): Promise<readonly StreamEntry[]>;
  done(entry: StreamEntry): Promise<void>;
  /** Puts an entry aside that will never be understood. */
  bury(entry: StreamEntry, reason: string): Promise<void>;
  /** Leaves an entry pending; a later sweep takes it again. */
  letGo(entry: StreamEntry): void;
  /** Gives an entry to replicas of a newer version. */
  handOn(entry: StreamEntry): Promise<void>;
}
