import { stored } from "./block-kit/normalize.ts";
import type { Changes } from "./changes.ts";
import type { Events } from "./events.ts";
import type { StoredFile } from "./files.ts";
import type { JsonObject } from "./json.ts";
import { mentionsOfMessage, pingsOf, type MarkupOptions } from "./mentions.ts";
import { wireMessage } from "./message-wire.ts";
import type { Messages, StoredMessage } from "./messages.ts";
import type { Channel, Workspace } from "./workspace.ts";

/** What a message touches when it comes, changes or goes. */
export interface Board {
  readonly workspace: Workspace;
  readonly messages: Messages;
  readonly events: Events;
  readonly changes: Changes;
  /** Members of user groups, by group id. */
  readonly groups: Map<string, string[]>;
}

export interface Draft {
  channel: Channel;
  user: string;
  text: string;
  blocks?: JsonObject[];
  attachments?: JsonObject[];
  files?: readonly StoredFile[];
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
export function post(board: Board, draft: Draft): StoredMessage {
  const { channel, user, text, threadTs, onlyFor, clientMsgId, metadata, files = [] } = draft;
  const blocks = stored(draft.blocks ?? []);
  const attachments = storedAttachments(draft.attachments ?? []);
  const mentions = mentionsOfMessage(text, draft.markup ?? DEFAULT_MARKUP, blocks, attachments);
  const rung = pingsOf(mentions, channel, user, board.groups);
  const message: StoredMessage = {
    ts: board.workspace.nextTs(),
    channel: channel.id,
    user,
    isFromApp: user === board.workspace.bot.userId,
    text,
    blocks,
    attachments,
    files,
    ...(metadata ? { metadata } : {}),
    ...(threadTs ? { threadTs } : {}),
    ...(threadTs && draft.isBroadcast ? { subtype: "thread_broadcast" } : {}),
    ...(files.length > 0 ? { subtype: "file_share" } : {}),
    ...(onlyFor ? { onlyFor } : {}),
    ...(clientMsgId ? { clientMsgId } : {}),
    mentions,
    pings: onlyFor ? rung.filter((id) => id === onlyFor) : rung,
    state: {},
  };
  board.messages.add(message);
  if (!onlyFor) board.events.posted(message, channel);
  board.changes.note();
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
export function edit(board: Board, message: StoredMessage, change: Edit): void {
  const before = wireMessage(board.workspace, board.messages, message);
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
    message.edited = { user: change.by, ts: board.workspace.nextTs() };
  const markup = change.markup ?? DEFAULT_MARKUP;
  message.mentions = mentionsOfMessage(message.text, markup, message.blocks, message.attachments);
  const channel = board.workspace.channels.get(message.channel);
  if (channel && !message.onlyFor) board.events.changed(message, before, channel);
  board.changes.note();
}

export function remove(board: Board, message: StoredMessage): void {
  const before = wireMessage(board.workspace, board.messages, message);
  board.messages.remove(message);
  const channel = board.workspace.channels.get(message.channel);
  if (channel && !message.onlyFor) board.events.deleted(before, channel);
  board.changes.note();
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
