import { refusals } from "./api-error.ts";
import type { ThreadBody } from "./body/thread.ts";
import { limits } from "./body/limits.ts";
import type { Timer } from "./clock.ts";
import type { Thread } from "./directory.ts";
import { intent } from "./intents.ts";
import type { Json } from "./json.ts";
import { botMay, botSees } from "./permissions.ts";
import { wireMember, wirePlace, wireTime, wireUser } from "./wire.ts";
import type { World } from "./world.ts";

const archiveTimers = new WeakMap<Thread, Timer>();

/** A message in an archived thread opens it again, unless it is locked. */
export function noteActivity(world: World, thread: Thread): void {
  if (thread.archived) setArchived(world, thread, false);
  else startArchiveTimer(world, thread);
}

export function setArchived(world: World, thread: Thread, archived: boolean): void {
  thread.archived = archived;
  thread.archiveChangedAt = world.clock.now();
  startArchiveTimer(world, thread);
  announceThread(world, "THREAD_UPDATE", thread);
}

export function startArchiveTimer(world: World, thread: Thread): void {
  archiveTimers.get(thread)?.cancel();
  if (thread.archived) return;
  const timer = world.clock.setTimer(thread.autoArchiveMinutes * 60_000, () => {
    if (world.directory.places.has(thread.id) && !thread.archived) setArchived(world, thread, true);
  });
  archiveTimers.set(thread, timer);
}

export function announceThread(
  world: World,
  name: "THREAD_CREATE" | "THREAD_UPDATE",
  thread: Thread,
  extra: Json = {},
): void {
  world.changes.bump();
  if (!botSees(world.directory, thread)) return;
  const data = structuredClone({ ...wirePlace(world, thread), ...extra });
  world.outbox.emit({ name, data, intent: intent.guilds, guildId: thread.guildId });
}

/** Writing in a thread, being mentioned in it and being added all join it. */
export function joinThread(world: World, thread: Thread, userId: string): void {
  const { directory } = world;
  const member = directory.guild(thread.guildId).members.get(userId);
  if (member === undefined || thread.members.has(userId)) return;
  if (thread.members.size >= limits.threadMembers.max) throw refusals.tooManyThreadMembers();
  thread.members.add(userId);
  world.changes.bump();
  const isBot = userId === directory.botId;
  const joined = wireTime(world.clock.now());
  world.outbox.emit({
    name: "THREAD_MEMBERS_UPDATE",
    // Without the members intent a bot hears only of itself.
    intent: isBot ? intent.guilds : intent.guildMembers,
    guildId: thread.guildId,
    data: {
      id: thread.id,
      guild_id: thread.guildId,
      member_count: thread.members.size,
      added_members: [
        {
          id: thread.id,
          user_id: userId,
          join_timestamp: joined,
          flags: 0,
          member: { ...wireMember(member), user: wireUser(directory.user(userId)) },
          presence: null,
        },
      ],
    },
  });
}

export function leaveThread(world: World, thread: Thread, userId: string): void {
  thread.members.delete(userId);
  world.changes.bump();
}

/** Sending: an archived thread opens by itself, a locked one only for those who manage threads. */
export function requireSendable(world: World, thread: Thread): void {
  if (thread.locked && !botMay(world.directory, thread, "manageThreads"))
    throw refusals.threadLocked();
}

/** Changing what is in it: an archived thread refuses, whoever asks. */
export function requireEditable(world: World, thread: Thread): void {
  requireSendable(world, thread);
  if (thread.archived) throw refusals.threadArchived();
}

const ownerKeys: ReadonlySet<string> = new Set([
  "name",
  "archived",
  "auto_archive_duration",
  "rate_limit_per_user",
  "invitable",
]);

export function changeThread(world: World, thread: Thread, body: ThreadBody): void {
  const { directory } = world;
  const manages = botMay(directory, thread, "manageThreads");
  const keys = Object.keys(body);
  const mayAsOwner = thread.ownerId === directory.botId && !thread.locked;
  const onlyUnarchives = keys.length === 1 && body.archived === false && !thread.locked;
  if (!manages && !(mayAsOwner && keys.every((key) => ownerKeys.has(key))) && !onlyUnarchives)
    throw refusals.missingPermissions();
  if (thread.archived && body.archived !== false) throw refusals.threadArchived();
  thread.name = body.name ?? thread.name;
  thread.locked = body.locked ?? thread.locked;
  thread.invitable = body.invitable ?? thread.invitable;
  thread.autoArchiveMinutes = body.auto_archive_duration ?? thread.autoArchiveMinutes;
  thread.slowmode = body.rate_limit_per_user ?? thread.slowmode;
  setArchived(world, thread, body.archived ?? thread.archived);
}

export function deleteThread(world: World, thread: Thread): void {
  archiveTimers.get(thread)?.cancel();
  const seen = botSees(world.directory, thread);
  world.directory.places.delete(thread.id);
  world.changes.bump();
  const { id, guildId, parentId, type } = thread;
  const data = { id, guild_id: guildId, parent_id: parentId, type };
  if (seen) world.outbox.emit({ name: "THREAD_DELETE", intent: intent.guilds, guildId, data });
}
