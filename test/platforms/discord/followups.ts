import { refusals } from "./api-error.ts";
import { flag, readMessage } from "./body/message.ts";
import { type Interaction } from "./interaction.ts";
import { traceOf } from "./interactions.ts";
import { interactionDefaults } from "./mentions.ts";
import { isV2, type StoredMessage } from "./messages.ts";
import { editMessage, isBlank, postMessage, type Upload } from "./posting.ts";
import { isLoading } from "./wire.ts";
import type { World } from "./world.ts";

const replyType = 19;

/** A further message of an answered interaction. */
export function postFollowup(
  world: World,
  interaction: Interaction,
  value: unknown,
  uploads: readonly Upload[],
): StoredMessage {
  const body = readMessage(value, { door: "webhook", files: uploads.length });
  const original = world.messages.get(interaction.originalId ?? "");
  // The first follow-up of a deferred answer fills in that answer, as private as the deferral was.
  if (original !== undefined && isLoading(original)) {
    editMessage(world, original, body, { uploads, defaults: interactionDefaults });
    return original;
  }
  const hidden = ((body.flags ?? 0) & flag.ephemeral) !== 0;
  return postMessage(world, {
    authorId: world.directory.botId,
    place: interaction.place,
    body,
    uploads,
    defaults: interactionDefaults,
    interaction: traceOf(interaction),
    ...(original === undefined
      ? {}
      : { type: replyType, reference: { messageId: original.id, channelId: original.channelId } }),
    ...(hidden ? { ephemeralFor: interaction.userId } : {}),
  });
}

/** `@original`, or a message that this interaction made. */
export function findOwn(world: World, interaction: Interaction, id: string): StoredMessage {
  const message = world.messages.get(id === "@original" ? (interaction.originalId ?? "") : id);
  const own = message?.id === interaction.originalId || message?.interaction?.id === interaction.id;
  if (message === undefined || !own) throw refusals.unknownMessage();
  return message;
}

export function editOwn(
  world: World,
  message: StoredMessage,
  value: unknown,
  uploads: readonly Upload[],
): void {
  const context = { door: "webhookEdit", files: uploads.length, alreadyV2: isV2(message) } as const;
  const body = readMessage(value, context);
  requireContentAfter(message, body, uploads);
  editMessage(world, message, body, { uploads, defaults: interactionDefaults });
}

/** An edit must leave something to show. */
export function requireContentAfter(
  message: StoredMessage,
  body: ReturnType<typeof readMessage>,
  uploads: readonly Upload[],
): void {
  const after: StoredMessage = {
    ...message,
    content: body.content === undefined ? message.content : (body.content ?? ""),
    embeds: body.embeds === undefined ? message.embeds : [...(body.embeds ?? [])],
    components: body.components === undefined ? message.components : [...(body.components ?? [])],
    attachments: body.attachments?.length === 0 ? [] : message.attachments,
  };
  const systemMessage = message.type !== 0 && message.type !== 19 && message.type !== 20;
  if (uploads.length === 0 && !systemMessage && isBlank(after)) throw refusals.emptyMessage();
}
