import { discordAccount } from "../../src/core/account.ts";
import { LAYOUT } from "../../src/core/interrupt.ts";
import type { DraftInputs } from "../../src/core/ports/drafts.ts";
import type { Press } from "../../src/core/press.ts";
import { parseReference, type Reference } from "../../src/core/reference.ts";
import { actionOf, OURS } from "../../src/presentation/button-ids.ts";
import { type CardAction, OPENING, type OpeningAction } from "../../src/presentation/buttons.ts";
import {
  type ListPage,
  OPEN_CARD_ID,
  parseListPage,
  SHOW_MORE_ID,
} from "../../src/presentation/listing.ts";
import type { OpenRequest } from "../../src/presentation/platform.ts";
import { type FormPlace, parsePlace } from "./form-place.ts";
import { READ_WITHIN_MS } from "./limits.ts";
import { formatReply } from "./reply.ts";

/** An interaction, without the library's objects: whatever the caches held, it looks like this. */
export interface PlainInteraction {
  readonly id: string;
  /** Answers this interaction for 15 minutes. A secret. */
  readonly token: string;
  readonly applicationId: string;
  /** Absent in a direct message. */
  readonly guildId?: string | undefined;
  readonly userId: string;
  /** In a direct message or group of people, into which one of them has brought the bot. */
  readonly isAmongPeople?: boolean;
  /** Ids of the person's roles in the guild at the time, all of them; absent where that is not certain. */
  readonly roles?: readonly string[] | undefined;
  /** Where it was: a channel, or a thread. */
  readonly channelId?: string | undefined;
  /** The message whose button was pressed and that others see as well, also when the press opened a form and this is its sending. */
  readonly messageId?: string | undefined;
  /** `performance.now()` when it reached this process, where something was looked up since. */
  readonly cameAt?: number;
  readonly what:
    /** `values`: what was chosen in a menu. */
    | {
        readonly kind: "button";
        readonly customId: string;
        readonly values?: readonly string[] | undefined;
      }
    | ({ readonly kind: "modal"; readonly customId: string } & FilledIn)
    | {
        readonly kind: "command";
        readonly name: string;
        /** The list that was chosen, as the command names it. */
        readonly list?: string | undefined;
      }
    | { readonly kind: "other" };
}

