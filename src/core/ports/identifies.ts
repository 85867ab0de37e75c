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
