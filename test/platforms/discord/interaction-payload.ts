import { isThread, type Place } from "./directory.ts";
import type { Interaction } from "./interaction.ts";
import type { Json } from "./json.ts";
import { botPermissions } from "./permissions.ts";
import { interactionType, wireMember, wireMessage, wirePlace, wireUser } from "./wire.ts";
import type { World } from "./world.ts";

const locale = "en-GB";
const guildLocale = "en-US";
const attachmentSizeLimit = 10 * 1024 * 1024;

/** What the bot is told, by gateway or by HTTP. */
export function interactionPayload(world: World, interaction: Interaction): Json {
  const { place, message, kind } = interaction;
  const permissions = botPermissions(world.directory, place) & ((1n << 53n) - 1n);
  return structuredClone({
    version: 1,
    type: interactionType[kind],
    id: interaction.id,
    token: interaction.token,
    application_id: world.application.id,
    ...actor(world, interaction),
    locale,
    entitlements: [],
    entitlement_sku_ids: [],
    channel_id: place.id,
    ...(world.faults.leaveOutChannels ? {} : { channel: channelOf(world, place, permissions) }),
    attachment_size_limit: attachmentSizeLimit,
    app_permissions: permissions.toString(),
    ...(message === undefined ? {} : { message: wireMessage(world, message) }),
    data: interaction.data,
  });
}

/** In a guild a member with the permissions of the moment, elsewhere a user. */
function actor(world: World, { place, userId }: Interaction): Json {
  const { directory } = world;
  const user = wireUser(directory.user(userId));
  if (place.type === 1) return { user, context: 1, authorizing_integration_owners: { "0": "0" } };
  const { guildId } = place;
  const member = directory.guild(guildId).members.get(userId);
  if (member === undefined) throw new Error(`${userId} is not a member of ${guildId}`);
  return {
    member: { ...wireMember(member), user, permissions: member.permissions.toString() },
    guild_id: guildId,
    guild_locale: guildLocale,
    guild: { id: guildId, locale: guildLocale, features: [] },
    context: 0,
    authorizing_integration_owners: { "0": guildId },
  };
}

function channelOf(world: World, place: Place, permissions: bigint): Json {
  const { permission_overwrites: _, ...channel } = wirePlace(world, place);
  return {
    ...channel,
    ...(isThread(place) || place.type === 0
      ? { permissions: permissions.toString(), app_permissions: permissions.toString() }
      : {}),
  };
}
