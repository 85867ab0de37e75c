import type { Address } from "../../src/core/interrupt.ts";
import { Fault } from "../../src/core/fault.ts";
import { type Card, footMark } from "../../src/presentation/card.ts";
import type { Cards, PostedMessage } from "../../src/presentation/platform.ts";
import type { MessageBody } from "./api-types.ts";
import type { Log } from "../../src/core/log.ts";
import { HISTORY_PAGE, HISTORY_PAGES } from "./limits.ts";
import { renderCard, renderMinimalCard } from "./render.ts";
import { renderReminder } from "./render-reminder.ts";
import { discordCode, reasonOf } from "./faults.ts";
import { listOf, at, textOf } from "./json.ts";
import type { Rest } from "./rest.ts";
import { endThread, openThread } from "./threads.ts";

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
    async find(address, card, since) {
      const channel = await channelOf(address);
      return findCard(rest, { address, channel, card, since, botId: (await self()).id });
    },
    async edit(address, { id }, card) {
      const channel = await channelOf(address);
      await sendCard(card, log, (body) =>
        rest.call({ method: "PATCH", path: `/channels/${channel}/messages/${id}`, body }),
      );
    },
    async openThread(address, { id }, card) {
      // Threads hang on channels only: in a thread, or in direct messages, the answer is given by form.
      if (address.thread !== undefined || address.user !== undefined) return undefined;
      return openThread(rest, {
        channelId: address.channel,
        messageId: id,
        card,
        self: await self(),
      });
    },
    async remind(address, { id }, reminder, thread) {
      const channel = thread ?? (await channelOf(address));
      const body = renderReminder(reminder, thread === undefined ? id : undefined);
      await rest.call({ method: "POST", path: `/channels/${channel}/messages`, body });
    },
    async endThread(_address, threadId, { outcome }) {
      if (outcome === undefined) return;
      await endThread(rest, { threadId, outcome, botId: (await self()).id });
    },
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

/** How far Discord's clock may be behind ours. */
const CLOCK_MARGIN_MS = 60_000;
/** A try has posted long before, or never will: a request ends after seconds. */
const POSTED_WITHIN_MS = 10 * 60_000;

interface Wanted {
  readonly address: Address;
  readonly channel: string;
  readonly card: Card;
  readonly since: number;
  readonly botId: string;
}

/**
 * Reads the channel from the try on, oldest first, for as long as the try could have posted: what was
 * written since then is not read. A channel in which more was written in that time than is ever read
 * cannot be looked up, which is not to say that there is no card.
 */
async function findCard(rest: Rest, wanted: Wanted): Promise<PostedMessage | undefined> {
  const end = snowflakeAt(wanted.since + POSTED_WITHIN_MS);
  let after = snowflakeAt(wanted.since - CLOCK_MARGIN_MS);
  for (let page = 0; page < HISTORY_PAGES; page += 1) {
    const messages = listOf(
      await rest.call({
        method: "GET",
        path: `/channels/${wanted.channel}/messages`,
        query: { after: String(after), limit: String(HISTORY_PAGE) },
      }),
    );
    const found = messages.find((message) => isCopy(message, wanted));
    if (found !== undefined) {
      return posted(wanted.address, wanted.channel, textOf(found, "id"));
    }
    if (messages.length < HISTORY_PAGE) return undefined;
    after = messages.map((message) => BigInt(textOf(message, "id"))).reduce(later);
    if (after > end) return undefined;
  }
  const words = "Too much was written in a Discord channel at that time to look for a card in it";
  throw new Fault("platform-unavailable", words, { retryable: true });
}

function later(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Ours, and of this interrupt: while it waits by its buttons, afterwards by its foot. */
function isCopy(message: unknown, { card, botId }: Wanted): boolean {
  if (at(message, "author", "id") !== botId) return false;
  const buttons = listOf(at(message, "components")).flatMap((row) => listOf(at(row, "components")));
  const ids = buttons.map((button) => at(button, "custom_id"));
  if (ids.some((id) => typeof id === "string" && id.endsWith(`:${card.reference}`))) return true;
  const mark = footMark(card.digest, card.reference);
  return listOf(at(message, "embeds")).some((embed) => {
    const text = at(embed, "footer", "text");
    return typeof text === "string" && text.endsWith(mark);
  });
}

/** Discord's ids hold milliseconds since 2015 above 22 bits (docs, reference, snowflakes). */
function snowflakeAt(ms: number): bigint {
  const DISCORD_EPOCH = 1_420_070_400_000;
  return BigInt(Math.max(0, Math.floor(ms) - DISCORD_EPOCH)) << 22n;
}

function posted({ workspace, user }: Address, channel: string, id: string): PostedMessage {
  if (!/^\d{1,20}$/.test(id)) {
    throw new Fault("platform-refused", "Discord's message id is none", { retryable: false });
  }
  const server = user === undefined ? workspace : "@me";
  return { id, link: `https://discord.com/channels/${server}/${channel}/${id}` };
}
