import type { InteractionKind } from "./body/callback.ts";
import { flag } from "./body/message.ts";
import {
  isThread,
  type Guild,
  type Member,
  type Place,
  type Role,
  type User,
} from "./directory.ts";
import { intent } from "./intents.ts";
import type { Json } from "./json.ts";
import type { Attachment, InteractionTrace, StoredMessage } from "./messages.ts";
import { botPermissions } from "./permissions.ts";
import type { World } from "./world.ts";

/** Discord writes microseconds and an offset where Node writes milliseconds and a Z. */
export const wireTime = (ms: number): string =>
  new Date(ms).toISOString().replace("Z", "000+00:00");

const joinedAt = "2025-01-15T12:00:00.123000+00:00";

export function wireUser(user: User): Json {
  return {
    id: user.id,
    username: user.bot ? user.name : user.name.toLowerCase().replaceAll(/[^a-z0-9_.]/g, "."),
    discriminator: user.bot ? "4821" : "0",
    global_name: user.bot ? null : user.name,
    avatar: null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
    clan: null,
    public_flags: 0,
    ...(user.bot ? { bot: true } : {}),
  };
}

/** REST shows a few members of a user that the gateway leaves out. */
export function restUser(user: User): Json {
  return { ...wireUser(user), flags: 0, banner: null, accent_color: null };
}

export function wireMember(member: Member): Json {
  return {
    avatar: null,
    banner: null,
    communication_disabled_until: null,
    deaf: false,
    flags: 0,
    joined_at: joinedAt,
    mute: false,
    nick: null,
    pending: false,
    premium_since: null,
    roles: member.roles,
  };
}

export function wireRole(role: Role, position: number): Json {
  return {
    id: role.id,
    name: role.name,
    description: null,
    permissions: role.permissions.toString(),
    position,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: false,
    mentionable: role.mentionable,
    icon: null,
    unicode_emoji: null,
    flags: 0,
  };
}

export const wireRoles = (guild: Guild): Json[] => [...guild.roles.values()].map(wireRole);

export function wireGuild(guild: Guild): Json {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    description: null,
    splash: null,
    discovery_splash: null,
    features: [],
    banner: null,
    owner_id: [...guild.members.keys()].at(-1) ?? guild.id,
    application_id: null,
    region: "deprecated",
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    verification_level: 0,
    default_message_notifications: 1,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_members: 25_000_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    preferred_locale: "en-US",
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    nsfw: false,
    nsfw_level: 0,
    roles: wireRoles(guild),
    emojis: [],
    stickers: [],
  };
}

/** What a bot is told about a guild when it connects; without the members intent, of itself alone. */
export function wireGuildCreate(world: World, guild: Guild, intents: number): Json {
  const { directory } = world;
  const members = [...guild.members.values()].filter(
    ({ userId }) => userId === directory.botId || (intents & intent.guildMembers) !== 0,
  );
  const threads = directory.threads().filter((thread) => thread.guildId === guild.id);
  return {
    ...wireGuild(guild),
    joined_at: joinedAt,
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    members: members.map((member) => ({
      ...wireMember(member),
      user: wireUser(directory.user(member.userId)),
    })),
    channels: directory.channelsOf(guild.id).map((channel) => wirePlace(world, channel)),
    threads: threads.filter((thread) => !thread.archived).map((thread) => wirePlace(world, thread)),
  };
}

export function wirePlace(world: World, place: Place): Json {
  const common = { id: place.id, type: place.type, last_message_id: place.lastMessageId, flags: 0 };
  if (place.type === 1)
    return { ...common, recipients: [wireUser(world.directory.user(place.recipientId))] };
  if (place.type === 0)
    return {
      ...common,
      guild_id: place.guildId,
      name: place.name,
      topic: place.topic,
      position: place.position,
      parent_id: null,
      rate_limit_per_user: place.slowmode,
      nsfw: false,
      last_pin_timestamp: null,
      permission_overwrites: [botOverwrite(world, place)],
    };
  return {
    ...common,
    guild_id: place.guildId,
    parent_id: place.parentId,
    owner_id: place.ownerId,
    name: place.name,
    last_pin_timestamp: null,
    message_count: place.messageCount,
    member_count: place.members.size,
    total_message_sent: place.messageCount,
    rate_limit_per_user: place.slowmode,
    thread_metadata: {
      archived: place.archived,
      archive_timestamp: wireTime(place.archiveChangedAt),
      auto_archive_duration: place.autoArchiveMinutes,
      locked: place.locked,
      create_timestamp: wireTime(place.createdAt),
      ...(place.type === 12 ? { invitable: place.invitable } : {}),
    },
  };
}

