import { textAt } from "./json.ts";

/** How to reach the person who pressed. Holds a response_url, so it is a secret with a short life. */
export interface Reply {
  /** Good for five messages within 30 minutes. */
  readonly responseUrl?: string | undefined;
  readonly channel?: string | undefined;
  readonly user?: string | undefined;
  readonly thread?: string | undefined;
}

export function formatReply({ responseUrl, channel, user, thread }: Reply): string {
  return JSON.stringify({ url: responseUrl, channel, user, thread });
}

/** Reads what {@link formatReply} writes; of anything else whatever is usable, perhaps nothing. */
export function parseReply(text: string): Reply {
  const value = parsed(text);
  const url = textAt(value, "url");
  return {
    responseUrl: url !== undefined && /^https?:\/\//.test(url) ? url : undefined,
    channel: textAt(value, "channel"),
    user: textAt(value, "user"),
    thread: textAt(value, "thread"),
  };
}

/** What a form carries from its opening to its submission. */
export interface FormPlace {
  readonly reference: string;
  /** The card whose button opened the form. */
  readonly message?: string | undefined;
  readonly channel?: string | undefined;
  readonly thread?: string | undefined;
}

export function formatFormPlace({ reference, message, channel, thread }: FormPlace): string {
  return JSON.stringify({ reference, message, channel, thread });
}

export function parseFormPlace(text: string): FormPlace | undefined {
  const value = parsed(text);
  const reference = textAt(value, "reference");
  if (reference === undefined) return undefined;
  return {
    reference,
    message: textAt(value, "message"),
    channel: textAt(value, "channel"),
    thread: textAt(value, "thread"),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
