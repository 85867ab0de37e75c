import { checkMessageBody, parsedBlocks, type MessageBody } from "../block-kit/message.ts";
import type { JsonObject } from "../json.ts";
import type { MarkupOptions } from "../mentions.ts";
import { wireMessage } from "../message-wire.ts";
import type { StoredMessage } from "../messages.ts";
import { edit, post, remove } from "../posting.ts";
import type { Channel } from "../workspace.ts";
import { argument, flag, knownChannel, objectArgument, type Call, type Method } from "./method.ts";
import { Refusal } from "./refusal.ts";

/** docs.slack.dev/methods/chat.postMessage: longer text is cut, with a warning. */
const POST_TEXT_LIMIT = 40_000;
/** docs.slack.dev/methods/chat.update: longer text is refused, though the post took it. */
const UPDATE_TEXT_LIMIT = 4_000;

const scope = () => "chat:write";

/** Where the app may write. */
export function writableChannel(call: Call, id: string): Channel {
  const channel = knownChannel(call, id);
  if (channel.isArchived) throw new Refusal("is_archived");
  const { bot } = call.core.workspace;
  if (!channel.members.has(bot.userId) && !call.core.scopes.has("chat:write.public"))
    throw new Refusal("not_in_channel");
  return channel;
}

/** A person's id stands for the conversation with that person, which opens if need be. */
function postChannel(call: Call): Channel {
  const id = argument(call, "channel");
  const { workspace } = call.core;
  return workspace.people.has(id) ? workspace.openDirectMessage([id]) : writableChannel(call, id);
}

function bodyOf(call: Call): MessageBody {
  return {
    text: argument(call, "text"),
    blocks: parsedBlocks(call.args["blocks"], "invalid_blocks_format") ?? [],
    attachments: parsedBlocks(call.args["attachments"], "invalid_attachments") ?? [],
  };
}

/** Bare names are only looked for when asked to; bare addresses unless forbidden. */
const markupOf = (call: Call): MarkupOptions => ({
  autoNames: argument(call, "parse") === "full" || flag(call, "link_names"),
  autoLinks: argument(call, "parse") !== "none",
});

function metadataOf(call: Call): JsonObject | undefined {
  const metadata = objectArgument(call, "metadata", "invalid_metadata_format");
  if (!metadata || Object.keys(metadata).length === 0) return metadata;
  const { event_type: type, event_payload: payload } = metadata;
  if (typeof type !== "string" || typeof payload !== "object" || payload === null)
    throw new Refusal("invalid_metadata_schema");
  return metadata;
}

/** A message that is gone takes no replies any more. bolt-js#2307 */
export function existingThread(call: Call, channel: Channel): string {
  const ts = argument(call, "thread_ts");
  if (ts !== "" && !call.core.messages.find(channel.id, ts)) throw new Refusal("thread_not_found");
  return ts;
}

const wire = ({ core }: Call, message: StoredMessage) =>
  wireMessage(core.workspace, core.messages, message);

function postMessage(call: Call): JsonObject {
  const channel = postChannel(call);
  const body = bodyOf(call);
  checkMessageBody(body);
  const metadata = metadataOf(call);
  const threadTs = existingThread(call, channel);
  const isCut = body.text.length > POST_TEXT_LIMIT;
  const message = post(call.core, {
    channel,
    user: call.core.workspace.bot.userId,
    ...body,
    text: body.text.slice(0, POST_TEXT_LIMIT),
    ...(metadata && Object.keys(metadata).length > 0 ? { metadata } : {}),
    ...(threadTs ? { threadTs, isBroadcast: flag(call, "reply_broadcast") } : {}),
    markup: markupOf(call),
  });
  return {
    channel: channel.id,
    ts: message.ts,
    message: wire(call, message),
    ...(isCut
      ? {
          warning: "message_truncated",
          response_metadata: { warnings: ["message_truncated"] },
        }
      : {}),
  };
}

/** The app's own, stored message. Ephemerals are nowhere to be found. */
function ownMessage(call: Call, ts: string, notOwn: string): StoredMessage {
  const channel = knownChannel(call, argument(call, "channel"));
  if (channel.isArchived) throw new Refusal("is_inactive");
  const message = call.core.messages.find(channel.id, ts);
  if (!message) throw new Refusal("message_not_found");
  if (!message.isFromApp) throw new Refusal(notOwn);
  return message;
}

function update(call: Call): JsonObject {
  const message = ownMessage(call, argument(call, "ts"), "cant_update_message");
  const given = bodyOf(call);
  const has = (name: string) => call.args[name] !== undefined && call.args[name] !== null;
  if (given.text.length > UPDATE_TEXT_LIMIT) throw new Refusal("msg_too_long");
  const metadata = metadataOf(call);
  const changesContent = has("text") || has("blocks") || has("attachments");
  if (changesContent || !metadata) checkMessageBody(given);
  refuseBlockMismatch(message, given.blocks);
  edit(call.core, message, {
    by: call.core.workspace.bot.userId,
    ...(has("text") ? { text: given.text } : {}),
    ...(has("blocks") ? { blocks: given.blocks } : {}),
    ...(has("attachments") ? { attachments: given.attachments } : {}),
    ...(metadata ? { metadata } : {}),
    markup: markupOf(call),
  });
  const { channel, ts, text } = message;
  return { channel, ts, text, message: wire(call, message) };
}

/** Rich text cannot give way to other blocks. docs.slack.dev/methods/chat.update */
function refuseBlockMismatch(message: StoredMessage, blocks: readonly JsonObject[]): void {
  const isRich = (block: JsonObject) => block["type"] === "rich_text";
  const wasOnlyRich = message.blocks.length > 0 && message.blocks.every(isRich);
  if (wasOnlyRich && blocks.length > 0 && !blocks.some(isRich)) throw new Refusal("block_mismatch");
}

function deleteMessage(call: Call): JsonObject {
  const message = ownMessage(call, argument(call, "ts"), "cant_delete_message");
  remove(call.core, message);
  return { channel: message.channel, ts: message.ts };
}

function postEphemeral(call: Call): JsonObject {
  const channel = writableChannel(call, argument(call, "channel"));
  const user = argument(call, "user");
  if (!channel.members.has(user)) throw new Refusal("user_not_in_channel");
  const body = bodyOf(call);
  checkMessageBody(body);
  const threadTs = argument(call, "thread_ts");
  const message = post(call.core, {
    channel,
    user: call.core.workspace.bot.userId,
    ...body,
    onlyFor: user,
    ...(threadTs ? { threadTs } : {}),
    markup: markupOf(call),
  });
  return { message_ts: message.ts };
}

function getPermalink(call: Call): JsonObject {
  const channel = knownChannel(call, argument(call, "channel"));
  const message = call.core.messages.find(channel.id, argument(call, "message_ts"));
  if (!message) throw new Refusal("message_not_found");
  const thread = message.threadTs ? `?thread_ts=${message.threadTs}&cid=${channel.id}` : "";
  const path = `/archives/${channel.id}/p${message.ts.replace(".", "")}${thread}`;
  return { channel: channel.id, permalink: call.core.origin() + path };
}

export const chatMethods: Record<string, Method> = {
  "chat.postMessage": { token: "bot", tier: "post", scope, run: postMessage },
  "chat.update": { token: "bot", tier: "tier3", scope, run: update },
  "chat.delete": { token: "bot", tier: "tier3", scope, run: deleteMessage },
  "chat.postEphemeral": { token: "bot", tier: "tier4", scope, run: postEphemeral },
  "chat.getPermalink": { token: "bot", tier: "special", run: getPermalink },
};
