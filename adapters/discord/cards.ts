import type { Address } from "../../src/core/interrupt.ts";
import { Fault } from "../../src/core/fault.ts";
import type { Card } from "../../src/presentation/card.ts";
import type { Cards, PostedMessage } from "../../src/presentation/platform.ts";
import type { MessageBody } from "./api-types.ts";
import type { Log } from "../../src/core/log.ts";
import { findInHistory } from "./history.ts";
import { fromLine, renderCard, renderMinimalCard } from "./render.ts";
import { renderReminder } from "./render-reminder.ts";
import { discordCode, reasonOf } from "./faults.ts";
import { listOf, at, textOf } from "./json.ts";
import type { Rest } from "./rest.ts";
import { discordThreads, setArchived } from "./threads.ts";

/** What is known of the bot itself; asked of Discord once. */
export interface Self {
  readonly id: string;
  readonly readsContent: boolean;
}

interface CardsDeps {
  readonly rest: Rest;
  readonly log: Log;
  readonly self: () => Promise<Self>;
}

/** Cards in Discord's channels, always by the bot's token: an interaction's is over after 15 minutes. */
export function discordCards({ rest, log, self }: CardsDeps): Cards {
  const channelOf = channels(rest);
  return {
    async post(address, card, nonce) {
      const channel = await channelOf(address);
      const message = await sendCard(card, log, (body) =>
        rest.call({
          method: "POST",
          path: `/channels/${channel}/messages`,
          // Discord gives the first message back when it sees the nonce again within some minutes.
          body: { ...body, nonce, enforce_nonce: true },
        }),
      );
      return posted(address, channel, textOf(message, "id"));
    },
    async find(address, card, since, progress) {
      const channel = await channelOf(address);
      const { id: botId } = await self();
      const isIt = (message: unknown) => isCopy(message, { card, botId });
      const found = await findInHistory(rest, { channel, since, progress }, isIt);
      return found === undefined ? undefined : posted(address, channel, found);
    },
    async edit(address, { id }, card) {
      const channel = await channelOf(address);
      await whileOpen(rest, { channel, card }, () =>
        sendCard(card, log, (body) =>
          rest.call({ method: "PATCH", path: `/channels/${channel}/messages/${id}`, body }),
        ),
      );
    },
    async remind(address, { id }, reminder, thread) {
      const channel = thread ?? (await channelOf(address));
      const body = renderReminder(reminder, thread === undefined ? id : undefined);
      await rest.call({ method: "POST", path: `/channels/${channel}/messages`, body });
    },
    threads: discordThreads(rest, self),
  };
}

/** The channel of an address: a thread is one, and so are the direct messages with somebody. */
function channels(rest: Rest): (address: Address) => Promise<string> {
  const direct = new Map<string, string>();
  return async ({ channel, thread, user }) => {
    if (user === undefined) return thread ?? channel;
    const known = direct.get(user) ?? (await openDirect(rest, user));
    direct.set(user, known);
    return known;
  };
}

async function openDirect(rest: Rest, user: string): Promise<string> {
  const opened = await rest.call({
    method: "POST",
    path: "/users/@me/channels",
    body: { recipient_id: user },
  });
  return textOf(opened, "id");
}

/** "Thread is archived" (docs, opcodes-and-status-codes). */
const ARCHIVED = 50083;
/** "Missing permissions" (the same). */
const NO_PERMISSION = 50013;

/**
 * In a thread that was put away nothing can be edited, and its buttons work for nobody. It is taken out for
 * the edit, and put back once nothing on the card can be pressed any more.
 */
async function whileOpen(
  rest: Rest,
  { channel, card }: { readonly channel: string; readonly card: Card },
  edit: () => Promise<unknown>,
): Promise<void> {
  try {
    await edit();
  } catch (error) {
    if (discordCode(error) !== ARCHIVED) throw error;
    await setArchived(rest, channel, false).catch((reason: unknown) => {
      // One that was locked as well is not ours to open: what counts is that it is shut.
      throw discordCode(reason) === NO_PERMISSION ? error : reason;
    });
    await edit();
    if (card.outcome !== undefined) await setArchived(rest, channel, true);
  }
}

/** Invalid body; words that AutoMod or the link filter does not let through. */
const INVALID_BODY = 50035;
const FILTERED: ReadonlySet<number> = new Set([200000, 240000]);

/** A card that cannot be shown would leave an engine waiting for ever, so a refused body gets one more try. */
async function sendCard(
  card: Card,
  log: Log,
  send: (body: MessageBody) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await send(renderCard(card));
  } catch (error) {
    const code = discordCode(error);
    if (code !== INVALID_BODY && !FILTERED.has(code ?? 0)) throw error;
    log.warn(
      { ...reasonOf(error), reference: card.reference },
      "Discord refused the body of a card; showing as little as possible instead",
    );
    return send(renderMinimalCard(card, { title: code === INVALID_BODY }));
  }
}

interface Wanted {
  readonly card: Card;
  readonly botId: string;
}

/**
 * Ours, and of this interrupt: by its buttons, which carry its reference; where nothing can be pressed, by who
 * asked in which run when, and by the digest of what was asked, in which its key in the run is counted in.
 */
function isCopy(message: unknown, { card, botId }: Wanted): boolean {
  if (at(message, "author", "id") !== botId) return false;
  const buttons = listOf(at(message, "components")).flatMap((row) => listOf(at(row, "components")));
  const ids = buttons.map((button) => at(button, "custom_id"));
  if (ids.some((id) => typeof id === "string" && id.endsWith(`:${card.reference}`))) return true;
  const from = fromLine(card);
  return listOf(at(message, "embeds")).some((embed) => {
    const [description, foot] = [at(embed, "description"), at(embed, "footer", "text")];
    const isText = typeof description === "string" && typeof foot === "string";
    return isText && description.split("\n", 1)[0] === from && foot.endsWith(card.digest);
  });
}

function posted({ workspace, user }: Address, channel: string, id: string): PostedMessage {
  if (!/^\d{1,20}$/.test(id)) {
    throw new Fault("platform-refused", "Discord's message id is none", { retryable: false });
  }
  const server = user === undefined ? workspace : "@me";
  return { id, link: `https://discord.com/channels/${server}/${channel}/${id}` };
}
