import { discordAccount } from "../../src/core/account.ts";
import type { Reference } from "../../src/core/reference.ts";
import type { Heard, Inbound } from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED_TYPED } from "../../src/presentation/wording.ts";
import type { Words } from "../../src/presentation/words.ts";
import type { Self } from "./cards.ts";
import type { Log } from "../../src/core/log.ts";
import { HOLD_BACK_MS, RECORD_WITHIN_MS } from "./limits.ts";
import {
  answerIn,
  isToBot,
  mayAnswer,
  type PlainMessage,
  threadOf,
  typedPress,
} from "./receive.ts";
import { followUp } from "./respond.ts";
import { reasonOf } from "./faults.ts";
import type { Rest } from "./rest.ts";
import { hasAnswered, hasSpokenSince } from "./threads.ts";
import { type Pause, pausing } from "../../src/waiting/within.ts";

interface AnswerDeps {
  readonly inbound: Pick<Inbound, "press" | "threadReference" | "hear">;
  readonly rest: Rest;
  readonly log: Log;
  readonly self: Self;
  readonly guilds: readonly string[];
  readonly pause: Pause;
}

/** An answer typed in a thread of ours, or as a reply to its card. What else is said is nobody's answer. */
export async function handleMessage(deps: AnswerDeps, message: PlainMessage): Promise<void> {
  const { inbound, self, guilds } = deps;
  if (!mayAnswer(message) || !guilds.includes(message.guildId)) return;
  const answer = answerIn(message, { botId: self.id, everything: self.readsContent });
  if (answer === undefined) return;
  const reference = await referenceOf(deps, message);
  if (reference === undefined) return;
  const heard = await hear(deps, message, reference, answer);
  if (heard.state === "heard") return;
  if (heard.state === "refused") return reply(deps, message, heard.words);
  if (heard.state !== "none") return replyAfterOthers(deps, message, heard.words);
  const press = typedPress(message, reference, answer);
  const taken = await inbound.press(press, RECORD_WITHIN_MS);
  if (taken.state === "duplicate") return;
  if (taken.state !== "recorded") return replyAfterOthers(deps, message);
  const result = await taken.result;
  // An answer that counted ends the question, which the thread then hears.
  if (!result.ok) await reply(deps, message, result.words);
}

/** Where several questions are asked one by one, an answer to one of them ends nothing. */
function hear(
  { inbound }: AnswerDeps,
  message: PlainMessage & { readonly guildId: string },
  reference: Reference,
  text: string,
): Promise<Heard> {
  const { id, guildId: workspace, authorId } = message;
  const thread = threadOf(message) ?? "";
  const did = { type: "typed", text, message: id } as const;
  const said = { reference, thread, account: discordAccount(authorId), workspace, did };
  return inbound.hear(said, RECORD_WITHIN_MS);
}

async function referenceOf(
  deps: AnswerDeps,
  message: PlainMessage,
): Promise<Reference | undefined> {
  try {
    return await deps.inbound.threadReference(threadOf(message) ?? "", message.id);
  } catch (error) {
    deps.log.warn(
      { ...reasonOf(error), message: message.id },
      "Could not look up whether a thread is one of ours",
    );
    // Silence would look like an answer that was taken.
    if (isToBot(message, deps.self.id)) await replyAfterOthers(deps, message);
    return undefined;
  }
}

/**
 * Every replica hears every message. Where another one recorded the answer, the thread has heard the
 * outcome by now, or why it did not count, and nothing is left to say. In a channel the bot says much else.
 */
async function replyAfterOthers(
  deps: AnswerDeps,
  message: PlainMessage,
  words: Words = NOT_CONFIRMED_TYPED,
): Promise<void> {
  await pausing(deps.pause, HOLD_BACK_MS);
  const { channelId, id: messageId, inThread } = message;
  const hasHeard = inThread ? hasSpokenSince : hasAnswered;
  const said = { channelId, messageId, botId: deps.self.id };
  if (await hasHeard(deps.rest, said).catch(() => false)) return;
  await reply(deps, message, words);
}

async function reply({ rest, log }: AnswerDeps, message: PlainMessage, words: Words) {
  const { channelId, id } = message;
  try {
    await followUp(rest, { kind: "message", channelId, messageId: id }, words);
  } catch (error) {
    log.warn({ ...reasonOf(error), message: id }, "Could not reply in a thread on Discord");
  }
}
