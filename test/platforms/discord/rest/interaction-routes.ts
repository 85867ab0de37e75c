import { answerInteraction, callbackResponse } from "../callbacks.ts";
import { editOwn, findOwn, postFollowup } from "../followups.ts";
import { type Interaction } from "../interaction.ts";
import { requireAnswered, requireOpen } from "../interactions.ts";
import { removeMessage } from "../posting.ts";
import { restUser, wireMessage } from "../wire.ts";
import type { World } from "../world.ts";
import type { StoredMessage } from "../messages.ts";
import { noContent, ok, type Answer, type Call, type Route } from "./routing.ts";

const webhook = "/webhooks/:application/:token";
const open = { withoutToken: true } as const;

export const interactionRoutes: readonly Route[] = [
  { method: "POST", path: "/interactions/:interaction/:token/callback", ...open, handle: answer },
  { method: "POST", path: webhook, ...open, handle: followup },
  { method: "GET", path: `${webhook}/messages/:message`, ...open, handle: read },
  { method: "PATCH", path: `${webhook}/messages/:message`, ...open, handle: edit },
  { method: "DELETE", path: `${webhook}/messages/:message`, ...open, handle: remove },
];

function answer(world: World, call: Call): Answer {
  const interaction = requireOpen(world, call.param("interaction"), call.param("token"));
  answerInteraction(world, interaction, call.body, call.uploads);
  const wanted = call.query.get("with_response") === "true";
  return wanted ? ok(callbackResponse(world, interaction)) : noContent;
}

const interactionOf = (world: World, call: Call): Interaction =>
  requireAnswered(world, call.param("application"), call.param("token"));

const shown = (world: World, message: StoredMessage): Answer =>
  ok({
    ...wireMessage(world, message),
    author: restUser(world.directory.user(message.authorId)),
  });

function followup(world: World, call: Call): Answer {
  return shown(world, postFollowup(world, interactionOf(world, call), call.body, call.uploads));
}

const ownOf = (world: World, call: Call): StoredMessage =>
  findOwn(world, interactionOf(world, call), call.param("message"));

function read(world: World, call: Call): Answer {
  return shown(world, ownOf(world, call));
}

function edit(world: World, call: Call): Answer {
  const message = ownOf(world, call);
  editOwn(world, message, call.body, call.uploads);
  return shown(world, message);
}

function remove(world: World, call: Call): Answer {
  removeMessage(world, ownOf(world, call));
  return noContent;
}
