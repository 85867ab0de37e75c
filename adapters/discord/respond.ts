import type { Words } from "../../src/presentation/words.ts";
import {
  EPHEMERAL,
  type FileBody,
  type MessageBody,
  type ModalBody,
  textBody,
} from "./api-types.ts";
import type { Log } from "../../src/core/log.ts";
import { MAX_CONTENT } from "./limits.ts";
import { RECORDED } from "../../src/presentation/wording.ts";
import { clip } from "../../src/presentation/text.ts";
import type { PlainInteraction } from "./receive.ts";
import type { Reply } from "./reply.ts";
import { discordCode, reasonOf } from "./faults.ts";
import type { Rest } from "./rest.ts";
import { renderOutcome, renderWords } from "./words.ts";

/**
 * Everything that can be said to one interaction. The first answer has three seconds (docs,
 * interactions/receiving-and-responding); there is exactly one, and it decides what may follow.
 */
export interface Responder {
  /** First answer: taken, nothing to see; where the card is gone by now, words that say so much. */
  acknowledge(to: PlainInteraction): Promise<void>;
  /** First answer: words in place of the pressed message, which everybody sees and nobody presses any more. */
  replace(to: PlainInteraction, words: Words): Promise<void>;
  /** First answer: words that only this person sees. False when another replica answered before. */
  say(to: PlainInteraction, words: Words, extra?: Extra): Promise<boolean>;
  /** First answer: a message that only this person sees. */
  answer(to: PlainInteraction, body: MessageBody): Promise<void>;
  /** First answer: a form. Nothing may come before it. */
  show(to: PlainInteraction, modal: ModalBody): Promise<void>;
  /**
   * First answer: more will follow, for this person only, by {@link Responder.complete}. False when another
   * replica answered before, whose answer must not be completed by this one.
   */
  promise(to: PlainInteraction): Promise<boolean>;
  complete(to: PlainInteraction, body: MessageBody, files?: readonly FileBody[]): Promise<void>;
  /** After an acknowledgement: words that only this person sees. */
  follow(to: PlainInteraction, words: Words, extra?: Extra): Promise<void>;
}

/** What goes with words: an embed to copy from, files, buttons. */
export interface Extra {
  readonly embeds?: MessageBody["embeds"];
  readonly files?: readonly FileBody[];
  readonly components?: MessageBody["components"];
}

/** Discord's numbers of first answers. */
const MESSAGE = 4;
const DEFERRED_MESSAGE = 5;
const DEFERRED_UPDATE = 6;
const UPDATE = 7;
const MODAL = 9;

const ALREADY_ACKNOWLEDGED = 40060;
const TOO_LATE = 10062;
/** There is no message to update: somebody deleted it while they pressed, or filled in the form. */
const NO_MESSAGE = 10008;

/** Never throws: whoever pressed has been heard, and a note that is lost changes no decision. */
export function responder(rest: Rest, log: Log): Responder {
  /** False when there was an answer already. */
  const first = async (
    to: PlainInteraction,
    type: number,
    data?: object,
    files?: Files,
  ): Promise<boolean> => {
    try {
      await rest.call({
        method: "POST",
        path: `/interactions/${to.id}/${to.token}/callback`,
        asBot: false,
        body: data === undefined ? { type } : { type, data },
        ...(files === undefined ? {} : { files }),
      });
      return true;
    } catch (error) {
      // An answer that was refused is not used up.
      if ((type === DEFERRED_UPDATE || type === UPDATE) && discordCode(error) === NO_MESSAGE)
        return first(to, MESSAGE, privately(RECORDED));
      // The person has seen an answer; a request is sent once, so it was another replica's.
      if (discordCode(error) === ALREADY_ACKNOWLEDGED) return false;
      reportFirst(log, to, error);
      return true;
    }
  };
  const later = async (to: PlainInteraction, what: string, send: () => Promise<unknown>) => {
    try {
      await send();
    } catch (error) {
      log.warn({ ...reasonOf(error), interaction: to.id }, `Could not ${what} on Discord`);
    }
  };
  return {
    async acknowledge(to) {
      await first(to, DEFERRED_UPDATE);
    },
    async replace(to, words) {
      await first(to, UPDATE, textBody(clip(renderOutcome(words), MAX_CONTENT)));
    },
    say: (to, words, extra) => first(to, MESSAGE, privately(words, extra), extra?.files),
    async answer(to, body) {
      await first(to, MESSAGE, { ...body, flags: EPHEMERAL });
    },
    async show(to, modal) {
      await first(to, MODAL, modal);
    },
    promise: (to) => first(to, DEFERRED_MESSAGE, { flags: EPHEMERAL }),
    complete: (to, body, files) =>
      later(to, "complete an answer", () =>
        rest.call({
          method: "PATCH",
          path: `/webhooks/${to.applicationId}/${to.token}/messages/@original`,
          asBot: false,
          body,
          ...(files === undefined ? {} : { files }),
        }),
      ),
    follow: (to, words, extra) =>
      later(to, "tell somebody", () =>
        followUp(rest, { kind: "interaction", ...to }, words, extra),
      ),
  };
}

type Files = readonly FileBody[] | undefined;

/** Tells the person of a press by its reply, after the first answer. Throws a Fault. */
export async function followUp(
  rest: Rest,
  reply: Reply,
  words: Words,
  extra?: Extra,
): Promise<void> {
  if (reply.kind === "interaction") {
    await rest.call({
      method: "POST",
      path: `/webhooks/${reply.applicationId}/${reply.token}`,
      asBot: false,
      body: privately(words, extra),
      ...(extra?.files === undefined ? {} : { files: extra.files }),
    });
    return;
  }
  await rest.call({
    method: "POST",
    path: `/channels/${reply.channelId}/messages`,
    body: {
      ...textBody(contentOf(words)),
      message_reference: { message_id: reply.messageId, fail_if_not_exists: false },
      // One answer to one message, also when two replicas heard it.
      nonce: `r${reply.messageId}`,
      enforce_nonce: true,
    },
  });
}

function privately(words: Words, extra?: Extra): object {
  return {
    ...textBody(contentOf(words)),
    ...(extra?.embeds === undefined ? {} : { embeds: extra.embeds }),
    ...(extra?.components === undefined ? {} : { components: extra.components }),
    flags: EPHEMERAL,
  };
}

function contentOf(words: Words): string {
  return clip(renderWords(words), MAX_CONTENT);
}

function reportFirst(log: Log, { id }: PlainInteraction, error: unknown): void {
  const fields = { ...reasonOf(error), interaction: id };
  if (discordCode(error) === TOO_LATE)
    log.warn(fields, "Discord closed an interaction before it was answered");
  else log.warn(fields, "Could not answer an interaction on Discord");
}
