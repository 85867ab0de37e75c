import { Fault } from "../../src/core/fault.ts";
import type { Progress } from "../../src/presentation/platform.ts";
import { listOf, textOf } from "./json.ts";
import { HISTORY_PAGE, HISTORY_PAGES } from "./limits.ts";
import type { Rest } from "./rest.ts";

/** How far Discord's clock and the store's, by which tries are noted, may differ. */
const CLOCK_SKEW_MS = 30_000;
/** A try has posted by then, or never will: it is a few requests, each of which ends after seconds. */
const POSTED_WITHIN_MS = 60_000;

interface Span {
  readonly channel: string;
  /** When it was tried; milliseconds. */
  readonly since: number;
  /** A message that certainly came before. */
  readonly after?: string | undefined;
  readonly progress?: Progress | undefined;
}

/**
 * Reads a channel or thread from a try on, oldest first, for as long as the try could have posted: what was
 * written since then is not read. Where more was written in that time than is read at once, that is not to
 * say that there is no such message: the next try reads on.
 */
export async function findInHistory(
  rest: Rest,
  { channel, since, after = "0", progress }: Span,
  isIt: (message: unknown) => boolean,
): Promise<string | undefined> {
  const end = snowflakeAt(since + POSTED_WITHIN_MS + CLOCK_SKEW_MS);
  const read = later(BigInt(after), BigInt(progress?.from ?? "0"));
  let from = later(snowflakeAt(since - CLOCK_SKEW_MS), read);
  for (let page = 0; page < HISTORY_PAGES; page += 1) {
    const messages = listOf(
      await rest.call({
        method: "GET",
        path: `/channels/${channel}/messages`,
        query: { after: String(from), limit: String(HISTORY_PAGE) },
      }),
    );
    const found = messages.find(isIt);
    if (found !== undefined) return textOf(found, "id");
    if (messages.length < HISTORY_PAGE) return undefined;
    from = messages.map((message) => BigInt(textOf(message, "id"))).reduce(later);
    if (from > end) return undefined;
    await progress?.reached(String(from));
  }
  const words = "More was written in a Discord channel at that time than is read at once";
  throw new Fault("platform-unavailable", words, { retryable: true });
}

function later(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Discord's ids hold milliseconds since 2015 above 22 bits (docs, reference, snowflakes). */
function snowflakeAt(ms: number): bigint {
  const DISCORD_EPOCH = 1_420_070_400_000;
  return BigInt(Math.max(0, Math.floor(ms) - DISCORD_EPOCH)) << 22n;
}
