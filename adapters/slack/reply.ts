import { textAt } from "./json.ts";

/** How to reach the person who pressed. Holds a response_url, so it is a secret with a short life. */
export interface Reply {
  /** Good for five messages within 30 minutes. */
  readonly responseUrl?: string | undefined;
  /** The workspace in which it happened. */
  readonly team?: string | undefined;
  readonly channel?: string | undefined;
  readonly user?: string | undefined;
  readonly thread?: string | undefined;
}

export function formatReply({ responseUrl, team, channel, user, thread }: Reply): string {
  return JSON.stringify({ url: responseUrl, team, channel, user, thread });
}

/** Reads what {@link formatReply} writes; of anything else whatever is usable, perhaps nothing. */
export function parseReply(text: string): Reply {
  const value = parsed(text);
  const url = textAt(value, "url");
  return {
    responseUrl: url !== undefined && /^https?:\/\//.test(url) ? url : undefined,
    team: textAt(value, "team"),
    channel: textAt(value, "channel"),
    user: textAt(value, "user"),
    thread: textAt(value, "thread"),
  };
}

/** What a form carries from its opening to its submission: nothing secret. */
export interface FormPlace {
  readonly reference: string;
  /** What the form is for, as a check of its callback_id. */
  readonly purpose: string;
  /** The card whose button opened the form. */
  readonly message?: string | undefined;
  readonly channel?: string | undefined;
  readonly thread?: string | undefined;
}

export function formatFormPlace(place: FormPlace): string {
  const { reference, purpose, message, channel, thread } = place;
  return JSON.stringify({ reference, purpose, message, channel, thread });
}

/** Reads what {@link formatFormPlace} writes; undefined for anything else, such as an earlier version's. */
export function parseFormPlace(text: string): FormPlace | undefined {
  const value = parsed(text);
  const reference = textAt(value, "reference");
  const purpose = textAt(value, "purpose");
  if (reference === undefined || purpose === undefined) return undefined;
  return {
    reference,
    purpose,
    message: textAt(value, "message"),
    channel: textAt(value, "channel"),
    thread: textAt(value, "thread"),
  };
}

function parsed(text: string): unknown {
  // What stands on a message carries nothing, and an error would cost more than all the rest of a press.
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