/** Says exactly what the bot may do, so that a client computes the same as the server. */
function botOverwrite(world: World, place: Place): Json {
  const allow = botPermissions(world.directory, place) & ((1n << 53n) - 1n);
  const deny = ((1n << 53n) - 1n) & ~allow;
  const member = 1;
  return { id: world.directory.botId, type: member, allow: `${allow}`, deny: `${deny}` };
}

/** Type numbers of interactions (Discord docs, receiving-and-responding). */
export const interactionType: Record<InteractionKind | "ping", number> = {
  ping: 1,
  command: 2,
  component: 3,
  autocomplete: 4,
  modal: 5,
};

function wireAttachment(world: World, attachment: Attachment): Json {
  const { id, filename, description, contentType, data } = attachment;
  const url = `${world.origin()}/attachments/${id}/${encodeURIComponent(filename)}`;
  return {
    id,
    filename,
    ...(description === undefined ? {} : { description }),
    size: data.length,
    content_type: contentType,
    url,
    proxy_url: url,
  };
}

/** A message as both REST and the gateway show it; the gateway adds guild and member. */
export function wireMessage(world: World, message: StoredMessage, depth = 0): Json {
  const { directory } = world;
  const thread = directory.places.get(message.id);
  return {
    type: message.type,
    tts: false,
    timestamp: wireTime(message.createdAt),
    pinned: false,
    mentions: message.pings.users.map((id) => wireUser(directory.user(id))),
    mention_roles: message.pings.roles,
    mention_everyone: message.pings.everyone,
    id: message.id,
    flags: message.flags,
    embeds: message.embeds,
    edited_timestamp: message.editedAt === null ? null : wireTime(message.editedAt),
    content: message.content,
    components: message.components,
    channel_id: message.channelId,
    author: wireUser(directory.user(message.authorId)),
    attachments: message.attachments.map((attachment) => wireAttachment(world, attachment)),
    ...(message.position === undefined ? {} : { position: message.position }),
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(thread !== undefined && isThread(thread) ? { thread: wirePlace(world, thread) } : {}),
    ...(message.interaction === undefined ? {} : wireTrace(world, message.interaction)),
    ...(message.reference === undefined ? {} : wireReference(world, message, depth)),
  };
}

function wireReference(world: World, message: StoredMessage, depth: number): Json {
  const { reference } = message;
  if (reference === undefined) return {};
  const place = world.directory.places.get(reference.channelId);
  const target = world.messages.get(reference.messageId);
  const shown = target === undefined ? null : wireMessage(world, target, depth + 1);
  return {
    message_reference: {
      type: 0,
      channel_id: reference.channelId,
      message_id: reference.messageId,
      ...(place === undefined || place.type === 1 ? {} : { guild_id: place.guildId }),
    },
    // Discord resolves one step, not a whole chain of replies.
    ...(depth === 0 ? { referenced_message: shown } : {}),
  };
}

function wireTrace(world: World, trace: InteractionTrace): Json {
  return {
    webhook_id: world.application.id,
    application_id: world.application.id,
    interaction_metadata: {
      id: trace.id,
      type: interactionType[trace.kind],
      user: wireUser(world.directory.user(trace.userId)),
      authorizing_integration_owners: {},
      ...(trace.commandName === undefined ? {} : { name: trace.commandName }),
      ...(trace.messageId === undefined ? {} : { interacted_message_id: trace.messageId }),
    },
  };
}

/** Without the message content intent these are empty (Discord docs, gateway: message content). */
export function stripContent(message: Json): Json {
  return { ...message, content: "", embeds: [], attachments: [], components: [] };
}

/** Own messages, direct messages and those that mention the bot keep their content. */
export function keepsContent(world: World, message: StoredMessage): boolean {
  const { botId, places } = world.directory;
  if (message.authorId === botId || message.pings.users.includes(botId)) return true;
  return places.get(message.channelId)?.type === 1;
}

export const isLoading = (message: StoredMessage): boolean => (message.flags & flag.loading) !== 0;
