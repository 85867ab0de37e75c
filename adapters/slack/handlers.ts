import { formatReference } from "../../src/core/reference.ts";
import { type Inbound, isWords } from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED, RESTARTING, UNKNOWN_BUTTON } from "../../src/presentation/wording.ts";
import { acknowledgeOnce } from "./acknowledge.ts";
import type { Log } from "../../src/core/log.ts";
import { brief } from "./faults.ts";
import { CLOCKS } from "./limits.ts";
import { textAt } from "./json.ts";
import { openings } from "./opening.ts";
import { receiveAction, receiveCommand, receiveSubmission } from "./receive.ts";
import { type Content, renderListing, renderNote } from "./render.ts";
import { formatReply } from "./reply.ts";
import { resultTeller } from "./results.ts";
import { closedForm, type FormAnswer, submitting } from "./submit-form.ts";
import { tellQuietly, whisper } from "./tell.ts";
import { type Pause, within } from "../../src/waiting/within.ts";
import type { SlackApi } from "./web-api.ts";

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

export function slackHandlers(deps: HandlerDeps): Handlers {
  const { inbound, api, log, stopping, pause } = deps;
  const say = tellQuietly.bind(undefined, api, log);
  const tellResult = resultTeller(api, log);
  const { open, turn } = openings(deps);
  const submit = submitting(deps);

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
      const reference = formatReference(pressed.press.reference);
      await tellResult({ reply, reference }, taking, inTime);
    },

    async submission(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log, pause);
      const sent = receiveSubmission(body);
      if (sent === undefined) return acknowledge(closedForm("Form", UNKNOWN_BUTTON));
      await submit(sent, acknowledge);
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

const asAnswer = (content: Content): CommandAnswer => ({ response_type: "ephemeral", ...content });
