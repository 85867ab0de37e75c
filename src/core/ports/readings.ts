import type { Lease } from "./leases.ts";

/** What was read elsewhere, kept for all replicas: a list of texts, by what it is the list of. */
export interface Readings {
  load(name: string): Promise<Kept>;
  /** False, and nothing is kept, where it was forgotten since `mark` was loaded. */
  save(
    name: string,
    reading: Reading,
    how: { readonly keepMs: number; readonly mark: string },
  ): Promise<boolean>;
  /** Known for `keepMs` to whoever saves what was read before: longer than a look-up takes. */
  forget(name: string, keepMs: number): Promise<void>;
  /** The right to read it now, for one replica at a time. */
  take(name: string, forMs: number): Promise<Pick<Lease, "release"> | undefined>;
}

export interface Kept {
  readonly reading?: Reading;
  /** Another one after each time that it was forgotten. */
  readonly mark: string;
}

export interface Reading {
  readonly values: readonly string[];
  /** When the reading began; milliseconds, server clock. */
  readonly readAt: number;
}
