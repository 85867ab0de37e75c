import { refusals } from "../api-error.ts";
import { readThread } from "../body/thread.ts";
import { isThread, type TextChannel } from "../directory.ts";
import { requireBot } from "../permissions.ts";
import { startAlone, startFromMessage } from "../start-thread.ts";
import {
  changeThread,
  deleteThread,
  joinThread,
  leaveThread,
  requireEditable,
} from "../threads.ts";
import { wirePlace } from "../wire.ts";
import type { World } from "../world.ts";
import { guildOf, messageOf, placeOf, textChannelOf, threadOf } from "./lookups.ts";
import { created, noContent, ok, type Answer, type Call, type Route } from "./routing.ts";

const members = "/channels/:channel/thread-members";

export const threadRoutes: readonly Route[] = [
  { method: "POST", path: "/channels/:channel/messages/:message/threads", handle: fromMessage },
  { method: "POST", path: "/channels/:channel/threads", handle: alone },
  { method: "GET", path: "/channels/:channel", handle: read },
  { method: "PATCH", path: "/channels/:channel", handle: change },
  { method: "DELETE", path: "/channels/:channel", handle: remove },
  { method: "PUT", path: `${members}/:user`, handle: add },
  { method: "DELETE", path: `${members}/:user`, handle: leave },
  { method: "GET", path: members, handle: list },
  { method: "GET", path: "/guilds/:guild/threads/active", handle: active },
];

function fromMessage(world: World, call: Call): Answer {
  const channel = textChannelOf(world, call);
  requireBot(world.directory, channel, "createPublicThreads");
  const message = messageOf(world, call);
  const body = readThread(call.body, { nameRequired: true });
  const ownerId = world.directory.botId;
  return created(wirePlace(world, startFromMessage(world, message, { channel, ownerId, body })));
}

function alone(world: World, call: Call): Answer {
  const channel = textChannelOf(world, call);
  const body = readThread(call.body, { nameRequired: true });
  const isPublic = body.type === 11;
  requireBot(world.directory, channel, isPublic ? "createPublicThreads" : "createPrivateThreads");
  const ownerId = world.directory.botId;
  return created(wirePlace(world, startAlone(world, { channel, ownerId, body })));
}

function read(world: World, call: Call): Answer {
  return ok(wirePlace(world, placeOf(world, call)));
}

function change(world: World, call: Call): Answer {
  const place = placeOf(world, call);
  const body = readThread(call.body, { nameRequired: false });
  if (isThread(place)) {
    if (body.name !== undefined && body.name !== place.name) call.rateLimits.takeRename(place.id);
    changeThread(world, place, body);
  } else if (place.type === 0) changeChannel(world, place, body);
  else throw refusals.wrongChannelType();
  return ok(wirePlace(world, place));
}

function changeChannel(world: World, channel: TextChannel, body: ReturnType<typeof readThread>) {
  requireBot(world.directory, channel, "manageChannels");
  channel.name = body.name ?? channel.name;
  channel.topic = body.topic === undefined ? channel.topic : body.topic;
  channel.slowmode = body.rate_limit_per_user ?? channel.slowmode;
  world.changes.bump();
}

function remove(world: World, call: Call): Answer {
  const thread = threadOf(world, call);
  requireBot(world.directory, thread, "manageThreads");
  const answer = ok(wirePlace(world, thread));
  deleteThread(world, thread);
  return answer;
}

const userOf = (world: World, call: Call): string =>
  call.param("user") === "@me" ? world.directory.botId : call.param("user");

function add(world: World, call: Call): Answer {
  const thread = threadOf(world, call);
  requireEditable(world, thread);
  const userId = userOf(world, call);
  if (userId !== world.directory.botId)
    requireBot(world.directory, thread, "sendMessagesInThreads");
  if (!world.directory.guild(thread.guildId).members.has(userId)) throw refusals.unknownMember();
  joinThread(world, thread, userId);
  return noContent;
}

function leave(world: World, call: Call): Answer {
  const thread = threadOf(world, call);
  requireEditable(world, thread);
  const userId = userOf(world, call);
  if (userId !== world.directory.botId) requireBot(world.directory, thread, "manageThreads");
  leaveThread(world, thread, userId);
  return noContent;
}

function list(world: World, call: Call): Answer {
  const thread = threadOf(world, call);
  return ok([...thread.members].map((user_id) => ({ id: thread.id, user_id, flags: 0 })));
}

function active(world: World, call: Call): Answer {
  const guild = guildOf(world, call);
  const threads = world.directory
    .threads()
    .filter((thread) => thread.guildId === guild.id && !thread.archived);
  const { botId } = world.directory;
  const own = threads.filter((thread) => thread.members.has(botId));
  return ok({
    threads: threads.map((thread) => wirePlace(world, thread)),
    members: own.map(({ id }) => ({ id, user_id: botId, flags: 0 })),
  });
}
