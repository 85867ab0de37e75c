import type { types } from "@slack/bolt";
import type { Press } from "../../src/core/press.ts";
import {
  type Inbound,
  isWords,
  type PressResult,
  type Taken,
} from "../../src/presentation/platform.ts";
import { acknowledgeOnce, within } from "./acknowledge.ts";
import type { Log } from "../../src/core/log.ts";
import { brief } from "./faults.ts";
import { CLOCKS, LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";
import { textAt } from "./json.ts";
import { openings } from "./opening.ts";
import { receiveAction, receiveCommand, receiveSubmission } from "./receive.ts";
import { type Content, renderListing, renderNote } from "./render.ts";
import { formatReply } from "./reply.ts";
import { RESTARTING, tellQuietly, UNKNOWN, whisper } from "./tell.ts";
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
}

export function slackHandlers({ inbound, api, log, stopping }: HandlerDeps): Handlers {
  const say = tellQuietly.bind(undefined, api, log);
  const { open, turn } = openings({ inbound, api, log });

  return {
    async action(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log);
      const pressed = receiveAction(body);
      if (pressed.kind === "page") return turn(pressed, acknowledge);
      const reply = pressed.kind === "press" ? pressed.press.reply : pressed.reply;
      if (pressed.kind === "unknown" || stopping()) {
        await acknowledge();
        return say(reply, pressed.kind === "unknown" ? UNKNOWN : RESTARTING);
      }
      if (pressed.kind === "open") return open(pressed, acknowledge);
      const taken = await inbound.press(pressed.press, CLOCKS.press);
      await acknowledge();
      const result = await resultOf(taken);
      if (!result.ok) await say(reply, result.words);
    },

    async submission(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log);
      const press = receiveSubmission(body);
      if (press === undefined) return acknowledge(replaced(UNKNOWN));
      if (stopping()) return acknowledge(besideField(RESTARTING));
      const outcome = submit(press);
      const inTime = await within(outcome, CLOCKS.inTime);
      if (inTime !== undefined) return acknowledge(formAnswer(inTime));
      await acknowledge();
      const result = await outcome;
      if (!result.ok) await say(press.reply, result.words);
    },

    async command(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log);
      const who = receiveCommand(body);
      if (who === undefined) return acknowledge(asAnswer(renderNote(UNKNOWN)));
      const listed = inbound
        .pending(who.account, who.workspace)
        .then((listing) => (isWords(listing) ? renderNote(listing) : renderListing(listing)));
      const inTime = await within(listed, CLOCKS.inTime);
      if (inTime !== undefined) return acknowledge(asAnswer(inTime));
      await acknowledge();
      await listLater(body, await listed);
    },
  };

  async function submit(press: Press): Promise<PressResult> {
    return resultOf(await inbound.press(press, CLOCKS.submission));
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
