import type { App } from "@slack/bolt";
import type { Log } from "../../src/core/log.ts";
import type { Words } from "../../src/presentation/words.ts";
import { brief } from "./faults.ts";
import { installedTeam } from "./installed-team.ts";
import { textAt } from "./json.ts";
import { isMessage } from "./own-acknowledgement.ts";
import { renderNote } from "./render.ts";
import { whisperBy } from "./response-url.ts";
import { closedForm } from "./submit-form.ts";
import type { Workspaces } from "./workspaces.ts";

/** Said to whoever uses the app in a workspace that no token is for. */
const NOT_INSTALLED: Words = [
  "Nothing was recorded: this app is not set up for your workspace here. Whoever runs it can add the workspace's bot token.",
];

/** Whoever can install the app makes a workspace: as many are named in the log. */
const MOST_NAMED = 1_000;

/**
 * Takes what comes from a workspace that no token is for, before anybody else sees it: it is acknowledged,
 * the person hears what can be said without a token, and nothing is decided. The log names each team once.
 * Messages pass, since one from a channel that workspaces share may come for another one than it is about.
 */
export function turnAway(app: App, { find }: Workspaces, log: Log): void {
  const dispatch = app.processEvent.bind(app);
  const named = new Set<string>();
  app.processEvent = async (delivery) => {
    const { body, ack } = delivery;
    const team = installedTeam(body);
    if (team === undefined || find(team) !== undefined) return dispatch(delivery);
    if (!named.has(team) && named.size < MOST_NAMED) {
      named.add(team);
      log.warn(
        { workspace: team },
        "The app is used in a Slack workspace that no token of SLACK_BOT_TOKEN is for; nothing from there is taken",
      );
    }
    if (isMessage(body)) return dispatch(delivery);
    const answer = answerTo(body);
    await (answer === undefined ? ack() : ack(answer));
    await whisper(body, log);
  };
}

/** Where the acknowledgement itself can say something: a form, a slash command. */
function answerTo(body: unknown): object | undefined {
  if (textAt(body, "type") === "view_submission") {
    return closedForm(textAt(body, "view", "title", "text") ?? "", NOT_INSTALLED);
  }
  if (textAt(body, "command") === undefined) return undefined;
  return { response_type: "ephemeral", ...renderNote(NOT_INSTALLED) };
}

async function whisper(body: unknown, log: Log): Promise<void> {
  const url = textAt(body, "response_url");
  if (textAt(body, "type") !== "block_actions" || url === undefined) return;
  try {
    await whisperBy(url, renderNote(NOT_INSTALLED), textAt(body, "container", "thread_ts"));
  } catch (error) {
    log.info({ reason: brief(error) }, "A private note did not reach the person on Slack");
  }
}
