import { lengthOf } from "./body/field.ts";
import { flag, type MessageBody } from "./body/message.ts";
import { isThread, type Place } from "./directory.ts";
import { intent } from "./intents.ts";
import { isObject, type Json } from "./json.ts";
import { findPings, type MentionDefaults, type Pings } from "./mentions.ts";
import type { Attachment, InteractionTrace, StoredMessage } from "./messages.ts";
import { botMay, botSees } from "./permissions.ts";
import { joinThread, noteActivity } from "./threads.ts";
import { keepsContent, stripContent, wireMember, wireMessage } from "./wire.ts";
import type { World } from "./world.ts";

/** A file that came with a request; `index` is the n of `files[n]`. */
export interface Upload {
  readonly index: string;
  readonly filename: string;
  readonly contentType: string;
  readonly data: Buffer;
}

export interface Draft {
  readonly authorId: string;
  readonly place: Place;
  readonly body: MessageBody;
  readonly uploads?: readonly Upload[];
  readonly defaults: MentionDefaults;
  readonly type?: number;
  readonly reference?: { readonly messageId: string; readonly channelId: string };
  readonly interaction?: InteractionTrace;
  readonly ephemeralFor?: string;
  readonly loading?: boolean;
  /** Whom a reply answers. */
  readonly alsoPinged?: string;
}

const keptFlags = flag.suppressEmbeds | flag.suppressNotifications | flag.componentsV2;

export function postMessage(world: World, draft: Draft): StoredMessage {
  const { body, place } = draft;
  const id = world.snowflakes.next();
  const hidden = draft.ephemeralFor !== undefined;
  const message: StoredMessage = {
    id,
    channelId: place.id,
    authorId: draft.authorId,
    type: draft.type ?? 0,
    createdAt: world.clock.now(),
    content: body.content ?? "",
    embeds: (body.embeds ?? []).map(richEmbed),
    components: withIds(body.components ?? []),
    attachments: attach(world, body, draft.uploads ?? []),
    flags:
      ((body.flags ?? 0) & keptFlags) |
      (hidden ? flag.ephemeral : 0) |
      (draft.loading === true ? flag.loading : 0),
    editedAt: null,
    pings: withPinged(
      pingsOf(world, draft.authorId, place, body, body.allowed_mentions, draft.defaults),
      draft.alsoPinged,
    ),
    ...(isThread(place) && !hidden ? { position: place.messageCount } : {}),
    ...(body.nonce === undefined || body.nonce === null ? {} : { nonce: body.nonce }),
    ...(draft.reference === undefined ? {} : { reference: draft.reference }),
    ...(draft.interaction === undefined ? {} : { interaction: draft.interaction }),
    ...(draft.ephemeralFor === undefined ? {} : { ephemeralFor: draft.ephemeralFor }),
  };
  world.messages.add(message);
  if (!hidden) settleInPlace(world, place, message);
  announce(world, "MESSAGE_CREATE", message);
  return message;
}

function withPinged(pings: Pings, user: string | undefined): Pings {
  return user === undefined ? pings : { ...pings, users: [...new Set([...pings.users, user])] };
}

function settleInPlace(world: World, place: Place, message: StoredMessage): void {
  place.lastMessageId = message.id;
  if (!isThread(place)) return;
  place.messageCount += 1;
  noteActivity(world, place);
  joinThread(world, place, message.authorId);
  for (const userId of message.pings.users) joinThread(world, place, userId);
}

/** Absent members stay as they are; mentions are parsed anew, with the defaults when not told. */
export function editMessage(
  world: World,
  message: StoredMessage,
  body: MessageBody,
  how: { uploads?: readonly Upload[]; defaults: MentionDefaults },
): void {
  const place = world.directory.places.get(message.channelId);
  if (body.content !== undefined) message.content = body.content ?? "";
  if (body.embeds !== undefined) message.embeds = (body.embeds ?? []).map(richEmbed);
  if (body.components !== undefined) message.components = withIds(body.components ?? []);
  const uploads = how.uploads ?? [];
  if (body.attachments !== undefined && body.attachments !== null) {
    const kept = new Set(body.attachments.map(({ id }) => String(id)));
    message.attachments = message.attachments.filter(({ id }) => kept.has(id));
  }
  message.attachments.push(...attach(world, body, uploads));
  if (body.flags !== undefined && body.flags !== null)
    message.flags = (message.flags & ~flag.suppressEmbeds) | (body.flags & keptFlags);
  if (place !== undefined)
    message.pings = pingsOf(
      world,
      message.authorId,
      place,
      message,
      body.allowed_mentions,
      how.defaults,
    );
  // Filling in a deferred answer is not an edit to its reader.
  if ((message.flags & flag.loading) === 0) message.editedAt = world.clock.now();
  message.flags &= ~flag.loading;
  announce(world, "MESSAGE_UPDATE", message);
}

