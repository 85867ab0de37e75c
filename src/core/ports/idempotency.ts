/** Requests with an idempotency key, by the name of their record: claimed before anything is done. */
export interface Idempotency {
  /** Claims the record for a request, or says whose it is already. */
  claim(record: string, digest: string): Promise<Claim>;
  /** What the request was answered with; undefined while it has not been. */
  answered(partition: number, record: string): Promise<string | undefined>;
  /** Keeps an answer that changed nothing, unless there is one already, which it then returns. */
  keep(partition: number, record: string, text: string): Promise<string | undefined>;
  /** Gives a claim up, so that the key can be used for another request. */
  release(record: string, claim: Claim): Promise<void>;
}

export interface Claim {
  /** Digest of the request that the record is for. */
  readonly digest: string;
  /** Set where this request made the claim. */
  readonly owner?: string | undefined;
}

/** The answer to a request with an idempotency key, kept beside what it changed. */
export interface StoredAnswer {
  /** Of the record: a digest of tenant, operation and key. */
  readonly record: string;
  /** Digest of the request and the answer, as JSON. */
  readonly text: string;
}
