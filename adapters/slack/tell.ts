import type { Press } from "../../src/core/press.ts";
import { formatReference } from "../../src/core/reference.ts";
import type { Offer } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import type { Log } from "../../src/core/log.ts";
import { brief, refused } from "./faults.ts";
import { type Content, renderNote } from "./render.ts";
import type { OfferedForm } from "./render-offer.ts";
import { parseReply } from "./reply.ts";
import type { SlackApi } from "./web-api.ts";

/** Tells who pressed something, by the press's own address or else in its channel. Throws a Fault. */
export async function tell(
  api: SlackApi,
  { reply, reference }: Press,
  words: Words,
  offer?: Offer,
): Promise<void> {
  const form =
    offer === undefined ? undefined : { ...offer, reference: formatReference(reference) };
  await whisper(api, reply, renderNote(words, form));
}

/** The same with any content. */
export async function whisper(api: SlackApi, reply: string, content: Content): Promise<void> {
  const { responseUrl, channel, user, thread } = parseReply(reply);
  const canPost = channel !== undefined && user !== undefined;
  if (responseUrl !== undefined) {
    try {
      await api.whisper(responseUrl, content, thread);
      return;
    } catch (error) {
      if (!canPost) throw error;
    }
  }
  if (!canPost) throw refused("a private note", "nobody and nowhere to send it to");
  await api.postEphemeral(channel, user, content, thread);
}

/** The same where nobody is left to hear of a failure but the log. */
export async function tellQuietly(
  api: SlackApi,
  log: Log,
  reply: string,
  words: Words,
  offer?: OfferedForm,
): Promise<void> {
  try {
    await whisper(api, reply, renderNote(words, offer));
  } catch (error) {
    log.warn({ reason: brief(error) }, "A private note did not reach the person on Slack");
  }
}