export function removeMessage(world: World, message: StoredMessage): void {
  world.messages.delete(message.id);
  const place = world.directory.places.get(message.channelId);
  world.changes.bump();
  if (place === undefined || !botSees(world.directory, place)) return;
  const guild = guildOf(place, message);
  world.outbox.emit({
    name: "MESSAGE_DELETE",
    intent: guild === undefined ? intent.directMessages : intent.guildMessages,
    data: { id: message.id, channel_id: message.channelId, ...withGuild(guild) },
    ...(guild === undefined ? {} : { guildId: guild }),
  });
}

/** Tells the bot. Private messages arrive like direct ones, without guild and member. */
export function announce(
  world: World,
  name: "MESSAGE_CREATE" | "MESSAGE_UPDATE",
  message: StoredMessage,
): void {
  world.changes.bump();
  const place = world.directory.places.get(message.channelId);
  if (place === undefined || !botSees(world.directory, place)) return;
  const guild = guildOf(place, message);
  const member =
    guild === undefined ? undefined : world.directory.guild(guild).members.get(message.authorId);
  const data: Json = {
    ...wireMessage(world, message),
    channel_type: place.type,
    ...withGuild(guild),
    ...(member === undefined ? {} : { member: wireMember(member) }),
  };
  // Text as it is now: later edits must not change an event already on its way.
  const snapshot = structuredClone(data);
  world.outbox.emit({
    name,
    intent: guild === undefined ? intent.directMessages : intent.guildMessages,
    data: snapshot,
    ...(guild === undefined ? {} : { guildId: guild }),
    ...(keepsContent(world, message) ? {} : { withoutContent: stripContent(snapshot) }),
  });
}

function guildOf(place: Place, message: StoredMessage): string | undefined {
  return place.type === 1 || message.ephemeralFor !== undefined ? undefined : place.guildId;
}

const withGuild = (guildId: string | undefined): Json =>
  guildId === undefined ? {} : { guild_id: guildId };

function pingsOf(
  world: World,
  authorId: string,
  place: Place,
  body: Pick<MessageBody, "content"> & { readonly components?: readonly Json[] | null },
  allowed: MessageBody["allowed_mentions"],
  defaults: MentionDefaults,
): Pings {
  const { directory } = world;
  const roles = place.type === 1 ? undefined : directory.guild(place.guildId).roles;
  const byBot = authorId === directory.botId;
  const mayMentionEveryone =
    byBot && place.type !== 1 && botMay(directory, place, "mentionEveryone");
  return findPings(body, {
    allowed,
    defaults,
    mayMentionEveryone,
    isUser: (id) => directory.users.has(id),
    mayMentionRole: (id) =>
      roles?.get(id)?.mentionable === true || (mayMentionEveryone && roles?.has(id) === true),
  });
}

function attach(world: World, body: MessageBody, uploads: readonly Upload[]): Attachment[] {
  return uploads.map((upload) => {
    const told = (body.attachments ?? []).find(({ id }) => String(id) === upload.index);
    const description = told?.["description"];
    const filename = told?.["filename"];
    return {
      id: world.snowflakes.next(),
      filename: typeof filename === "string" ? filename : upload.filename,
      contentType: upload.contentType,
      data: upload.data,
      ...(typeof description === "string" ? { description } : {}),
    };
  });
}

/** Discord trims the texts of an embed. */
function richEmbed(embed: Json): Json {
  const trimmed: Json = { ...embed, type: "rich" };
  for (const key of ["title", "description"])
    if (typeof embed[key] === "string") trimmed[key] = embed[key].trim();
  return trimmed;
}

/** Components without an id, and those with 0, are numbered from 1 in reading order. */
export function withIds(components: readonly Json[]): Json[] {
  const taken = new Set<unknown>();
  walk(components, (component) => taken.add(component["id"]));
  let last = 0;
  const copy = structuredClone(components) as Json[];
  walk(copy, (component) => {
    if (component["id"] !== undefined && component["id"] !== 0) return;
    do last += 1;
    while (taken.has(last));
    component["id"] = last;
  });
  return copy;
}

/** Visits every component, the nested ones after the one that holds them. */
function walk(components: readonly unknown[], visit: (component: Json) => void): void {
  for (const component of components.filter(isObject)) {
    visit(component);
    for (const key of ["components", "component", "accessory"]) {
      const inner = component[key];
      walk(Array.isArray(inner) ? inner : [inner], visit);
    }
  }
}

/** Whether anything is left to show; an edit must not empty a message. */
export function isBlank(message: StoredMessage): boolean {
  const parts = [message.embeds, message.components, message.attachments];
  return lengthOf(message.content.trim()) === 0 && parts.every((part) => part.length === 0);
}
