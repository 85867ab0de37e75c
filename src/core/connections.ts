/**
 * What a platform needs from the store that keeps one connection for all replicas: whose turn it is, when
 * it may introduce itself, and where reading goes on after a gap. Every method throws a Fault when the store
 * is away.
 */

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

/** The replicas that share the shards of one application. */
export interface Crews {
  /** Says that this replica is there for as long as `forMs`, and hears how things stand. */
  beat(crew: string, forMs: number): Promise<Crew>;
  /** Resolves with how many are there without this one. */
  leave(crew: string): Promise<number>;
  /**
   * The number of shards for all: the highest that anybody said within `keepMs`. It never falls while
   * somebody is there, so that replicas that were told different numbers end with the same.
   */
  agree(crew: string, shards: number, keepMs: number): Promise<number>;
}

export interface Crew {
  /** This one is among them. */
  readonly replicas: number;
  /** What was agreed on; undefined where nothing is. */
  readonly shards: number | undefined;
}

/** One throttle for the introductions (Discord: IDENTIFY) of all replicas. */
export interface Identifies {
  /**
   * 0: now, and it is counted. Otherwise the milliseconds after which to ask again. The time between two
   * grows while none of them leads to a session.
   */
  take(bucket: string): Promise<number>;
  /** The latest one led to a session. */
  settle(bucket: string): Promise<void>;
}

/** How far the messages of chat threads have been handled, for threads in which answers may come. */
export interface ThreadCursors {
  /** Begins to keep the cursor of a thread, after this message; one that is kept already stays. */
  begin(platform: string, threadId: string, after: string): Promise<void>;
  /** Everything up to this message has been handled. A cursor that is not kept, or is further, stays. */
  advance(platform: string, threadId: string, messageId: string): Promise<void>;
  /** Message ids by thread id. */
  all(platform: string): Promise<ReadonlyMap<string, string>>;
  drop(platform: string, threadId: string): Promise<void>;
}

/** A thread in which an answer may have been typed. */
export interface OpenThread {
  readonly threadId: string;
  /** Slack team or Discord guild that it is in. */
  readonly workspace: string;
  /** The message up to which everything has been handled. */
  readonly after: string;
}
