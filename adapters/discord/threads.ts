import type { Card } from "../../src/presentation/card.ts";
import type { CardThreads } from "../../src/presentation/platform.ts";
import { cleanLine, clip } from "../../src/presentation/text.ts";
import type { ThreadLine } from "../../src/presentation/thread-lines.ts";
import { threadInvitation } from "../../src/presentation/wording.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type MessageBody, textBody } from "./api-types.ts";
import { discordCode } from "./faults.ts";
import { findInHistory } from "./history.ts";
import { at, listOf, textOf } from "./json.ts";
import { HISTORY_PAGE, MAX_CONTENT, MAX_THREAD_NAME, THREAD_ARCHIVE_MINUTES } from "./limits.ts";
import { neutralise, quote } from "./markdown.ts";
import { renderStep } from "./render-step.ts";
import type { Rest } from "./rest.ts";
import { renderOutcome } from "./words.ts";

/** The bot itself: whose lines are ours, and whether it reads what does not mention it. */
interface Bot {
  readonly id: string;
  readonly readsContent: boolean;
}

/** "A thread has already been created for this message" (docs, opcodes-and-status-codes). */
const THREAD_EXISTS = 160004;

/**
 * Threads of Discord's. One that starts from a message has the message's id, so that it is known even when
 * an earlier try, or a person, opened it. They hang on channels only: what is posted in a thread stands in
 * that one, and below a direct message there is none. Saying something brings back a thread that was put
 * away; one that is locked or gone refuses.
 */
export function discordThreads(rest: Rest, self: () => Promise<Bot>): CardThreads {
  return {
    always: false,
    asks: true,
    idOf({ thread, user }, { id }) {
      return Promise.resolve(user === undefined ? (thread ?? id) : undefined);
    },
    open: ({ channel, thread }, { id }, card) =>
      thread === undefined ? startThread(rest, { channel, id, card }) : Promise.resolve(),
    async say(thread, line, nonce) {
      const message = await rest.call({
        method: "POST",
        path: `/channels/${thread}/messages`,
        body: { ...bodyOf(line, await self()), nonce, enforce_nonce: true },
      });
      return textOf(message, "id");
    },
    async find(thread, line, { since, after, progress }) {
      const bot = await self();
      const { content } = bodyOf(line, bot);
      const isIt = (message: unknown) =>
        isBy(bot.id, message) && at(message, "content") === content;
      // Two lines may say the same; an earlier one stands before the one that was said last.
      return findInHistory(rest, { channel: thread, since, after, progress }, isIt);
    },
    async rewrite(thread, message, words) {
      await rest.call({
        method: "PATCH",
        path: `/channels/${thread}/messages/${message}`,
        body: wordsBody(words),
      });
    },
    async close(thread) {
      await setArchived(rest, thread, true);
    },
  };
}

/** Puts a thread away, or takes it out again. */
export async function setArchived(rest: Rest, thread: string, archived: boolean): Promise<void> {
  await rest.call({ method: "PATCH", path: `/channels/${thread}`, body: { archived } });
}

type Written = Record<"channelId" | "messageId" | "botId", string>;

/** Has the bot written in a thread since that message, which another replica may have had it do? */
export async function hasSpokenSince(rest: Rest, message: Written): Promise<boolean> {
  return (await spokenSince(rest, message)).length > 0;
}

/** Has it replied to that message? */
export async function hasAnswered(rest: Rest, message: Written): Promise<boolean> {
  const said = await spokenSince(rest, message);
  return said.some((each) => at(each, "message_reference", "message_id") === message.messageId);
}

async function spokenSince(rest: Rest, { channelId, messageId, botId }: Written) {
  const later = await rest.call({
    method: "GET",
    path: `/channels/${channelId}/messages`,
    query: { after: messageId, limit: String(HISTORY_PAGE) },
  });
  return listOf(later).filter((message) => isBy(botId, message));
}

function isBy(id: string, message: unknown): boolean {
  return at(message, "author", "id") === id;
}

async function startThread(
  rest: Rest,
  { channel, id, card }: { readonly channel: string; readonly id: string; readonly card: Card },
): Promise<void> {
  try {
    await rest.call({
      method: "POST",
      path: `/channels/${channel}/messages/${id}/threads`,
      body: {
        name: clip(cleanLine(card.title), MAX_THREAD_NAME),
        auto_archive_duration: THREAD_ARCHIVE_MINUTES,
      },
    });
  } catch (error) {
    if (discordCode(error) !== THREAD_EXISTS) throw error;
  }
}

function wordsBody(words: Words): MessageBody {
  return textBody(clip(renderOutcome(words), MAX_CONTENT));
}

/** The same text for the same line, since that is how it is found again. */
function bodyOf(line: ThreadLine, { id, readsContent }: Bot): MessageBody {
  if ("words" in line) return wordsBody(line.words);
  const mention = readsContent ? undefined : `<@${id}>`;
  if ("step" in line) return renderStep(line.step, line.reference, mention);
  const how = threadInvitation(mention);
  const { question } = line;
  return textBody(
    question === undefined ? how : `${quote(neutralise(clip(question, 800)))}\n${how}`,
  );
}
