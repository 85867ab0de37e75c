import type { JsonObject } from "../json.ts";
import { wireMessage } from "../message-wire.ts";
import type { StoredMessage } from "../messages.ts";
import type { Channel } from "../workspace.ts";
import { argument, flag, knownChannel, scopeByKind, type Call, type Method } from "./method.ts";
import { Refusal } from "./refusal.ts";

/** docs.slack.dev/methods/conversations.open: eight people beside the caller. */
const OPEN_USERS_LIMIT = 8;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 999;
/** docs.slack.dev/methods/conversations.history: of an app distributed outside the Marketplace, default and maximum. */
const DISTRIBUTED_LIMIT = 15;

const idsIn = (call: Call) =>
  argument(call, "users")
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");

function open(call: Call): JsonObject {
  const { workspace } = call.core;
  const ids = idsIn(call);
  if (ids.length === 0) throw new Refusal("users_list_not_supplied");
  if (ids.length > OPEN_USERS_LIMIT) throw new Refusal("too_many_users");
  if (ids.some((id) => !workspace.isUser(id))) throw new Refusal("user_not_found");
  if (ids.includes(workspace.bot.userId)) throw new Refusal("cannot_dm_bot");
  const before = workspace.directMessage(ids);
  const channel = before ?? workspace.openDirectMessage(ids);
  call.core.changes.note();
  return {
    ...(before ? { no_op: true, already_open: true } : {}),
    channel: { id: channel.id },
  };
}

function info(call: Call): JsonObject {
  const { workspace } = call.core;
  const channel = knownChannel(call, argument(call, "channel"));
  const seconds = Math.floor(channel.createdAtMs / 1_000);
  const nothing = { value: "", creator: "", last_set: 0 };
  return {
    channel: {
      id: channel.id,
      name: channel.name,
      is_channel: channel.kind === "channel",
      is_group: channel.kind === "group",
      is_im: channel.kind === "im",
      is_mpim: channel.kind === "mpim",
      is_private: channel.kind !== "channel",
      created: seconds,
      is_archived: channel.isArchived,
      is_general: false,
      unlinked: 0,
      name_normalized: channel.name,
      is_shared: false,
      is_org_shared: false,
      is_ext_shared: false,
      context_team_id: workspace.team.id,
      updated: channel.createdAtMs,
      is_member: channel.members.has(workspace.bot.userId),
      topic: nothing,
      purpose: nothing,
      previous_names: [],
      ...(channel.kind === "im"
        ? { user: [...channel.members].find((id) => id !== workspace.bot.userId) }
        : {}),
    },
  };
}

/** Reading needs membership, also of a public channel. */
function readableChannel(call: Call): Channel {
  const channel = knownChannel(call, argument(call, "channel"));
  if (!channel.members.has(call.core.workspace.bot.userId)) throw new Refusal("not_in_channel");
  return channel;
}

function within(call: Call, messages: readonly StoredMessage[]): StoredMessage[] {
  const oldest = argument(call, "oldest");
  const latest = argument(call, "latest");
  const inclusive = flag(call, "inclusive");
  const after = (ts: string) =>
    !oldest || Number(ts) > Number(oldest) || (inclusive && ts === oldest);
  const before = (ts: string) =>
    !latest || Number(ts) < Number(latest) || (inclusive && ts === latest);
  return messages.filter(({ ts }) => after(ts) && before(ts));
}

/** A cursor names the next message of the list as it is ordered. */
const cursorAt = (ts: string) => Buffer.from(`next_ts:${ts.replace(".", "")}`).toString("base64");

function page(call: Call, messages: readonly StoredMessage[]): JsonObject {
  const most = call.core.isDistributed ? DISTRIBUTED_LIMIT : MAX_LIMIT;
  const limit = Math.min(Number(argument(call, "limit")) || DEFAULT_LIMIT, most);
  const cursor = argument(call, "cursor");
  const start = cursor ? messages.findIndex(({ ts }) => cursorAt(ts) === cursor) : 0;
  if (start < 0) throw new Refusal("invalid_cursor");
  const next = messages[start + limit];
  const metadata = flag(call, "include_all_metadata");
  const { workspace, messages: all } = call.core;
  return {
    messages: messages
      .slice(start, start + limit)
      .map((message) => wireMessage(workspace, all, message, { metadata })),
    has_more: next !== undefined,
    ...(next ? { response_metadata: { next_cursor: cursorAt(next.ts) } } : {}),
  };
}

/** The channel itself, newest first; of the replies only those that were broadcast. */
function history(call: Call): JsonObject {
  const channel = readableChannel(call);
  const roots = call.core.messages
    .inChannel(channel.id)
    .filter((message) => !message.threadTs || message.subtype === "thread_broadcast");
  return page(call, within(call, roots).toReversed());
}

/** A thread with its first message in front, oldest first. */
function replies(call: Call): JsonObject {
  const channel = readableChannel(call);
  const ts = argument(call, "ts");
  const root = call.core.messages.find(channel.id, ts);
  if (!root) throw new Refusal("thread_not_found");
  return page(call, [root, ...within(call, call.core.messages.replies(channel.id, ts))]);
}

export const conversationMethods: Record<string, Method> = {
  "conversations.open": {
    token: "bot",
    tier: "tier3",
    scope: (call) => (idsIn(call).length > 1 ? "mpim:write" : "im:write"),
    run: open,
  },
  "conversations.info": { token: "bot", tier: "tier3", scope: scopeByKind("read"), run: info },
  "conversations.history": {
    token: "bot",
    tier: "tier3",
    scope: scopeByKind("history"),
    run: history,
  },
  "conversations.replies": {
    token: "bot",
    tier: "tier3",
    scope: scopeByKind("history"),
    run: replies,
  },
};