/** What was filled in, by the name of the input. */
export interface FilledIn {
  readonly texts: ReadonlyMap<string, string>;
  /** Of choices, the values chosen. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
}

/** A message in a channel or thread, without the library's objects. */
export interface PlainMessage {
  readonly id: string;
  /** The thread's id, in a thread. */
  readonly channelId: string;
  readonly guildId?: string | undefined;
  readonly inThread: boolean;
  readonly threadOwnerId?: string | undefined;
  readonly authorId: string;
  /** The message that this one replies to. */
  readonly repliesTo?: string | undefined;
  /** Whether it notifies the bot: by name, or as a reply to it. Discord delivers its content then, in any case. */
  readonly notifiesBot?: boolean;
  /** Whether it replies to a message of the bot's, also where the person has it notify nobody. */
  readonly repliesToBot?: boolean;
  /** A bot or a webhook. */
  readonly automatic: boolean;
  /** Discord's number: 0 is a message, 19 a reply, all others are the system's. */
  readonly type: number;
  readonly content: string;
}

/** What a button or form of ours asks for; `unknown` when it looks like ours and is not. */
export type Pressed =
  | {
      readonly action: CardAction;
      readonly reference: Reference;
      /** A page of the form that the action opens; absent on the buttons of a card. */
      readonly place?: FormPlace | undefined;
    }
  | "unknown";

/** Reads a custom id; undefined when it is somebody else's. Whoever presses could have made it up. */
export function readCustomId(customId: string): Pressed | undefined {
  if (!customId.startsWith(OURS)) return undefined;
  const [named = "", referred = "", placed, ...more] = customId.slice(OURS.length).split(":");
  const action = actionOf(`${OURS}${named}`);
  const reference = parseReference(referred);
  if (action === undefined || reference === undefined || more.length > 0) return "unknown";
  if (placed === undefined) return { action, reference };
  const place = isOpening(action) ? parsePlace(placed) : undefined;
  return place === undefined ? "unknown" : { action, reference, place };
}

/** A button of a list: it opens a card, or shows another page. Undefined for every other. */
export type ListButton = { readonly card: Reference } | { readonly wanted: ListPage };

/** Reads the custom id of a button in a list; undefined for one that is none. */
export function readListButton(customId: string): ListButton | undefined {
  const colon = customId.lastIndexOf(":");
  const [id, value] = [customId.slice(0, colon), customId.slice(colon + 1)];
  if (id === OPEN_CARD_ID) {
    const card = parseReference(value);
    return card === undefined ? undefined : { card };
  }
  const wanted = id === SHOW_MORE_ID ? parseListPage(value) : undefined;
  return wanted === undefined ? undefined : { wanted };
}

/** Whether an action opens a form. */
export function isOpening(action: CardAction): action is OpeningAction {
  return OPENING.some((each) => each === action);
}

/** As the inputs of a form are named (form-layout.ts). */
const INPUT_ID = /^f\d{1,3}(?:[.]\d{1,4})?$/;

/** What was filled in, as a draft keeps it; inputs of no form of ours are left out. */
export function inputsOf({ texts, chosen }: FilledIn): DraftInputs {
  return Object.fromEntries([...texts, ...chosen].filter(([name]) => INPUT_ID.test(name)));
}

/** A press by button or form but for what it says. Its id is the interaction's: Discord delivers one twice under one id. */
export function pressOf(
  interaction: PlainInteraction & { readonly guildId: string },
  reference: Reference,
): Omit<Press, "response"> {
  const { id, token, applicationId, guildId, userId, roles, messageId } = interaction;
  return {
    layout: LAYOUT,
    id: `discord:${id}`,
    platform: "discord",
    account: discordAccount(userId),
    workspace: guildId,
    roles,
    reference,
    message: messageId,
    reply: formatReply({ kind: "interaction", applicationId, token }),
  };
}

/** A press by a message typed in a thread. */
export function typedPress(
  message: PlainMessage & { readonly guildId: string },
  reference: Reference,
  answer: string,
): Press {
  const { id, channelId, guildId, authorId } = message;
  return {
    layout: LAYOUT,
    id: `discord:${id}`,
    platform: "discord",
    account: discordAccount(authorId),
    workspace: guildId,
    reference,
    response: { answer },
    reply: formatReply({ kind: "message", channelId, messageId: id }),
  };
}

export function openRequestOf(
  interaction: PlainInteraction & { readonly guildId: string },
  reference: Reference,
  purpose: OpenRequest["purpose"],
): OpenRequest {
  return {
    reference,
    account: discordAccount(interaction.userId),
    workspace: interaction.guildId,
    roles: interaction.roles,
    purpose,
    withinMs: READ_WITHIN_MS,
  };
}

const REPLY = 19;

/** Can this be somebody's answer, before asking to what? Bots and the system answer nothing. */
export function mayAnswer(message: PlainMessage): message is PlainMessage & { guildId: string } {
  const byPerson = !message.automatic && (message.type === 0 || message.type === REPLY);
  return byPerson && threadOf(message) !== undefined && message.guildId !== undefined;
}

/**
 * The thread in which a message answers. A reply to a card in its channel belongs into the card's thread,
 * whose id is that of the card.
 */
export function threadOf(message: PlainMessage): string | undefined {
  if (message.inThread) return message.channelId;
  return message.type === REPLY ? message.repliesTo : undefined;
}

/** Is it said to the bot, whatever it answers: in a thread that the bot opened, by name, or as a reply to it? */
export function isToBot(message: PlainMessage, botId: string): boolean {
  const { threadOwnerId, notifiesBot, repliesToBot } = message;
  return threadOwnerId === botId || notifiesBot === true || repliesToBot === true;
}

/**
 * The answer in a message. Where content may not be read (`everything` false), Discord delivers only what
 * mentions the bot, and that is how people were told to answer, or replies to it; undefined for all else.
 */
export function answerIn(
  { content, notifiesBot }: PlainMessage,
  how: { readonly botId: string; readonly everything: boolean },
): string | undefined {
  const mention = new RegExp(`<@!?${how.botId}>`, "g");
  if (!how.everything && notifiesBot !== true && !mention.test(content)) return undefined;
  return content.replace(mention, "").trim();
}
