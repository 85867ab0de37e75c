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
