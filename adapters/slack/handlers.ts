import type { types } from "@slack/bolt";
import {
  type Inbound,
  isWords,
  type PressResult,
  type Taken,
} from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED, RESTARTING, UNKNOWN_BUTTON } from "../../src/presentation/wording.ts";
import { acknowledgeOnce } from "./acknowledge.ts";
import type { Log } from "../../src/core/log.ts";
import { brief } from "./faults.ts";
import { CLOCKS, LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";
import { textAt } from "./json.ts";
import { openings } from "./opening.ts";
import { receiveAction, receiveCommand, receiveSubmission } from "./receive.ts";
import { type Content, renderListing, renderNote } from "./render.ts";
import { formatReply } from "./reply.ts";
import { tellQuietly, whisper } from "./tell.ts";
import { type Pause, within } from "../../src/waiting/within.ts";
import { ANSWER_FIELD, noteView } from "./render-views.ts";
import type { SlackApi } from "./web-api.ts";
import { wordsPlain } from "./words.ts";

/** Answers to a submitted form that this adapter gives; none closes the form. */
type FormAnswer =
  | { readonly response_action: "errors"; readonly errors: Record<string, string> }
  | { readonly response_action: "update"; readonly view: types.ModalView };

/** A private answer to a slash command. */
type CommandAnswer = Content & { readonly response_type: "ephemeral" };

type Ack<Body> = (body?: Body) => Promise<void>;

/** What to do with each kind of delivery. None of them throws; each acknowledges exactly once, in time. */
export interface Handlers {
  action(body: unknown, ack: Ack<never>): Promise<void>;
  submission(body: unknown, ack: Ack<FormAnswer>): Promise<void>;
  command(body: unknown, ack: Ack<CommandAnswer>): Promise<void>;
}

export interface HandlerDeps {
  readonly inbound: Inbound;
  readonly api: SlackApi;
  readonly log: Log;
  /** True once this process takes no more presses. */
  readonly stopping: () => boolean;
  readonly pause: Pause;
}

export function slackHandlers({ inbound, api, log, stopping, pause }: HandlerDeps): Handlers {
  const say = tellQuietly.bind(undefined, api, log);
  const { open, turn } = openings({ inbound, api, log });

  return {
    async action(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log, pause);
      const pressed = receiveAction(body);
      if (pressed.kind === "page") return turn(pressed, acknowledge);
      const reply = pressed.kind === "press" ? pressed.press.reply : pressed.reply;
      if (pressed.kind === "unknown" || stopping()) {
        await acknowledge();
        return say(reply, pressed.kind === "unknown" ? UNKNOWN_BUTTON : RESTARTING);
      }
      if (pressed.kind === "open") return open(pressed, acknowledge);
      const taking = inbound.press(pressed.press, CLOCKS.press);
      const inTime = await within(taking, CLOCKS.acknowledge, pause);
      await acknowledge();
      if (inTime === undefined) await say(reply, NOT_CONFIRMED);
      await tellResult(reply, taking, inTime);
    },

    async submission(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log, pause);
      const press = receiveSubmission(body);
      if (press === undefined) return acknowledge(replaced(UNKNOWN_BUTTON));
      if (stopping()) return acknowledge(besideField(RESTARTING));
      const taking = inbound.press(press, CLOCKS.submission);
      const inTime = await within(taking.then(resultOf), CLOCKS.inTime, pause);
      if (inTime !== undefined) return acknowledge(formAnswer(inTime));
      const taken = await Promise.race([taking, Promise.resolve(undefined)]);
      // A form that closes looks taken: one that is not yet recorded stays, with what was typed in it.
      await acknowledge(taken === undefined ? besideField(NOT_CONFIRMED) : undefined);
      await tellResult(press.reply, taking, taken);
    },

    async command(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log, pause);
      const who = receiveCommand(body);
      if (who === undefined) return acknowledge(asAnswer(renderNote(UNKNOWN_BUTTON)));
      const listed = inbound
        .pending(who.account, who.workspace)
        .then((listing) => (isWords(listing) ? renderNote(listing) : renderListing(listing)));
      const inTime = await within(listed, CLOCKS.inTime, pause);
      if (inTime !== undefined) return acknowledge(asAnswer(inTime));
      await acknowledge();
      await listLater(body, await listed);
    },
  };

  /** Tells what became of a press after its acknowledgement, and nothing twice. */
  async function tellResult(
    reply: string,
    taking: Promise<Taken>,
    inTime: Taken | undefined,
  ): Promise<void> {
    const taken = await taking;
    if (inTime === undefined && taken.state === "not-confirmed") return;
    const result = await resultOf(taken);
    if (!result.ok) await say(reply, result.words);
  }

  async function listLater(body: unknown, content: Content): Promise<void> {
    const reply = formatReply({
      responseUrl: textAt(body, "response_url"),
      channel: textAt(body, "channel_id"),
      user: textAt(body, "user_id"),
    });
    try {
      await whisper(api, reply, content);
    } catch (error) {
      log.warn({ reason: brief(error) }, "A list did not reach the person on Slack");
    }
  }
}

/** How a press ended for the person; somebody else answers a duplicate, so here it is well. */
async function resultOf(taken: Taken): Promise<PressResult> {
  switch (taken.state) {
    case "recorded":
      return taken.result;
    case "duplicate":
      return { ok: true };
    case "not-recorded":
    case "not-confirmed":
      return { ok: false, words: taken.words, correctable: true };
  }
}

/** Correctable: the form stays with what was typed in it. */
function formAnswer(result: PressResult): FormAnswer | undefined {
  if (result.ok) return undefined;
  return result.correctable ? besideField(result.words) : replaced(result.words);
}

function besideField(words: Parameters<typeof wordsPlain>[0]): FormAnswer {
  const text = clipToWeight(wordsPlain(words), LIMITS.fieldError);
  return { response_action: "errors", errors: { [ANSWER_FIELD]: text } };
}

function replaced(words: Parameters<typeof wordsPlain>[0]): FormAnswer {
  return { response_action: "update", view: noteView("Answer", words) };
}

const asAnswer = (content: Content): CommandAnswer => ({ response_type: "ephemeral", ...content });
