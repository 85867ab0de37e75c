import type { Progress } from "../../src/presentation/platform.ts";
import { slackCode, unavailable } from "./faults.ts";
import type { Place, SlackApi } from "./web-api.ts";

/** Pages of history read in one try. */
const MAX_PAGES = 20;
/** How far Slack's clock and the store's, by which tries are noted, may differ. Milliseconds. */
const CLOCK_SKEW = 30_000;
/**
 * A try has posted within this, or never will: a direct channel is opened, a card posted, and a plainer one if
 * that is refused, 8 s each at most, and what got no answer may arrive late. Milliseconds.
 */
const POSTED_WITHIN = 60_000;

interface Tried {
  /** When it was tried to post; milliseconds. */
  readonly since: number;
  readonly progress?: Progress | undefined;
}

/**
 * Looks through a channel, or a thread, for a message that was tried to post; its ts. Only what was written
 * around that time is read: an app that is distributed outside the Marketplace may read 15 messages a minute
 * (docs.slack.dev/methods/conversations.history), so in a busy channel a look takes several tries.
 */
export async function findInHistory(
  api: SlackApi,
  place: Place,
  { since, progress }: Tried,
  isIt: (message: unknown) => boolean,
): Promise<string | undefined> {
  const latest = since + POSTED_WITHIN + CLOCK_SKEW;
  const span = { oldest: tsAt(since - CLOCK_SKEW), latest: tsAt(latest) };
  let cursor = progress?.from;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { messages, next } = await pageAt(api, place, span, cursor);
    const found = messages.find((message) => isIt(message));
    if (found?.ts !== undefined) return found.ts;
    if (next === undefined) return undefined;
    cursor = next;
    await progress?.reached(cursor);
  }
  throw unavailable("conversations.history", "more was written at that time than is read at once");
}

type Span = Parameters<SlackApi["history"]>[1];

/** A cursor ends its life after a time that Slack does not name; then the look begins again. */
async function pageAt(api: SlackApi, place: Place, span: Span, cursor: string | undefined) {
  try {
    return await api.history(place, span, cursor);
  } catch (error) {
    if (cursor === undefined || slackCode(error) !== "invalid_cursor") throw error;
    return api.history(place, span, undefined);
  }
}

function tsAt(ms: number): string {
  return (ms / 1000).toFixed(6);
}
