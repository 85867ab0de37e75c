import { refusals } from "./api-error.ts";
import { readCallback, type Callback } from "./body/callback.ts";
import { flag, type MessageBody } from "./body/message.ts";
import type { ModalBody } from "./body/modal.ts";
import { type Interaction, type Outcome } from "./interaction.ts";
import { traceOf } from "./interactions.ts";
import type { Json } from "./json.ts";
import { interactionDefaults } from "./mentions.ts";
import { isV2, type StoredMessage } from "./messages.ts";
import { editMessage, postMessage, withIds, type Upload } from "./posting.ts";
import { interactionType, isLoading, wireMessage } from "./wire.ts";
import type { World } from "./world.ts";

/** The one answer an interaction gets. A refused body does not use it up. */
export function answerInteraction(
  world: World,
  interaction: Interaction,
  body: unknown,
  uploads: readonly Upload[],
): Callback {
  const { kind, message } = interaction;
  const alreadyV2 = message !== undefined && isV2(message);
  const callback = readCallback(body, { kind, files: uploads.length, alreadyV2 });
  if ((callback.type === 6 || callback.type === 7) && !stillThere(world, message))
    throw refusals.unknownMessage();
  interaction.state = "answered";
  interaction.callbackType = callback.type;
  if (kind === "modal") world.desks.close(interaction.userId);
  const outcome = apply(world, interaction, callback, uploads);
  world.changes.bump();
  interaction.settle(outcome);
  return callback;
}

/** Without a message (a modal from a command, a message deleted since) nothing can be updated. */
const stillThere = (world: World, message: StoredMessage | undefined): boolean =>
  message !== undefined && world.messages.get(message.id) !== undefined;

function apply(
  world: World,
  interaction: Interaction,
  callback: Callback,
  uploads: readonly Upload[],
): Outcome {
  switch (callback.type) {
    case 4: {
      const hidden = ((callback.message.flags ?? 0) & flag.ephemeral) !== 0;
      return reply(world, interaction, { body: callback.message, hidden, loading: false, uploads });
    }
    case 5: {
      const hidden = callback.ephemeral;
      return reply(world, interaction, { body: {}, hidden, loading: true, uploads });
    }
    case 6:
      return adopt(interaction, interaction.message);
    case 7:
      if (interaction.message !== undefined)
        editMessage(world, interaction.message, callback.message, {
          uploads,
          defaults: interactionDefaults,
        });
      return { ...adopt(interaction, interaction.message), ...summary(interaction.message) };
    case 8:
      interaction.choices = callback.choices;
      return { ok: true };
    case 9:
      return openModal(world, interaction, callback.modal);
    case 12:
      return { ok: true };
  }
}

function adopt(interaction: Interaction, message: StoredMessage | undefined): Outcome {
  if (message === undefined) return { ok: true };
  interaction.originalId = message.id;
  return { ok: true, message: message.id };
}

interface Reply {
  readonly body: MessageBody;
  readonly hidden: boolean;
  readonly loading: boolean;
  readonly uploads: readonly Upload[];
}

const replyType = 19;
const commandType = 20;

function reply(world: World, interaction: Interaction, how: Reply): Outcome {
  const { message: clicked, place, userId } = interaction;
  const message = postMessage(world, {
    authorId: world.directory.botId,
    place,
    body: how.body,
    uploads: how.uploads,
    defaults: interactionDefaults,
    type: clicked === undefined ? commandType : replyType,
    interaction: traceOf(interaction),
    loading: how.loading,
    ...(clicked === undefined
      ? {}
      : { reference: { messageId: clicked.id, channelId: clicked.channelId } }),
    ...(how.hidden ? { ephemeralFor: userId } : {}),
  });
  interaction.originalId = message.id;
  const thinking = `${world.directory.bot.name} is thinking…`;
  const shown = how.loading ? { shown: thinking } : summary(message);
  return { ok: true, message: message.id, ...shown };
}

function openModal(world: World, interaction: Interaction, modal: ModalBody): Outcome {
  const { id, place, message, userId } = interaction;
  world.desks.open(userId, {
    id,
    place,
    customId: modal.custom_id,
    title: modal.title,
    components: withIds(modal.components),
    errors: {},
    ...(message === undefined ? {} : { message }),
  });
  return { ok: true, shown: modal.title, modal: id };
}

/** One line that stands for a message: its text, else the title or text of its first embed. */
function summary(message: StoredMessage | undefined): { shown?: string } {
  const [embed] = message?.embeds ?? [];
  const texts = [message?.content, embed?.["title"], embed?.["description"], firstText(message)];
  const shown = texts.find((text) => typeof text === "string" && text !== "");
  return typeof shown === "string" ? { shown } : {};
}

function firstText(message: StoredMessage | undefined): unknown {
  return message?.components.find((component) => component["type"] === 10)?.["content"];
}

/** What `?with_response=true` answers. */
export function callbackResponse(world: World, interaction: Interaction): Json {
  const { id, kind, callbackType, originalId } = interaction;
  const original = world.messages.get(originalId ?? "");
  const carries = callbackType === 4 || callbackType === 7;
  return {
    interaction: {
      id,
      type: interactionType[kind],
      ...(original === undefined
        ? {}
        : {
            response_message_id: original.id,
            response_message_loading: isLoading(original),
            response_message_ephemeral: (original.flags & flag.ephemeral) !== 0,
          }),
    },
    resource: {
      type: callbackType,
      ...(carries && original !== undefined ? { message: wireMessage(world, original) } : {}),
    },
  };
}
