/** Time-limited claims that save work. Nothing depends on them for being right. */
export interface Leases {
  take(partition: number, name: string, forMs: number): Promise<Lease | undefined>;
}

export interface Lease {
  /** False when the lease has passed to somebody else. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}
