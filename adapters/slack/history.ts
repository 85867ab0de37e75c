import { unavailable } from "./faults.ts";
import type { Place, SlackApi } from "./web-api.ts";

/** Pages of history read for one lost message: 300 messages even where a page holds 15. */
const MAX_PAGES = 20;
/** How far Slack's clock and ours may differ, in milliseconds. */
const CLOCK_SKEW = 60_000;
/** A try has posted long before, or never will: what was written later is not read. Milliseconds. */
const POSTED_WITHIN = 10 * 60_000;

/** Looks through a channel, or a thread, for a message that was tried to post at `since` (milliseconds); its ts. */
export async function findInHistory(
  api: SlackApi,
  place: Place,
  since: number,
  isIt: (message: unknown) => boolean,
): Promise<string | undefined> {
  const span = { oldest: tsAt(since - CLOCK_SKEW), latest: tsAt(since + POSTED_WITHIN) };
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { messages, next } = await api.history(place, span, cursor);
    const found = messages.find((message) => isIt(message));
    if (found?.ts !== undefined) return found.ts;
    if (next === undefined) return undefined;
    cursor = next;
  }
  throw unavailable("conversations.history", "too much was written at that time to look through");
}

function tsAt(ms: number): string {
  return (ms / 1000).toFixed(6);
}
