import type { CardThreads } from "../../src/presentation/platform.ts";
import type { ThreadLine } from "../../src/presentation/thread-lines.ts";
import { threadInvitation } from "../../src/presentation/wording.ts";
import type { Address } from "../../src/core/interrupt.ts";
import { type Content, renderLine } from "./render.ts";
import { textAt } from "./json.ts";
import { findInHistory } from "./history.ts";
import type { Place, SlackApi } from "./web-api.ts";

/** Marks the lines that we say in threads. */
export const LINE_EVENT = "parley_line";

/**
 * Threads of Slack's: every message has one. Its id is channel and ts together, since a ts is only unique
 * within its channel; what stands in a thread has that one. `self` says, when it is known, which bot's
 * messages are ours.
 */
export function slackThreads(
  api: SlackApi,
  placeOf: (address: Address) => Promise<Place>,
  self: () => string | undefined,
): CardThreads {
  return {
    always: true,
    async idOf(address, { id }) {
      const { channel, thread = id } = await placeOf(address);
      return threadId(channel, thread);
    },
    open: () => Promise.resolve(),
    async say(id, line, nonce) {
      const { channel, thread } = threadOf(id);
      const payload = { event_type: LINE_EVENT, event_payload: { nonce } };
      return api.reply(channel, thread, contentOf(line), payload);
    },
    async find(id, _line, { nonce, since }) {
      const isIt = (message: unknown) =>
        textAt(message, "metadata", "event_type") === LINE_EVENT &&
        textAt(message, "metadata", "event_payload", "nonce") === nonce &&
        // Metadata can be written by any app, so the author counts, too.
        (self() === undefined || textAt(message, "bot_id") === self());
      return findInHistory(api, threadOf(id), since, isIt);
    },
  };
}

export function threadId(channel: string, ts: string): string {
  return `${channel}:${ts}`;
}

/** A thread's id, or the ts alone, as addresses that engines named have it. */
export function tsOf(thread: string): string {
  return thread.slice(thread.indexOf(":") + 1);
}

function threadOf(id: string): { readonly channel: string; readonly thread: string } {
  return { channel: id.slice(0, Math.max(0, id.indexOf(":"))), thread: tsOf(id) };
}

/** The card stands above the thread, and with it the question. */
function contentOf(line: ThreadLine): Content {
  return renderLine("words" in line ? line.words : [threadInvitation(undefined)]);
}
