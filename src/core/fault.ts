export type FaultCode =
  /** Redis did not answer, or answered that it cannot. */
  | "store-unavailable"
  /** Redis answers, but is one that parley cannot work on. */
  | "store-unsuitable"
  /** This process had no time for it. */
  | "overloaded"
  /** The port for HTTP is taken, or not allowed. */
  | "port-unavailable"
  /** Another replica wrote a layout that this one cannot read. */
  | "newer-layout"
  /** Who issues tokens did not give its keys, so that no token of it can be checked now. */
  | "issuer-unavailable"
  /** Who belongs to a group or role, or who somebody is, cannot be looked up now. */
  | "directory-unavailable"
  /** A platform says that it cannot now: too many requests, or an error of its own. */
  | "platform-unavailable"
  /** What was written before cannot be read now; whoever wants to write is not concerned. */
  | "history-unavailable"
  /** A platform did not answer; what was asked may still be done, even later. */
  | "platform-silent"
  /** The message is not there any more: somebody deleted it. */
  | "message-gone"
  /** The channel or thread is not there any more: somebody deleted it. */
  | "place-gone"
  /** The thread was locked or put away, so that nothing in it can be changed until somebody opens it again. */
  | "place-shut"
  /** The channel or person is not for us: a permission or an invitation is missing, or they take nothing. */
  | "no-access"
  /** A platform refuses for another reason, and will again. */
  | "platform-refused";

/** The world broke: thrown, retried when `retryable`, told to people honestly. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly retryable: boolean;
  /** How long to wait before the next try, in milliseconds, when the other side said so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: FaultCode,
    message: string,
    options: { retryable: boolean; retryAfterMs?: number; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
  }
}
