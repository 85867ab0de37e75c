import type { Account } from "./account.ts";
import { answerable } from "./answerable.ts";
import type { PlatformName } from "./interrupt.ts";
import type { Json } from "./json.ts";
import type { Payload } from "./payload.ts";
import type { Reference } from "./reference.ts";

/** What a press says: a resume value, of a button or a form; or the words that somebody typed in a thread. */
export type PressResponse = { readonly resumeValue: Json } | { readonly answer: string };

/** The resume value that a press stands for. Undefined for words where what is asked is not one question in words. */
export function resumeValueOf(payload: Payload, response: PressResponse): Json | undefined {
  if ("resumeValue" in response) return response.resumeValue;
  const ways = answerable(payload);
  if (ways.way !== "question") return undefined;
  const { answer } = response;
  // A computed name makes a member of its own even of `__proto__`.
  return payload.kind === "clarification" ? { answers: { [ways.question.id]: answer } } : answer;
}

/** What one person pressed, submitted or typed, as a platform's verified payload says it. */
export interface Press {
  readonly layout: number;
  /** The platform's own id of the press; the same press delivered again has the same. */
  readonly id: string;
  readonly platform: PlatformName;
  readonly account: Account;
  /** Slack team or Discord guild in which it was pressed. */
  readonly workspace: string;
  readonly reference: Reference;
  /** The message whose button was pressed, where there is one: the copy that can be edited fastest. */
  readonly message?: string | undefined;
  readonly response: PressResponse;
  /** Ids of the presser's roles in the workspace at the time of the press, where the platform says them. */
  readonly roles?: readonly string[] | undefined;
  /**
   * How to answer the presser privately: an adapter's own words (a response_url, an interaction token).
   * A secret with a short life: kept only until the press is handled, never logged.
   */
  readonly reply: string;
}
