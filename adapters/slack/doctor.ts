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
  /** Ids of user groups whose members are to be looked up. */
  readonly groups?: readonly string[];
  /** Scopes that the roster needs besides, with the reason each is needed. */
  readonly scopes?: Readonly<Record<string, string>>;
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
  const checks = await tokenChecks(bot, expectations);
  if (config.mode.kind === "socket") {
    const app = new webApi.WebClient(config.mode.appToken, options());
    checks.push(await appTokenCheck(app));
  }
  if (checks[0]?.ok !== true) return checks;
  for (const channel of expectations.channels) checks.push(await channelCheck(bot, channel));
  for (const group of expectations.groups ?? []) checks.push(await groupCheck(bot, group));
  return checks;
}

async function tokenChecks(
  bot: webApi.WebClient,
  { workspaces, scopes: needed = {} }: SlackExpectations,
): Promise<Check[]> {
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
    scopeCheck(answer.response_metadata?.scopes, { ...SCOPES, ...needed }),
  ];
}

function scopeCheck(
  granted: readonly string[] | undefined,
  needed: Readonly<Record<string, string>>,
): Check {
  const name = "Slack scopes";
  if (granted === undefined) {
    return { name, ok: true, detail: "Slack did not say which scopes the token has" };
  }
  const missing = Object.keys(needed).filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return { name, ok: true, detail: "all that are needed" };
  return {
    name,
    ok: false,
    detail: `missing ${missing.map((scope) => `${scope} (${needed[scope]})`).join(", ")}`,
    mend: "Add them under “OAuth & Permissions”, then install the app again; the manifest has them all.",
  };
}

/** Nobody is in a group that cannot be read. */
async function groupCheck(bot: webApi.WebClient, id: string): Promise<Check> {
  const name = `Slack user group ${id}`;
  try {
    const { users = [] } = await bot.usergroups.users.list({ usergroup: id });
    if (users.length > 0)
      return { name, ok: true, detail: `can be read, members: ${users.length}` };
    const mend = "Add members to the group, or take it out of the roster.";
    return { name, ok: false, detail: "it has no members, so nobody may decide by it", mend };
  } catch (error) {
    const mend =
      slackCode(error) === "missing_scope"
        ? "Add the scope usergroups:read under “OAuth & Permissions”, then install the app again."
        : "Check the id in the roster: in Slack, the group's menu has Copy group ID.";
    return failed(name, "usergroups.users.list", error, mend);
  }
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
