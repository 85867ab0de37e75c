import type { JsonObject } from "./json.ts";
import type { StoredFile } from "./files.ts";
import type { Messages, StoredMessage } from "./messages.ts";
import type { Workspace } from "./workspace.ts";

/** A stored message as the Web API, events and interactions spell it. */
export function wireMessage(
  workspace: Workspace,
  messages: Messages,
  message: StoredMessage,
  include: { metadata?: boolean } = {},
): JsonObject {
  const thread = threadOf(messages, message);
  return {
    user: message.user,
    type: "message",
    ts: message.ts,
    ...(message.subtype ? { subtype: message.subtype } : {}),
    ...(message.clientMsgId ? { client_msg_id: message.clientMsgId } : {}),
    ...(message.isFromApp ? { bot_id: workspace.bot.botId, app_id: workspace.appId } : {}),
    text: message.text,
    team: workspace.team.id,
    ...(message.blocks.length > 0 ? { blocks: message.blocks } : {}),
    ...(message.attachments.length > 0 ? { attachments: message.attachments } : {}),
    ...(message.files.length > 0 ? { files: message.files.map(wireFile) } : {}),
    ...(message.edited ? { edited: message.edited } : {}),
    ...thread,
    ...(include.metadata && message.metadata ? { metadata: message.metadata } : {}),
  };
}

const wireFile = ({ id, name, title, size }: StoredFile): JsonObject => ({ id, name, title, size });

function threadOf(messages: Messages, message: StoredMessage): JsonObject {
  if (message.threadTs) {
    const parent = messages.find(message.channel, message.threadTs);
    return { thread_ts: message.threadTs, ...(parent ? { parent_user_id: parent.user } : {}) };
  }
  const replies = messages.replies(message.channel, message.ts);
  const last = replies.at(-1);
  if (!last) return {};
  const users = [...new Set(replies.map((reply) => reply.user))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    latest_reply: last.ts,
    reply_users: users,
    is_locked: false,
    subscribed: true,
  };
}
