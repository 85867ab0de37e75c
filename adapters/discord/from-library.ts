import {
  ComponentType,
  type Interaction,
  InteractionContextType,
  type Message,
  MessageFlags,
  type ModalSubmitInteraction,
} from "discord.js";
import { LIST_OPTION } from "./commands.ts";
import { at } from "./json.ts";
import type { FilledIn, PlainInteraction, PlainMessage } from "./receive.ts";

/**
 * The library's objects look different depending on what happens to be in its caches; only what Discord
 * itself sent is read here.
 */
export function plainInteraction(interaction: Interaction): PlainInteraction {
  return {
    id: interaction.id,
    token: interaction.token,
    applicationId: interaction.applicationId,
    guildId: interaction.guildId ?? undefined,
    userId: interaction.user.id,
    isAmongPeople: interaction.context === InteractionContextType.PrivateChannel,
    roles: rolesOf(interaction.member),
    channelId: interaction.channelId ?? undefined,
    messageId: messageOf(interaction),
    what: whatOf(interaction),
  };
}

/**
 * Roles as they came. The library's own list of them leaves out each that it has not heard of yet; an object
 * of another shape says nothing.
 */
export function rolesOf(member: unknown): readonly string[] | undefined {
  const raw = at(member, "_roles") ?? at(member, "roles");
  return Array.isArray(raw) && raw.every((each) => typeof each === "string") ? raw : undefined;
}

/** A private note that offers a form is a message, too, but no card. */
function messageOf(interaction: Interaction): string | undefined {
  if (!interaction.isMessageComponent() && !interaction.isModalSubmit()) return undefined;
  const { message } = interaction;
  return message?.flags.has(MessageFlags.Ephemeral) === true ? undefined : message?.id;
}

function whatOf(interaction: Interaction): PlainInteraction["what"] {
  if (interaction.isButton()) return { kind: "button", customId: interaction.customId };
  if (interaction.isStringSelectMenu()) {
    return { kind: "button", customId: interaction.customId, values: interaction.values };
  }
  if (interaction.isModalSubmit()) {
    return { kind: "modal", customId: interaction.customId, ...filledIn(interaction.fields) };
  }
  if (interaction.isChatInputCommand()) {
    const { commandName: name, options } = interaction;
    return { kind: "command", name, list: options.getString(LIST_OPTION) ?? undefined };
  }
  return { kind: "other" };
}

/** An input that was emptied may come back without a value, or with none: that is an empty text. */
export function filledIn({ fields }: Pick<ModalSubmitInteraction["fields"], "fields">): FilledIn {
  const texts = new Map<string, string>();
  const chosen = new Map<string, readonly string[]>();
  for (const [name, field] of fields) {
    const value = "value" in field ? field.value : undefined;
    if (field.type === ComponentType.TextInput) {
      texts.set(name, typeof value === "string" ? value : "");
    } else if ("values" in field) {
      chosen.set(name, [...field.values]);
    } else {
      chosen.set(name, typeof value === "string" ? [value] : []);
    }
  }
  return { texts, chosen };
}

export function plainMessage(message: Message): PlainMessage {
  const { channel, mentions } = message;
  const me = message.client.user.id;
  const inThread = channel.isThread();
  return {
    id: message.id,
    channelId: message.channelId,
    guildId: message.guildId ?? undefined,
    inThread,
    threadOwnerId: inThread ? (channel.ownerId ?? undefined) : undefined,
    repliesTo: message.reference?.messageId,
    notifiesBot: mentions.users.has(me),
    repliesToBot: mentions.repliedUser?.id === me,
    authorId: message.author.id,
    automatic: message.author.bot || message.webhookId !== null,
    type: message.type,
    content: message.content,
  };
}
