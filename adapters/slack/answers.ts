import { Fault } from "../../src/core/fault.ts";
import type { Log } from "../../src/core/log.ts";
import type { Reference } from "../../src/core/reference.ts";
import type { Inbound, PressResult } from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED_TYPED } from "../../src/presentation/wording.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type Pause, within } from "../../src/waiting/within.ts";
import { brief } from "./faults.ts";
import { CLOCKS } from "./limits.ts";
import type { TakeMessage } from "./own-acknowledgement.ts";
import {
  isBelowOurs,
  oldThreadIdOf,
  type OurBots,
  receiveReply,
  threadIdOf,
  type TypedReply,
  typedPress,
} from "./receive-reply.ts";
import { renderNote } from "./render.ts";
import { formatReply } from "./reply.ts";
import { tellQuietly } from "./tell.ts";
import type { ApiOf, Workspaces } from "./workspaces.ts";

interface AnswerDeps {
  readonly inbound: Inbound;
  readonly workspaces: Workspaces;
  readonly log: Log;
  readonly stopping: () => boolean;
  readonly pause: Pause;
}

/** Nobody says a second time of the same message that it is not confirmed; as many are remembered. */
const MOST_SAID = 1_000;

/**
 * Answers typed in the threads of our cards. An answer is recorded before Slack is told that it came. One
 * that could not be is not acknowledged, so that Slack brings it again, and whoever wrote it hears that
 * there is nothing certain yet: the press id is that of the message, so all of that is harmless.
 */
export function typedAnswers(deps: AnswerDeps): TakeMessage {
  const { inbound, stopping } = deps;
  const bots = ourBots(deps.workspaces);
  const said = new Set<string>();

  /** Never resolves well: the delivery stays unacknowledged. */
  async function leave(reply: TypedReply): Promise<never> {
    const name = `${reply.team} ${reply.channel} ${reply.ts}`;
    if (said.size >= MOST_SAID) said.clear();
    if (!said.has(name)) {
      said.add(name);
      await sayThere(deps, reply, NOT_CONFIRMED_TYPED);
    }
    throw notTaken();
  }

  return async (body, ack) => {
    const reply = receiveReply(body, bots);
    if (reply === undefined || deps.workspaces.find(reply.team) === undefined) return ack();
    if (stopping()) throw notTaken();
    const found = await lookUp(deps, reply);
    // What is said in threads that may be anybody's is not asked for again while the store is away.
    if (found === "unknown") return isBelowOurs(body, bots, reply) ? leave(reply) : ack();
    if (found === "none") return ack();
    const taken = await inbound.press(typedPress(reply, found), CLOCKS.submission);
    if (taken.state === "not-recorded" || taken.state === "not-confirmed") return leave(reply);
    await ack();
    if (taken.state === "recorded") await tellRefusal(deps, reply, await taken.result);
  };
}

async function lookUp(
  { inbound, pause, log, workspaces }: AnswerDeps,
  reply: TypedReply,
): Promise<Reference | "none" | "unknown"> {
  const look = async () => {
    const found = await inbound.threadReference(threadIdOf(reply), reply.ts);
    // An earlier version served one workspace, and named threads without it.
    const isOld = found === undefined && workspaces.only() !== undefined;
    return isOld ? inbound.threadReference(oldThreadIdOf(reply), reply.ts) : found;
  };
  try {
    const looking = look().then((reference) => reference ?? "none");
    return (await within(looking, CLOCKS.open, pause)) ?? "unknown";
  } catch (error) {
    log.warn(
      { reason: brief(error) },
      "Could not look up whether a thread on Slack is one of ours",
    );
    return "unknown";
  }
}

/**
 * An answer that counted ends the question, which the thread then hears. One that can be mended is answered
 * in the thread, where everybody saw it; why somebody may not answer is for them alone.
 */
async function tellRefusal(
  deps: AnswerDeps,
  reply: TypedReply,
  result: PressResult,
): Promise<void> {
  if (result.ok) return;
  if (result.correctable) return sayThere(deps, reply, result.words);
  const apiOf: ApiOf = (team) => deps.workspaces.of(team).api;
  await tellQuietly(apiOf, deps.log, formatReply(reply), result.words);
}

async function sayThere(
  { workspaces, log }: AnswerDeps,
  reply: TypedReply,
  words: Words,
): Promise<void> {
  try {
    await workspaces.of(reply.team).api.reply(reply.channel, reply.thread, renderNote(words));
  } catch (error) {
    log.warn({ reason: brief(error) }, "Could not answer in a thread on Slack");
  }
}

function ourBots({ find, all }: Workspaces): OurBots {
  return {
    botUserOf: (team) => find(team)?.botUser,
    teamOfBotUser: (user) => all().find(({ botUser }) => botUser === user)?.team,
  };
}

function notTaken(): Fault {
  const words = "An answer typed on Slack was not recorded; it will be delivered again";
  return new Fault("store-unavailable", words, { retryable: true });
}
