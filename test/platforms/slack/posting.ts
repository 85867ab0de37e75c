import { stored } from "./block-kit/normalize.ts";
import type { Core } from "./core.ts";
import type { JsonObject } from "./json.ts";
import { mentionsOfMessage, pingsOf, type MarkupOptions } from "./mentions.ts";
import { wireMessage } from "./message-wire.ts";
import type { StoredMessage } from "./messages.ts";
import type { Channel } from "./workspace.ts";

export interface Draft {
  channel: Channel;
  user: string;
  text: string;
  blocks?: JsonObject[];
  attachments?: JsonObject[];
  metadata?: JsonObject;
  threadTs?: string;
  /** A reply that is shown in the channel too. */
  isBroadcast?: boolean;
  onlyFor?: string;
  clientMsgId?: string;
  markup?: MarkupOptions;
}

const DEFAULT_MARKUP: MarkupOptions = { autoNames: false, autoLinks: true };

/** Every message is born here, whoever writes it. */
export function post(core: Core, draft: Draft): StoredMessage {
  const { channel, user, text, threadTs, onlyFor, clientMsgId, metadata } = draft;
  const blocks = stored(draft.blocks ?? []);
  const attachments = storedAttachments(draft.attachments ?? []);
  const mentions = mentionsOfMessage(text, draft.markup ?? DEFAULT_MARKUP, blocks, attachments);
  const rung = pingsOf(mentions, channel, user, core.groups);
  const message: StoredMessage = {
    ts: core.workspace.nextTs(),
    channel: channel.id,
    user,
    isFromApp: user === core.workspace.bot.userId,
    text,
    blocks,
    attachments,
    ...(metadata ? { metadata } : {}),
    ...(threadTs ? { threadTs } : {}),
    ...(threadTs && draft.isBroadcast ? { subtype: "thread_broadcast" } : {}),
    ...(onlyFor ? { onlyFor } : {}),
    ...(clientMsgId ? { clientMsgId } : {}),
    mentions,
    pings: onlyFor ? rung.filter((id) => id === onlyFor) : rung,
    state: {},
  };
  core.messages.add(message);
  if (!onlyFor) core.events.posted(message, channel);
  core.changes.note();
  return message;
}

export interface Edit {
  by: string;
  text?: string;
  blocks?: JsonObject[];
  attachments?: JsonObject[];
  metadata?: JsonObject;
  markup?: MarkupOptions;
}

/** Text alone takes the blocks away; neither leaves them; metadata stays unless given, and goes when empty. */
export function edit(core: Core, message: StoredMessage, change: Edit): void {
  const before = wireMessage(core.workspace, core.messages, message);
  if (change.blocks) message.blocks = stored(change.blocks);
  else if (change.text !== undefined) message.blocks = [];
  if (change.text !== undefined) message.text = change.text;
  if (change.attachments) message.attachments = storedAttachments(change.attachments);
  if (change.metadata) {
    if (Object.keys(change.metadata).length > 0) message.metadata = change.metadata;
    else delete message.metadata;
  }
  // An app that sends blocks with its text leaves no mark; a person always does.
  const isMarked = change.text !== undefined && (!change.blocks || !message.isFromApp);
  if (isMarked && !message.onlyFor)
    message.edited = { user: change.by, ts: core.workspace.nextTs() };
  const markup = change.markup ?? DEFAULT_MARKUP;
  message.mentions = mentionsOfMessage(message.text, markup, message.blocks, message.attachments);
  const channel = core.workspace.channels.get(message.channel);
  if (channel && !message.onlyFor) core.events.changed(message, before, channel);
  core.changes.note();
}

export function remove(core: Core, message: StoredMessage): void {
  const before = wireMessage(core.workspace, core.messages, message);
  core.messages.remove(message);
  const channel = core.workspace.channels.get(message.channel);
  if (channel && !message.onlyFor) core.events.deleted(before, channel);
  core.changes.note();
}

function storedAttachments(attachments: readonly JsonObject[]): JsonObject[] {
  return attachments.map((attachment, index) => ({
    id: index + 1,
    ...attachment,
    ...(Array.isArray(attachment["blocks"])
      ? { blocks: stored(attachment["blocks"] as JsonObject[]) }
      : {}),
  }));
}

/** Also the blocks that stand in attachments. */
export const allBlocksOf = (
  message: Pick<StoredMessage, "blocks" | "attachments">,
): JsonObject[] => [
  ...message.blocks,
  ...message.attachments.flatMap((one) =>
    Array.isArray(one["blocks"]) ? (one["blocks"] as JsonObject[]) : [],
  ),
];
