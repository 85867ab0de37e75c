import type { CardThreads } from "../../src/presentation/platform.ts";
import type { ThreadLine } from "../../src/presentation/thread-lines.ts";
import { threadInvitation } from "../../src/presentation/wording.ts";
import type { Address } from "../../src/core/interrupt.ts";
import { type Content, renderLine } from "./render.ts";
import { textAt } from "./json.ts";
import { findInHistory } from "./history.ts";
import { refused } from "./faults.ts";
import type { Place } from "./web-api.ts";
import type { Workspace, Workspaces } from "./workspaces.ts";

/** Marks the lines that we say in threads. */
export const LINE_EVENT = "parley_line";

/**
 * Threads of Slack's: every message has one. Its id is team, channel and ts together, since a ts is only unique
 * within its channel, and a channel may be shared by several workspaces; what stands in a thread has that one.
 */
export function slackThreads(
  workspaces: Workspaces,
  placeOf: (address: Address) => Promise<Place>,
): CardThreads {
  /** Ids of an earlier version name no team: they are those of the only workspace, or nobody's. */
  const whereIs = (id: string): Workspace & Thread => {
    const { team, ...place } = parseThreadId(id);
    if (team !== undefined) return { ...workspaces.of(team), ...place };
    const only = workspaces.only();
    if (only !== undefined) return { ...only, ...place };
    throw refused("a line in a thread", "its id does not say in which workspace it is");
  };

  return {
    always: true,
    asks: false,
    async idOf(address, { id }) {
      const { channel, thread = id } = await placeOf(address);
      return threadId(address.workspace, channel, thread);
    },
    open: () => Promise.resolve(),
    async say(id, line, nonce) {
      const { api, channel, thread } = whereIs(id);
      const payload = { event_type: LINE_EVENT, event_payload: { nonce } };
      return api.reply(channel, thread, contentOf(line), payload);
    },
    async find(id, _line, { nonce, since, progress }) {
      const { api, bot, channel, thread } = whereIs(id);
      const isIt = (message: unknown) =>
        textAt(message, "metadata", "event_type") === LINE_EVENT &&
        textAt(message, "metadata", "event_payload", "nonce") === nonce &&
        // Metadata can be written by any app, so the author counts, too.
        (bot === undefined || textAt(message, "bot_id") === bot);
      return findInHistory(api, { channel, thread }, { since, progress }, isIt);
    },
  };
}

interface Thread {
  readonly channel: string;
  readonly thread: string;
}

export function threadId(team: string, channel: string, ts: string): string {
  return `${team}/${oldThreadId(channel, ts)}`;
}

/** What earlier versions called it, which served one workspace. */
export function oldThreadId(channel: string, ts: string): string {
  return `${channel}:${ts}`;
}

/** A thread's id, or the ts alone, as addresses that engines named have it. */
export function tsOf(thread: string): string {
  return thread.slice(thread.indexOf(":") + 1);
}

function parseThreadId(id: string): Thread & { readonly team: string | undefined } {
  const [, team, channel = ""] = /^(?:([^/:]*)\/)?([^:]*):/.exec(id) ?? [];
  return { team, channel, thread: tsOf(id) };
}

/** The card stands above the thread, and with it the question. */
function contentOf(line: ThreadLine): Content {
  return renderLine("words" in line ? line.words : [threadInvitation(undefined)]);
}
