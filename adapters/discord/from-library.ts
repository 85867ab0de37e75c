import type { Interaction, Message, ModalSubmitInteraction } from "discord.js";
import type { PlainInteraction, PlainMessage } from "./receive.ts";

/**
 * The library's objects look different depending on what happens to be in its caches; only what Discord
 * itself sent is read here. Roles and permissions are not: who may decide is the roster's to say.
 */
export function plainInteraction(interaction: Interaction): PlainInteraction {
  return {
    id: interaction.id,
    token: interaction.token,
    applicationId: interaction.applicationId,
    guildId: interaction.guildId ?? undefined,
    userId: interaction.user.id,
    messageId: messageOf(interaction),
    what: whatOf(interaction),
  };
}

function messageOf(interaction: Interaction): string | undefined {
  return interaction.isButton() || interaction.isModalSubmit()
    ? interaction.message?.id
    : undefined;
}

function whatOf(interaction: Interaction): PlainInteraction["what"] {
  if (interaction.isButton()) return { kind: "button", customId: interaction.customId };
  if (interaction.isModalSubmit()) {
    return { kind: "modal", customId: interaction.customId, texts: textsOf(interaction) };
  }
  if (interaction.isChatInputCommand()) return { kind: "command", name: interaction.commandName };
  return { kind: "other" };
}

function textsOf({ fields }: ModalSubmitInteraction): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, field] of fields.fields) {
    if ("value" in field && typeof field.value === "string") texts.set(name, field.value);
  }
  return texts;
}

export function plainMessage(message: Message): PlainMessage {
  const { channel } = message;
  const inThread = channel.isThread();
  return {
    id: message.id,
    channelId: message.channelId,
    guildId: message.guildId ?? undefined,
    inThread,
    threadOwnerId: inThread ? (channel.ownerId ?? undefined) : undefined,
    authorId: message.author.id,
    automatic: message.author.bot || message.webhookId !== null,
    type: message.type,
    content: message.content,
  };
}
