import { refusals } from "../api-error.ts";
import { isObject } from "../json.ts";
import { restUser, wireGuild, wireMember, wirePlace, wireRoles } from "../wire.ts";
import type { World } from "../world.ts";
import { guildOf } from "./lookups.ts";
import { ok, type Answer, type Call, type Route } from "./routing.ts";

export const directoryRoutes: readonly Route[] = [
  { method: "GET", path: "/users/@me", handle: (world) => ok(restUser(world.directory.bot)) },
  { method: "GET", path: "/users/:user", handle: user },
  { method: "POST", path: "/users/@me/channels", handle: openDirect },
  {
    method: "GET",
    path: "/guilds/:guild",
    handle: (world, call) => ok(wireGuild(guildOf(world, call))),
  },
  {
    method: "GET",
    path: "/guilds/:guild/roles",
    handle: (world, call) => ok(wireRoles(guildOf(world, call))),
  },
  { method: "GET", path: "/guilds/:guild/channels", handle: channels },
  { method: "GET", path: "/guilds/:guild/members/:user", handle: member },
];

function user(world: World, call: Call): Answer {
  const found = world.directory.users.get(call.param("user"));
  if (found === undefined) throw refusals.unknownUser();
  return ok(restUser(found));
}

/** Opening the channel always works; sending may not (50007). */
function openDirect(world: World, call: Call): Answer {
  const id = isObject(call.body) ? String(call.body["recipient_id"]) : "";
  const recipient = world.directory.users.get(id);
  if (recipient === undefined || recipient.bot) throw refusals.unknownUser();
  return ok(wirePlace(world, world.directory.directChannelWith(id)));
}

function channels(world: World, call: Call): Answer {
  const all = world.directory.channelsOf(guildOf(world, call).id);
  return ok(all.map((channel) => wirePlace(world, channel)));
}

function member(world: World, call: Call): Answer {
  const found = guildOf(world, call).members.get(call.param("user"));
  if (found === undefined) throw refusals.unknownMember();
  const shown = { ...wireMember(found), user: restUser(world.directory.user(found.userId)) };
  return ok(shown);
}
