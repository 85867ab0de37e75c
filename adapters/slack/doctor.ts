import type { Check } from "../../src/core/check.ts";
import { webApi } from "@slack/bolt";
import { boltLog } from "./bolt-log.ts";
import type { SlackConfig } from "./config.ts";
import { brief, faultOf, slackCode } from "./faults.ts";
import { clientOptions } from "./web-api.ts";

export interface SlackExpectations {
  /** Team ids: `T…`. */
  readonly workspaces: readonly string[];
  /** Channel ids: `C…`. */
  readonly channels: readonly string[];
}

/** Bot scopes that the adapter uses now, with the reason each is needed. */
const SCOPES: Readonly<Record<string, string>> = {
  "chat:write": "to post and change cards",
  commands: "for /pending",
  "channels:read": "to check public channels",
  "groups:read": "to check private channels",
  "channels:history": "to find a card again after a crash, in public channels",
  "groups:history": "to find a card again after a crash, in private channels",
};

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Looks at everything a Slack app needs to serve parley. Changes nothing and never throws. */
export async function checkSlack(
  config: SlackConfig,
  expectations: SlackExpectations,
): Promise<Check[]> {
  const options = () => clientOptions(config, boltLog(QUIET));
  const bot = new webApi.WebClient(config.botToken, options());
  const checks = await tokenChecks(bot, expectations.workspaces);
  if (config.mode.kind === "socket") {
    const app = new webApi.WebClient(config.mode.appToken, options());
    checks.push(await appTokenCheck(app));
  }
  if (checks[0]?.ok !== true) return checks;
  for (const channel of expectations.channels) checks.push(await channelCheck(bot, channel));
  return checks;
}

async function tokenChecks(bot: webApi.WebClient, workspaces: readonly string[]): Promise<Check[]> {
  const name = "Slack bot token";
  let answer: webApi.AuthTestResponse;
  try {
    answer = await bot.auth.test();
  } catch (error) {
    const mend =
      "Copy the bot token (xoxb-…) again from “OAuth & Permissions”; install the app if there is none.";
    return [failed(name, "auth.test", error, mend)];
  }
  const team = answer.team_id ?? "";
  const where = `${answer.team ?? "a workspace"} (${team})`;
  const others = workspaces.filter((workspace) => workspace !== team);
  const workspace: Check =
    others.length === 0
      ? { name: "Slack workspace", ok: true, detail: `installed in ${where}` }
      : {
          name: "Slack workspace",
          ok: false,
          detail: `installed in ${where}, but cards are to go to ${others.join(", ")}`,
          mend: "Use the token of that workspace's installation, or change the addresses.",
        };
  return [
    { name, ok: true, detail: `valid for ${where}` },
    workspace,
    scopeCheck(answer.response_metadata?.scopes),
  ];
}

function scopeCheck(granted: readonly string[] | undefined): Check {
  const name = "Slack scopes";
  if (granted === undefined) {
    return { name, ok: true, detail: "Slack did not say which scopes the token has" };
  }
  const missing = Object.keys(SCOPES).filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return { name, ok: true, detail: "all that are needed" };
  return {
    name,
    ok: false,
    detail: `missing ${missing.map((scope) => `${scope} (${SCOPES[scope]})`).join(", ")}`,
    mend: "Add them under “OAuth & Permissions”, then install the app again; the manifest has them all.",
  };
}

async function appTokenCheck(app: webApi.WebClient): Promise<Check> {
  const name = "Slack app token";
  try {
    await app.apps.connections.open();
    return { name, ok: true, detail: "valid, socket mode is on" };
  } catch (error) {
    const mend =
      "Make an app-level token (xapp-…) with connections:write under “Basic Information”, and switch socket mode on.";
    return failed(name, "apps.connections.open", error, mend);
  }
}

async function channelCheck(bot: webApi.WebClient, id: string): Promise<Check> {
  const name = `Slack channel ${id}`;
  try {
    const { channel } = await bot.conversations.info({ channel: id });
    const title = channel?.name === undefined ? "it" : `#${channel.name}`;
    if (channel?.is_archived === true) {
      const mend = "Unarchive it, or route to another channel.";
      return { name, ok: false, detail: `${title} is archived`, mend };
    }
    if (channel?.is_member !== true && channel?.is_im !== true) {
      const mend = "Write /invite and the app's name in that channel.";
      return { name, ok: false, detail: `the app is not a member of ${title}`, mend };
    }
    return { name, ok: true, detail: `the app is a member of ${title}` };
  } catch (error) {
    const mend =
      slackCode(error) === "channel_not_found"
        ? "Check the id; a private channel is only visible once the app was invited to it."
        : "See the reason; the scopes channels:read and groups:read are needed for this check.";
    return failed(name, "conversations.info", error, mend);
  }
}

function failed(name: string, method: string, error: unknown, mend: string): Check {
  const fault = faultOf(method, error);
  const detail = brief(fault);
  if (!fault.retryable) return { name, ok: false, detail, mend };
  return {
    name,
    ok: false,
    detail,
    mend: "Slack could not be asked: check the network and try again.",
  };
}
