import { flag } from "./body/message.ts";
import { isThread, type DirectChannel, type TextChannel, type Thread } from "./directory.ts";
import type { Json } from "./json.ts";
import type { StoredMessage } from "./messages.ts";
import type {
  AuthorView,
  MessageView,
  Named,
  PeopleIndex,
  PersonView,
  PlaceView,
  ThreadView,
} from "./people.ts";
import { memberSees } from "./permissions.ts";
import { isLoading } from "./wire.ts";
import type { World } from "./world.ts";

const named = ({ id, name }: Named): Named => ({ id, name });

export function peopleIndex(world: World): PeopleIndex {
  const people = [...world.directory.users.values()].filter(({ bot }) => !bot).map(named);
  const channels = [...world.directory.places.values()].filter((place) => place.type === 0);
  return { platform: "discord", people, places: channels.map(named) };
}

/** Everything on this person's screen, in one piece. */
export function personView(world: World, userId: string): PersonView {
  const { directory, desks } = world;
  const me = directory.user(userId);
  const modal = desks.modalOf(userId);
  const guilds = [...directory.guilds.values()].filter((guild) => guild.members.has(userId));
  const copied: Pick<PersonView, "modal" | "notices"> = {
    modal:
      modal === undefined
        ? null
        : {
            id: modal.id,
            customId: modal.customId,
            title: modal.title,
            components: modal.components,
            errors: { ...modal.errors },
          },
    notices: desks.noticesOf(userId).map(({ id, placeId, messageId, text }) => ({
      id,
      place: placeId,
      text,
      ...(messageId === undefined ? {} : { message: messageId }),
    })),
  };
  return structuredClone({
    platform: "discord",
    revision: world.changes.revision,
    me: named(me),
    bot: named(directory.bot),
    people: [...directory.users.values()].map(named),
    roles: guilds.flatMap((guild) => [...guild.roles.values()].map(named)),
    places: placesOf(world, userId),
    ephemerals: world.messages
      .ephemerals(userId)
      .filter(({ id }) => desks.shows(id))
      .map((message) => messageView(world, userId, message)),
    ...copied,
    commands: world.commands.all.map(({ name, description = "" }) => ({ name, description })),
  });
}

function placesOf(world: World, userId: string): PlaceView[] {
  const all = [...world.directory.places.values()];
  return all
    .filter((place): place is TextChannel | DirectChannel => !isThread(place))
    .filter((place) => isFor(world, place, userId))
    .map((place) => placeView(world, userId, place));
}

function isFor(world: World, place: TextChannel | DirectChannel, userId: string): boolean {
  if (place.type === 1) return memberSees(place, userId);
  return world.directory.guild(place.guildId).members.has(userId);
}

function placeView(world: World, userId: string, place: TextChannel | DirectChannel): PlaceView {
  const messages = world.messages
    .listed(place.id)
    .map((message) => messageView(world, userId, message));
  const threads = world.directory
    .threads()
    .filter((thread) => thread.parentId === place.id && world.messages.get(thread.id) === undefined)
    .filter((thread) => memberSees(thread, userId))
    .map((thread) => threadView(world, userId, thread));
  if (place.type === 1)
    return { id: place.id, name: world.directory.bot.name, kind: "direct", messages, threads };
  return {
    ...named(place),
    kind: "channel",
    guild: world.directory.guild(place.guildId).name,
    ...(place.topic === null ? {} : { topic: place.topic }),
    messages,
    threads,
  };
}

function threadView(world: World, userId: string, thread: Thread): ThreadView {
  return {
    ...named(thread),
    private: thread.type === 12,
    archived: thread.archived,
    locked: thread.locked,
    messages: world.messages
      .listed(thread.id)
      .map((message) => messageView(world, userId, message)),
  };
}

function authorView(world: World, userId: string): AuthorView {
  const { id, name, bot } = world.directory.user(userId);
  return { id, name, bot };
}

const kinds: Record<number, MessageView["kind"]> = {
  18: "thread-started",
  19: "reply",
  20: "command-reply",
  21: "thread-starter",
};

function messageView(world: World, userId: string, message: StoredMessage): MessageView {
  const thread = world.directory.places.get(message.id);
  const origin = world.origin();
  return {
    id: message.id,
    place: message.channelId,
    author: authorView(world, message.authorId),
    at: message.createdAt,
    kind: kinds[message.type] ?? "message",
    content: message.content,
    embeds: (message.flags & flag.suppressEmbeds) === 0 ? message.embeds : ([] as Json[]),
    components: message.components,
    attachments: message.attachments.map(({ id, filename, data }) => ({
      id,
      filename,
      size: data.length,
      url: `${origin}/attachments/${id}/${encodeURIComponent(filename)}`,
    })),
    edited: message.editedAt !== null,
    ephemeral: message.ephemeralFor !== undefined,
    loading: isLoading(message),
    mentionsMe: pingsMe(world, userId, message),
    ...replyOf(world, message),
    ...commandOf(world, message),
    ...(thread !== undefined && isThread(thread) && memberSees(thread, userId)
      ? { thread: threadView(world, userId, thread) }
      : {}),
  };
}

function pingsMe(world: World, userId: string, { pings, channelId }: StoredMessage): boolean {
  const place = world.directory.places.get(channelId);
  if (place === undefined) return false;
  const roles =
    place.type === 1 ? [] : (world.directory.guild(place.guildId).members.get(userId)?.roles ?? []);
  const byRole = pings.roles.some((role) => roles.includes(role));
  return pings.everyone || byRole || pings.users.includes(userId);
}

function replyOf(world: World, message: StoredMessage): Pick<MessageView, "replyTo"> {
  const target = world.messages.get(message.reference?.messageId ?? "");
  if (target === undefined || message.type === 21) return {};
  const title = target.embeds[0]?.["title"];
  const text = target.content === "" && typeof title === "string" ? title : target.content;
  return { replyTo: { id: target.id, author: authorView(world, target.authorId), text } };
}

function commandOf(world: World, message: StoredMessage): Pick<MessageView, "command"> {
  const trace = message.interaction;
  if (trace?.commandName === undefined || message.type !== 20) return {};
  return { command: { name: trace.commandName, by: named(world.directory.user(trace.userId)) } };
}
