import { Fault } from "../../src/core/fault.ts";
import type { Address } from "../../src/core/interrupt.ts";
import type { Card } from "../../src/presentation/card.ts";
import type { Cards, PostedMessage, Progress } from "../../src/presentation/platform.ts";
import type { Log } from "../../src/core/log.ts";
import { brief, isAboutContent } from "./faults.ts";
import { findInHistory } from "./history.ts";
import { textAt } from "./json.ts";
import { cardLimits } from "./limits.ts";
import type { Reminder } from "../../src/presentation/reminder.ts";
import { type Content, renderCard, renderMinimalCard, renderReminder } from "./render.ts";
import { replaceBy } from "./response-url.ts";
import { parseReply } from "./reply.ts";
import { slackThreads, tsOf } from "./threads.ts";
import { CARD_EVENT, type Place } from "./web-api.ts";
import type { ApiOf, Workspaces } from "./workspaces.ts";

/** Cards as messages of Slack's, each with the token of its own workspace. */
export function slackCards(workspaces: Workspaces, log: Log, rateScale?: number): Cards {
  const apiOf: ApiOf = (team) => workspaces.of(team).api;
  const placeOf = places(apiOf);
  return {
    limits: cardLimits(rateScale),

    async post(address: Address, card: Card, nonce: string): Promise<PostedMessage> {
      const place = await placeOf(address);
      const api = apiOf(address.workspace);
      const id = await withFallback(card, log, (content) =>
        api.post(place, content, { reference: card.reference, nonce }),
      );
      return { id, link: await api.permalink(place.channel, id) };
    },

    async find(
      address: Address,
      card: Card,
      since: number,
      progress?: Progress,
    ): Promise<PostedMessage | undefined> {
      const place = await placeOf(address);
      const { api, bot } = workspaces.of(address.workspace);
      const isIt = (message: unknown) => isCopyOf(message, card, bot);
      const id = await findInHistory(api, place, { since, progress }, isIt);
      return id === undefined ? undefined : { id, link: await api.permalink(place.channel, id) };
    },

    async edit(
      address: Address,
      message: PostedMessage,
      card: Card,
      reply?: string,
    ): Promise<void> {
      const { channel } = await placeOf(address);
      const { responseUrl } = parseReply(reply ?? "");
      let failed: unknown;
      if (responseUrl !== undefined) {
        try {
          await replaceBy(responseUrl, renderCard(card));
          return;
        } catch (error) {
          failed = error;
          log.info({ reason: brief(error) }, "Slack did not take an edit by response_url");
        }
      }
      await withFallback(card, log, (content) =>
        apiOf(address.workspace).update(channel, message.id, content),
      );
      // What got no answer may still arrive, over a later edit: the card is to be looked at once more.
      if (failed instanceof Fault && failed.code === "platform-silent") throw failed;
    },

    async remind(address: Address, message: PostedMessage, reminder: Reminder): Promise<void> {
      const { channel, thread = message.id } = await placeOf(address);
      await apiOf(address.workspace).reply(channel, thread, renderReminder(reminder));
    },

    threads: slackThreads(workspaces, placeOf),
  };
}

/** Where an address is. The channel of direct messages is asked for once: it never changes. */
function places(apiOf: ApiOf): (address: Address) => Promise<Place> {
  const direct = new Map<string, string>();
  return async ({ workspace, channel, thread, user }) => {
    const at = thread === undefined ? {} : { thread: tsOf(thread) };
    if (user === undefined) return { channel, ...at };
    const who = `${workspace}/${user}`;
    const known = direct.get(who) ?? (await apiOf(workspace).openDirect(user));
    direct.set(who, known);
    return { channel: known, ...at };
  };
}

/** A card that Slack refuses must still be one that people can decide on. */
async function withFallback<Result>(
  card: Card,
  log: Log,
  send: (content: Content) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(renderCard(card));
  } catch (error) {
    if (!isAboutContent(error)) throw error;
    const fields = { reference: card.reference, reason: brief(error) };
    log.warn(fields, "Slack refused a card; showing it without its preview");
    return send(renderMinimalCard(card));
  }
}

/** Metadata can be written by any app, so the author counts, too. */
function isCopyOf(message: unknown, card: Card, self: string | undefined): boolean {
  return (
    textAt(message, "metadata", "event_type") === CARD_EVENT &&
    textAt(message, "metadata", "event_payload", "reference") === card.reference &&
    (self === undefined || textAt(message, "bot_id") === self)
  );
}
