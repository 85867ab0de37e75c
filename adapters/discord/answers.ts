import type { Reference } from "../../src/core/reference.ts";
import type { Inbound, PressResult, Taken } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import type { Self } from "./cards.ts";
import type { Log } from "../../src/core/log.ts";
import { RECORD_WITHIN_MS } from "./limits.ts";
import { answerIn, mayAnswer, type PlainMessage, typedPress } from "./receive.ts";
import { followUp } from "./respond.ts";
import { reasonOf } from "./faults.ts";
import type { Rest } from "./rest.ts";

interface AnswerDeps {
  readonly inbound: Inbound;
  readonly rest: Rest;
  readonly log: Log;
  readonly self: Self;
  readonly guilds: readonly string[];
}

const THANKS: Words = ["Thank you. The request is answered."];
const NOT_READ: Words = ["Nothing was recorded (the store is away). Write it again in a minute."];

/** An answer typed in a thread of ours. What is said in any other place is nobody's answer. */
export async function handleMessage(deps: AnswerDeps, message: PlainMessage): Promise<void> {
  const { inbound, self, guilds } = deps;
  if (!mayAnswer(message) || !guilds.includes(message.guildId)) return;
  const answer = answerIn(message, { botId: self.id, everything: self.readsContent });
  if (answer === undefined) return;
  const reference = await referenceOf(deps, message);
  if (reference === undefined) return;
  const press = typedPress(message, reference, answer);
  const taken = await inbound.press(press, RECORD_WITHIN_MS);
  const words = await wordsFor(taken);
  if (words !== undefined) await reply(deps, message, words);
}

async function referenceOf(
  deps: AnswerDeps,
  message: PlainMessage,
): Promise<Reference | undefined> {
  try {
    return await deps.inbound.threadReference(message.channelId);
  } catch (error) {
    deps.log.warn(
      { ...reasonOf(error), message: message.id },
      "Could not look up whether a thread is one of ours",
    );
    // In a thread that the bot opened, silence would look like an answer that was taken.
    if (message.threadOwnerId === deps.self.id) await reply(deps, message, NOT_READ);
    return undefined;
  }
}

async function wordsFor(taken: Taken): Promise<Words | undefined> {
  switch (taken.state) {
    case "duplicate":
      return undefined;
    case "not-recorded":
    case "not-confirmed":
      return taken.words;
    case "recorded": {
      const result: PressResult = await taken.result;
      return result.ok ? THANKS : result.words;
    }
  }
}

async function reply({ rest, log }: AnswerDeps, message: PlainMessage, words: Words) {
  const { channelId, id } = message;
  try {
    await followUp(rest, { kind: "message", channelId, messageId: id }, words);
  } catch (error) {
    log.warn({ ...reasonOf(error), message: id }, "Could not reply in a thread on Discord");
  }
}
