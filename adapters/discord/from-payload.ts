import { BUTTON, EPHEMERAL, STRING_SELECT, TEXT_INPUT } from "./api-types.ts";
import { LIST_OPTION } from "./commands.ts";
import { at, listOf } from "./json.ts";
import type { FilledIn, PlainInteraction, PlainMessage } from "./receive.ts";

/** Types of interactions; a ping is 1 and answered before anything is read. And of commands: one that is typed. */
const INTERACTION = { command: 2, component: 3, modal: 5 } as const;
const CHAT_INPUT = 1;
/** Where an interaction was, besides a guild and the bot's own direct messages. */
const PRIVATE_CHANNEL = 2;

/**
 * An interaction as Discord writes it (docs, interactions/receiving-and-responding), the same as the library
 * gives of one that came by the gateway. Undefined for what is none.
 */
export function interactionFrom(payload: unknown): PlainInteraction | undefined {
  const [id, applicationId] = [idOf(at(payload, "id")), idOf(at(payload, "application_id"))];
  const token = at(payload, "token");
  const user = idOf(at(payload, "member", "user", "id")) ?? idOf(at(payload, "user", "id"));
  if (id === undefined || applicationId === undefined || user === undefined) return undefined;
  if (typeof token !== "string" || token === "") return undefined;
  return {
    id,
    token,
    applicationId,
    guildId: idOf(at(payload, "guild_id")),
    userId: user,
    isAmongPeople: at(payload, "context") === PRIVATE_CHANNEL,
    ...rolesIn(payload),
    channelId: idOf(at(payload, "channel_id")),
    messageId: messageOf(at(payload, "message")),
    what: whatOf(at(payload, "type"), at(payload, "data")),
  };
}

/** A private note that offers a form is a message, too, but no card. */
function messageOf(message: unknown): string | undefined {
  const flags = at(message, "flags");
  return typeof flags === "number" && (flags & EPHEMERAL) !== 0
    ? undefined
    : idOf(at(message, "id"));
}

/** Roles are those of the moment of the press; absent outside a guild. */
function rolesIn(payload: unknown): { readonly roles?: readonly string[] } {
  const roles = at(payload, "member", "roles");
  return Array.isArray(roles) ? { roles: roles.flatMap((role) => idOf(role) ?? []) } : {};
}

function whatOf(type: unknown, data: unknown): PlainInteraction["what"] {
  const customId = at(data, "custom_id");
  const name = at(data, "name");
  if (type === INTERACTION.component && at(data, "component_type") === BUTTON) {
    if (typeof customId === "string") return { kind: "button", customId };
  }
  if (type === INTERACTION.component && at(data, "component_type") === STRING_SELECT) {
    const values = listOf(at(data, "values")).filter((each) => typeof each === "string");
    if (typeof customId === "string") return { kind: "button", customId, values };
  }
  if (type === INTERACTION.modal && typeof customId === "string") {
    return { kind: "modal", customId, ...filledIn(listOf(at(data, "components"))) };
  }
  if (type === INTERACTION.command && at(data, "type") === CHAT_INPUT && typeof name === "string") {
    const chosen = listOf(at(data, "options")).find((each) => at(each, "name") === LIST_OPTION);
    const list = at(chosen, "value");
    return { kind: "command", name, list: typeof list === "string" ? list : undefined };
  }
  return { kind: "other" };
}

/** Inputs stand in labels, in an older way in rows. One that was emptied may come without a value. */
function filledIn(outer: readonly unknown[]): FilledIn {
  const inputs = outer.flatMap((each) => [
    at(each, "component"),
    ...listOf(at(each, "components")),
  ]);
  const texts = new Map<string, string>();
  const chosen = new Map<string, readonly string[]>();
  for (const input of inputs) {
    const name = at(input, "custom_id");
    if (typeof name !== "string") continue;
    const [value, values] = [at(input, "value"), at(input, "values")];
    if (at(input, "type") === TEXT_INPUT) {
      texts.set(name, typeof value === "string" ? value : "");
    } else if (Array.isArray(values)) {
      chosen.set(
        name,
        values.filter((each) => typeof each === "string"),
      );
    } else {
      chosen.set(name, typeof value === "string" ? [value] : []);
    }
  }
  return { texts, chosen };
}

/** A message as Discord's REST API gives it, which leaves out where it stands. Undefined for what is none. */
export function messageFrom(
  message: unknown,
  thread: { readonly threadId: string; readonly guildId: string; readonly ownerId: string },
): PlainMessage | undefined {
  const [id, authorId] = [idOf(at(message, "id")), idOf(at(message, "author", "id"))];
  const [type, content] = [at(message, "type"), at(message, "content")];
  if (id === undefined || authorId === undefined || typeof type !== "number") return undefined;
  const webhook = at(message, "webhook_id");
  const notifies = listOf(at(message, "mentions")).some(
    (user) => at(user, "id") === thread.ownerId,
  );
  return {
    id,
    channelId: thread.threadId,
    guildId: thread.guildId,
    inThread: true,
    threadOwnerId: thread.ownerId,
    notifiesBot: notifies,
    authorId,
    automatic: at(message, "author", "bot") === true || typeof webhook === "string",
    type,
    content: typeof content === "string" ? content : "",
  };
}

function idOf(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{1,20}$/.test(value) ? value : undefined;
}
