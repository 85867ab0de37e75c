/** Whose turn it is to hold the connection of a shard. A lease: it saves work, and nothing depends on it. */
export interface Shards {
  /** One try; who does not get it stands by for as long as `forMs`, which the holder can see. */
  take(shard: string, forMs: number): Promise<ShardTry>;
  /** Looks, without wanting it. */
  look(shard: string): Promise<ShardHolder & { readonly awaited: boolean }>;
}

export type ShardTry =
  { readonly lease: ShardLease } | ({ readonly lease: undefined } & ShardHolder);

export interface ShardHolder {
  /** How long the lease of the holder still runs, in milliseconds; 0 where nobody holds it. */
  readonly leftMs: number;
  /** Is the holder connected by now? */
  readonly listens: boolean;
}

export interface ShardLease {
  /** False when it has passed to somebody else. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
  /** Lets go where somebody stands by; false where nobody does, and then nothing has changed. */
  passOn(): Promise<boolean>;
  /** Says that this one is connected: whoever had the shard before may stop listening. */
  listens(): Promise<void>;
}
