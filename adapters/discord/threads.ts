import { cleanLine, clip } from "../../src/presentation/text.ts";
import type { Card } from "../../src/presentation/card.ts";
import { threadInvitation } from "../../src/presentation/wording.ts";
import type { Words } from "../../src/presentation/words.ts";
import { textBody } from "./api-types.ts";
import { HISTORY_PAGE, MAX_CONTENT, MAX_THREAD_NAME, THREAD_ARCHIVE_MINUTES } from "./limits.ts";
import { neutralise, quote } from "./markdown.ts";
import { discordCode } from "./faults.ts";
import { listOf, at } from "./json.ts";
import type { Rest } from "./rest.ts";
import { renderOutcome } from "./words.ts";

interface ThreadOf {
  readonly channelId: string;
  readonly messageId: string;
  readonly card: Card;
  readonly self: { readonly id: string; readonly readsContent: boolean };
}

/** "A thread has already been created for this message" (docs, opcodes-and-status-codes). */
const THREAD_EXISTS = 160004;

/**
 * Opens the thread of a card and says in its first line how to answer, each once. A message has at most
 * one thread and gives it its own id, so the thread is known even when an earlier try opened it.
 */
export async function openThread(rest: Rest, of: ThreadOf): Promise<string> {
  const { messageId, card, self } = of;
  const isNew = await startThread(rest, of);
  if (isNew || !(await hasInvitation(rest, of))) {
    const mention = self.readsContent ? undefined : `<@${self.id}>`;
    const question = quote(neutralise(clip(card.question ?? card.title, 800)));
    const line = threadInvitation(question, mention);
    await rest.call({
      method: "POST",
      path: `/channels/${messageId}/messages`,
      // Two tries that follow at once may both find no line yet; 22 characters of the 25 allowed.
      body: { ...textBody(clip(line, MAX_CONTENT)), nonce: `t${messageId}`, enforce_nonce: true },
    });
  }
  return messageId;
}

interface EndOf {
  readonly threadId: string;
  readonly outcome: Words;
  readonly botId: string;
}

/** Says in a thread, once, how its question ended. A thread that was put away comes back by it. */
export async function endThread(rest: Rest, { threadId, outcome, botId }: EndOf): Promise<void> {
  const line = clip(renderOutcome(outcome), MAX_CONTENT);
  const path = `/channels/${threadId}/messages` as const;
  const latest = listOf(await rest.call({ method: "GET", path, query: { limit: "50" } }));
  if (latest.some((message) => isBy(botId, message) && at(message, "content") === line)) return;
  await rest.call({
    method: "POST",
    path,
    body: { ...textBody(line), nonce: `e${threadId}`, enforce_nonce: true },
  });
}

/** Has the bot written in a thread since that message, which another replica may have had it do? */
export async function hasSpokenSince(
  rest: Rest,
  { threadId, messageId, botId }: Record<"threadId" | "messageId" | "botId", string>,
): Promise<boolean> {
  const later = await rest.call({
    method: "GET",
    path: `/channels/${threadId}/messages`,
    query: { after: messageId, limit: String(HISTORY_PAGE) },
  });
  return listOf(later).some((message) => isBy(botId, message));
}

function isBy(id: string, message: unknown): boolean {
  return at(message, "author", "id") === id;
}

/** False when the message had a thread already. */
async function startThread(rest: Rest, { channelId, messageId, card }: ThreadOf): Promise<boolean> {
  try {
    await rest.call({
      method: "POST",
      path: `/channels/${channelId}/messages/${messageId}/threads`,
      body: {
        name: clip(cleanLine(card.title), MAX_THREAD_NAME),
        auto_archive_duration: THREAD_ARCHIVE_MINUTES,
      },
    });
    return true;
  } catch (error) {
    if (discordCode(error) !== THREAD_EXISTS) throw error;
    return false;
  }
}

/** Has the bot written in the thread? It begins with the invitation; answers to people come after it. */
async function hasInvitation(rest: Rest, { messageId, self }: ThreadOf): Promise<boolean> {
  const messages = listOf(
    await rest.call({
      method: "GET",
      path: `/channels/${messageId}/messages`,
      query: { after: "0", limit: String(HISTORY_PAGE) },
    }),
  );
  // The system's own note that the thread began carries the bot's name too; it is no plain message.
  return messages.some((message) => isBy(self.id, message) && at(message, "type") === 0);
}
