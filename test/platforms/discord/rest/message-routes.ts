import { refusals } from "../api-error.ts";
import { flag, readMessage, type MessageBody } from "../body/message.ts";
import { refuseField } from "../body/problems.ts";
import { isThread, type Place } from "../directory.ts";
import { requireContentAfter } from "../followups.ts";
import type { Json } from "../json.ts";
import { botDefaults } from "../mentions.ts";
import { isV2, type StoredMessage } from "../messages.ts";
import { botMay, requireBot } from "../permissions.ts";
import { editMessage, postMessage, removeMessage } from "../posting.ts";
import { compareSnowflakes } from "../snowflake.ts";
import { requireEditable, requireSendable } from "../threads.ts";
import { keepsContent, restUser, stripContent, wireMessage } from "../wire.ts";
import type { World } from "../world.ts";
import { messageOf, placeOf } from "./lookups.ts";
import { noContent, ok, type Answer, type Call, type Route } from "./routing.ts";

const base = "/channels/:channel/messages";

export const messageRoutes: readonly Route[] = [
  { method: "POST", path: base, handle: create },
  { method: "GET", path: base, handle: list },
  { method: "GET", path: `${base}/:message`, handle: read },
  { method: "PATCH", path: `${base}/:message`, handle: edit },
  { method: "DELETE", path: `${base}/:message`, handle: remove },
  { method: "POST", path: "/channels/:channel/typing", handle: () => noContent },
];

/** As REST shows a message: with a fuller author, and content only for whom it is meant. */
function restMessage(world: World, message: StoredMessage): Json {
  const author = restUser(world.directory.user(message.authorId));
  const shown = { ...wireMessage(world, message), author };
  const readable = world.application.messageContentEnabled || keepsContent(world, message);
  return readable ? shown : stripContent(shown);
}

function create(world: World, call: Call): Answer {
  const place = placeOf(world, call);
  requireBot(world.directory, place, isThread(place) ? "sendMessagesInThreads" : "sendMessages");
  const body = readMessage(call.body, { door: "create", files: call.uploads.length });
  if ((body.embeds ?? []).length > 0) requireBot(world.directory, place, "embedLinks");
  if (call.uploads.length > 0) requireBot(world.directory, place, "attachFiles");
  if (isThread(place)) requireSendable(world, place);
  if (place.type === 1 && !world.directory.user(place.recipientId).acceptsDirect)
    throw refusals.cannotDm();
  const reference = referenceOf(world, place, body);
  const nonceKey = `${world.directory.botId} ${typeof body.nonce} ${body.nonce ?? ""}`;
  const earlier = world.nonces.recall(nonceKey);
  const same = earlier === undefined ? undefined : world.messages.get(earlier);
  if (body.enforce_nonce === true && same !== undefined) return ok(restMessage(world, same));
  const message = postMessage(world, {
    authorId: world.directory.botId,
    place,
    body,
    uploads: call.uploads,
    defaults: botDefaults,
    ...(reference === undefined ? {} : { type: 19, reference }),
  });
  if (body.nonce !== undefined && body.nonce !== null) world.nonces.remember(nonceKey, message.id);
  return ok(restMessage(world, message));
}

function referenceOf(world: World, place: Place, body: MessageBody) {
  const reference = body.message_reference;
  if (reference === undefined || reference === null) return undefined;
  if (!botMay(world.directory, place, "readMessageHistory")) throw refusals.noHistory();
  if (world.messages.inChannel(place.id, reference.message_id) !== undefined)
    return { messageId: reference.message_id, channelId: place.id };
  if (reference.fail_if_not_exists === false) return undefined;
  return refuseField(["message_reference"], "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message");
}

function read(world: World, call: Call): Answer {
  const place = placeOf(world, call);
  requireBot(world.directory, place, "readMessageHistory");
  return ok(restMessage(world, messageOf(world, call)));
}

/** Newest first. Without the right to read history there is nothing to read, and no error. */
function list(world: World, call: Call): Answer {
  const place = placeOf(world, call);
  if (!botMay(world.directory, place, "readMessageHistory")) return ok([]);
  const limit = Number(call.query.get("limit") ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    refuseField(["limit"], "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
  const all = world.messages.listed(place.id);
  return ok(pageOf(all, call.query, limit).map((message) => restMessage(world, message)));
}

function pageOf(all: StoredMessage[], query: URLSearchParams, limit: number): StoredMessage[] {
  const [after, before, around] = [query.get("after"), query.get("before"), query.get("around")];
  const newestFirst = all.toReversed();
  if (after !== null)
    return all
      .filter(({ id }) => compareSnowflakes(id, after) > 0)
      .slice(0, limit)
      .toReversed();
  if (before !== null)
    return newestFirst.filter(({ id }) => compareSnowflakes(id, before) < 0).slice(0, limit);
  if (around === null) return newestFirst.slice(0, limit);
  const middle = newestFirst.findIndex(({ id }) => compareSnowflakes(id, around) <= 0);
  const start = Math.max(0, middle - Math.floor(limit / 2));
  return newestFirst.slice(start, start + limit);
}

function edit(world: World, call: Call): Answer {
  const place = placeOf(world, call);
  const message = messageOf(world, call);
  const own = message.authorId === world.directory.botId;
  const onlyFlags = Object.keys((call.body ?? {}) as Json).every((key) => key === "flags");
  const mayHideEmbeds = onlyFlags && botMay(world.directory, place, "manageMessages");
  if (!own && !mayHideEmbeds) throw refusals.notOwnMessage();
  const files = call.uploads.length;
  const body = readMessage(call.body, { door: "edit", files, alreadyV2: isV2(message) });
  if (isThread(place)) requireEditable(world, place);
  requireLegacyGone(message, body);
  requireContentAfter(message, body, call.uploads);
  editMessage(world, message, body, { uploads: call.uploads, defaults: botDefaults });
  return ok(restMessage(world, message));
}

/** A message can move to the newer components only when the edit takes the old content out. */
function requireLegacyGone(message: StoredMessage, body: MessageBody): void {
  const becomesV2 = ((body.flags ?? 0) & flag.componentsV2) !== 0 && !isV2(message);
  if (!becomesV2) return;
  for (const [key, left] of [
    ["content", body.content === undefined && message.content !== ""],
    ["embeds", body.embeds === undefined && message.embeds.length > 0],
  ] as const)
    if (left)
      refuseField(
        [key],
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        `The '${key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      );
}

function remove(world: World, call: Call): Answer {
  const place = placeOf(world, call);
  const message = messageOf(world, call);
  if (message.authorId !== world.directory.botId)
    requireBot(world.directory, place, "manageMessages");
  if (isThread(place)) requireEditable(world, place);
  removeMessage(world, message);
  return noContent;
}
