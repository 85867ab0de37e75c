import { formatReference } from "../../src/core/reference.ts";
import {
  NOT_CONFIRMED,
  RESTARTING,
  UNKNOWN_BUTTON,
  UNKNOWN_LIST,
} from "../../src/presentation/wording.ts";
import { acknowledgeOnce } from "./acknowledge.ts";
import { CLOCKS } from "./limits.ts";
import { textAt } from "./json.ts";
import { type OpeningDeps, openings } from "./opening.ts";
import { installedTeam } from "./installed-team.ts";
import { lists } from "./lists.ts";
import {
  receiveAction,
  receiveCommand,
  receiveGroupChange,
  receiveHome,
  receiveSubmission,
} from "./receive.ts";
import { type Content, renderNote } from "./render.ts";
import { formatReply } from "./reply.ts";
import { sendingFiles } from "./send-files.ts";
import { resultTeller } from "./results.ts";
import { closedForm, type FormAnswer, submitting } from "./submit-form.ts";
import { tellQuietly } from "./tell.ts";
import { within } from "../../src/waiting/within.ts";

/** A private answer to a slash command. */
type CommandAnswer = Content & { readonly response_type: "ephemeral" };

type Ack<Body> = (body?: Body) => Promise<void>;

/** What to do with each kind of delivery. None of them throws; each acknowledges exactly once, in time. */
export interface Handlers {
  action(body: unknown, ack: Ack<never>): Promise<void>;
  submission(body: unknown, ack: Ack<FormAnswer>): Promise<void>;
  command(body: unknown, ack: Ack<CommandAnswer>): Promise<void>;
  /** Somebody looks at a tab of the app. */
  home(body: unknown): Promise<void>;
  /** The members of a user group have changed. */
  groupChanged(body: unknown): Promise<void>;
  /** A workspace may have taken its token back, or removed the app. */
  installationChanged(body: unknown): Promise<void>;
}

export interface HandlerDeps extends OpeningDeps {
  /** Finds out whether the token of a workspace still counts. Never throws. */
  readonly check: (team: string) => Promise<void>;
  /** True once this process takes no more presses. */
  readonly stopping: () => boolean;
}

export function slackHandlers(deps: HandlerDeps): Handlers {
  const { inbound, apiOf, check, log, stopping, pause } = deps;
  const say = tellQuietly.bind(undefined, apiOf, log);
  const tellResult = resultTeller(apiOf, log);
  const { open, turn } = openings(deps);
  const sendFiles = sendingFiles(deps);
  const submit = submitting(deps);
  const { listed, drawHome, say: sayList, more, openCard } = lists(deps);

  return {
    async action(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log, pause);
      const pressed = receiveAction(body);
      if (pressed.kind === "page") return turn(pressed, acknowledge);
      if (pressed.kind === "files") return sendFiles(pressed, acknowledge);
      if (pressed.kind === "list") return more(pressed, acknowledge);
      if (pressed.kind === "card") return openCard(pressed, acknowledge);
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
      await drawHome(pressed.press);
    },

    async submission(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log, pause);
      const sent = receiveSubmission(body);
      if (sent === undefined) return acknowledge(closedForm("Form", UNKNOWN_BUTTON));
      await submit(sent, acknowledge);
      await drawHome(sent.press);
    },

    async command(body, ack) {
      const acknowledge = acknowledgeOnce(ack, log, pause);
      const who = receiveCommand(body);
      if (who === undefined) return acknowledge(asAnswer(renderNote(UNKNOWN_BUTTON)));
      if (who.list === undefined) return acknowledge(asAnswer(renderNote(UNKNOWN_LIST)));
      const listing = listed(who, { list: who.list, page: 0 });
      const inTime = await within(listing, CLOCKS.inTime, pause);
      if (inTime !== undefined) return acknowledge(asAnswer(inTime));
      await acknowledge();
      await sayList(commandReply(body), await listing);
    },

    async home(body) {
      const who = receiveHome(body);
      if (who !== undefined && !stopping()) await drawHome(who);
    },

    async groupChanged(body) {
      const change = receiveGroupChange(body);
      if (change !== undefined) await inbound.membershipChanged(change);
    },

    async installationChanged(body) {
      const team = installedTeam(body);
      if (team !== undefined) await check(team);
    },
  };
}

function commandReply(body: unknown): string {
  return formatReply({
    responseUrl: textAt(body, "response_url"),
    team: textAt(body, "team_id"),
    channel: textAt(body, "channel_id"),
    user: textAt(body, "user_id"),
  });
}

const asAnswer = (content: Content): CommandAnswer => ({ response_type: "ephemeral", ...content });
