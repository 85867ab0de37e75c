import { refusals } from "./api-error.ts";
import type { ThreadBody } from "./body/thread.ts";
import { flag } from "./body/message.ts";
import type { TextChannel, Thread } from "./directory.ts";
import { interactionDefaults } from "./mentions.ts";
import type { StoredMessage } from "./messages.ts";
import { announce, postMessage } from "./posting.ts";
import { announceThread, joinThread, startArchiveTimer } from "./threads.ts";
import type { World } from "./world.ts";

const threadStarterMessage = 21;
const threadCreatedMessage = 18;
const defaultArchiveMinutes = 4320;

interface Start {
  readonly channel: TextChannel;
  readonly ownerId: string;
  readonly body: ThreadBody;
}

/** A thread from a message has the message's id, so there can be only one. */
export function startFromMessage(world: World, message: StoredMessage, start: Start): Thread {
  if (world.directory.places.has(message.id)) throw refusals.threadExists();
  const thread = addThread(world, message.id, 11, start);
  message.flags |= flag.hasThread;
  announce(world, "MESSAGE_UPDATE", message);
  postMessage(world, {
    authorId: message.authorId,
    place: thread,
    body: {},
    defaults: interactionDefaults,
    type: threadStarterMessage,
    reference: { messageId: message.id, channelId: message.channelId },
  });
  // The starter is Discord's own and counts for nothing.
  thread.messageCount = 0;
  return thread;
}

/** Without a message a thread is private unless told otherwise. */
export function startAlone(world: World, start: Start): Thread {
  const type = start.body.type === 11 ? 11 : 12;
  const thread = addThread(world, world.snowflakes.next(), type, start);
  if (type === 11)
    postMessage(world, {
      authorId: start.ownerId,
      place: start.channel,
      body: { content: thread.name },
      defaults: [],
      type: threadCreatedMessage,
      reference: { messageId: thread.id, channelId: thread.id },
    });
  return thread;
}

function addThread(world: World, id: string, type: 11 | 12, start: Start): Thread {
  const now = world.clock.now();
  const thread: Thread = {
    id,
    type,
    guildId: start.channel.guildId,
    parentId: start.channel.id,
    ownerId: start.ownerId,
    createdAt: now,
    archiveChangedAt: now,
    members: new Set([start.ownerId]),
    name: start.body.name ?? "",
    archived: false,
    locked: false,
    invitable: start.body.invitable ?? true,
    autoArchiveMinutes: start.body.auto_archive_duration ?? defaultArchiveMinutes,
    slowmode: start.body.rate_limit_per_user ?? 0,
    messageCount: 0,
    lastMessageId: null,
  };
  world.directory.places.set(id, thread);
  announceThread(world, "THREAD_CREATE", thread, { newly_created: true });
  thread.members.delete(start.ownerId);
  joinThread(world, thread, start.ownerId);
  startArchiveTimer(world, thread);
  return thread;
}
