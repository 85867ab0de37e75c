import { refusals } from "../api-error.ts";
import { isThread, type Guild, type Place, type TextChannel, type Thread } from "../directory.ts";
import type { StoredMessage } from "../messages.ts";
import { requireBot } from "../permissions.ts";
import type { World } from "../world.ts";
import type { Call } from "./routing.ts";

/** The place of the call, which exists and which the bot sees. */
export function placeOf(world: World, call: Call): Place {
  const place = world.directory.places.get(call.param("channel"));
  if (place === undefined) throw refusals.unknownChannel();
  requireBot(world.directory, place);
  return place;
}

export function textChannelOf(world: World, call: Call): TextChannel {
  const place = placeOf(world, call);
  if (place.type !== 0) throw refusals.wrongChannelType();
  return place;
}

export function threadOf(world: World, call: Call): Thread {
  const place = placeOf(world, call);
  if (!isThread(place)) throw refusals.wrongChannelType();
  return place;
}

export function messageOf(world: World, call: Call): StoredMessage {
  const message = world.messages.inChannel(call.param("channel"), call.param("message"));
  if (message === undefined) throw refusals.unknownMessage();
  return message;
}

export function guildOf(world: World, call: Call): Guild {
  const guild = world.directory.guilds.get(call.param("guild"));
  if (guild === undefined) throw refusals.unknownGuild();
  return guild;
}
