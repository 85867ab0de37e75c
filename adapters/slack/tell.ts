import type { Press } from "../../src/core/press.ts";
import { formatReference } from "../../src/core/reference.ts";
import type { Offer } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import type { Log } from "../../src/core/log.ts";
import { brief, refused } from "./faults.ts";
import { type Content, renderNote } from "./render.ts";
import type { OfferedForm } from "./render-offer.ts";
import { parseReply } from "./reply.ts";
import { whisperBy } from "./response-url.ts";
import type { ApiOf } from "./workspaces.ts";

/** Tells who pressed something, by the press's own address or else in its channel. Throws a Fault. */
export async function tell(
  apiOf: ApiOf,
  { reply, reference, workspace }: Press,
  words: Words,
  offer?: Offer,
): Promise<void> {
  const form =
    offer === undefined ? undefined : { ...offer, reference: formatReference(reference) };
  await whisper(apiOf, reply, renderNote(words, form), workspace);
}

/** The same with any content. `workspace`: for what an earlier version wrote, which did not name it. */
export async function whisper(
  apiOf: ApiOf,
  reply: string,
  content: Content,
  workspace?: string,
): Promise<void> {
  const { responseUrl, team = workspace, channel, user, thread } = parseReply(reply);
  const canPost = team !== undefined && channel !== undefined && user !== undefined;
  if (responseUrl !== undefined) {
    try {
      await whisperBy(responseUrl, content, thread);
      return;
    } catch (error) {
      if (!canPost) throw error;
    }
  }
  if (!canPost) throw refused("a private note", "nobody and nowhere to send it to");
  await apiOf(team).postEphemeral(channel, user, content, thread);
}

/** The same where nobody is left to hear of a failure but the log. */
export async function tellQuietly(
  apiOf: ApiOf,
  log: Log,
  reply: string,
  words: Words,
  offer?: OfferedForm,
): Promise<void> {
  try {
    await whisper(apiOf, reply, renderNote(words, offer));
  } catch (error) {
    log.warn({ reason: brief(error) }, "A private note did not reach the person on Slack");
  }
}
