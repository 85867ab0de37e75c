/**
 * What a platform needs from the store that keeps one connection for all replicas: whose turn it is, when
 * it may introduce itself, and where reading goes on after a gap. Every method throws a Fault when the store
 * is away.
 */

/** Whose turn it is to hold the connection of a shard. A lease: it saves work, and nothing depends on it. */
export interface Shards {
  /** One try; who does not get it stands by for as long as `forMs`, which the holder can see. */
  take(shard: string, forMs: number): Promise<ShardTry>;
}

export type ShardTry =
  | { readonly lease: ShardLease }
  /** How long the lease of the holder still runs, in milliseconds. */
  | { readonly lease: undefined; readonly leftMs: number };

export interface ShardLease {
  /** False when it has passed to somebody else. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
  /**
   * Lets go where somebody stands by, who then connects while this one still listens; false where nobody
   * does, and then nothing has changed. For `withinMs` the next one can say that it listens.
   */
  passOn(withinMs: number): Promise<boolean>;
  /** After {@link passOn}: does the next one listen, or is nobody there any more to wait for? */
  isFollowed(): Promise<boolean>;
  /** Says that this one listens, to whoever passed the lease on to it. */
  follow(): Promise<void>;
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
