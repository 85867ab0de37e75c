import type { Check } from "../../src/core/check.ts";
import { webApi } from "@slack/bolt";
import { boltLog } from "./bolt-log.ts";
import type { ExpectedWorkspace, SlackConfig } from "./config.ts";
import { brief, faultOf, slackCode } from "./faults.ts";
import { type Asked, problemOf } from "./installations.ts";
import { clientOptions, type Identity, sendsFiles, slackApi } from "./web-api.ts";

export interface SlackExpectations {
  readonly workspaces: readonly ExpectedWorkspace[];
  readonly channels: readonly There[];
  /** User groups whose members are to be looked up. */
  readonly groups?: readonly There[];
  /** Scopes that the roster needs besides, with the reason each is needed. */
  readonly scopes?: Readonly<Record<string, string>>;
}

/** A channel (`C…`) or a user group (`S…`), and the team in which it is. */
interface There {
  readonly workspace: string;
  readonly id: string;
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

/** A workspace as it answered, with a client for the questions that only doctors ask. */
interface Examined extends Identity {
  readonly client: webApi.WebClient;
}

/** Looks at everything a Slack app needs to serve parley. Changes nothing and never throws. */
export async function checkSlack(
  config: SlackConfig,
  expectations: SlackExpectations,
): Promise<Check[]> {
  const asked = await Promise.all(config.botTokens.map(async (token) => ask(token, config)));
  const served = asked.flatMap((each) => ("workspace" in each ? [each.workspace] : []));
  const checks = asked.flatMap((_, index) => tokenChecks(asked, index, expectations));
  if (served.length > 0) checks.push(...workspaceChecks(served, expectations));
  if (config.mode.kind === "socket") {
    const options = clientOptions(config, boltLog(QUIET));
    checks.push(await appTokenCheck(new webApi.WebClient(config.mode.appToken, options)));
  }
  const clientFor = ({ workspace }: There) => served.find(({ team }) => team === workspace)?.client;
  const where = ({ workspace, id }: There) => (asked.length > 1 ? `${id} in ${workspace}` : id);
  // Where no token is for the workspace, that has been said.
  for (const channel of expectations.channels) {
    const bot = clientFor(channel);
    if (bot !== undefined) checks.push(await channelCheck(bot, channel, where(channel)));
  }
  for (const group of expectations.groups ?? []) {
    const bot = clientFor(group);
    if (bot !== undefined) checks.push(await groupCheck(bot, group, where(group)));
  }
  return checks;
}

async function ask(token: string, config: SlackConfig): Promise<Asked<Examined>> {
  const client = new webApi.WebClient(token, clientOptions(config, boltLog(QUIET)));
  try {
    const identity = await slackApi(token, config, boltLog(QUIET)).whoAmI();
    return { workspace: { ...identity, client } };
  } catch (error) {
    return { fault: faultOf("auth.test", error) };
  }
}

/** One token, of several by its place. */
function tokenChecks(
  asked: readonly Asked<Examined>[],
  index: number,
  { scopes: needed = {} }: SlackExpectations,
): readonly Check[] {
  const each = asked[index];
  if (each === undefined) return [];
  const isOne = asked.length === 1;
  const name = isOne ? "Slack bot token" : `Slack bot token ${index + 1}`;
  if ("fault" in each) {
    const mend =
      "Copy the bot token (xoxb-…) again from “OAuth & Permissions”; install the app if there is none.";
    return [failed(name, "auth.test", each.fault, mend)];
  }
  const problem = problemOf(asked, index);
  if (problem !== undefined) return [{ name, ok: false, detail: problem }];
  const { team, scopes } = each.workspace;
  const scopesName = isOne ? "Slack scopes" : `Slack scopes in ${team}`;
  return [
    { name, ok: true, detail: `valid for ${placed(each.workspace)}` },
    scopeCheck(scopesName, scopes, { ...SCOPES, ...needed }),
  ];
}

const placed = ({ name, team }: Identity): string => `${name} (${team})`;

function workspaceChecks(
  served: readonly Examined[],
  { workspaces }: SlackExpectations,
): readonly Check[] {
  const name = "Slack workspace";
  const unnamed = served.filter(({ team }) => workspaces.every((each) => each.team !== team));
  const note =
    unnamed.length === 0 ? "" : `; the roster does not name ${unnamed.map(placed).join(", ")}`;
  const where = `installed in ${served.map(placed).join(", ")}${note}`;
  const missing = workspaces.filter(({ team }) => served.every((each) => each.team !== team));
  if (missing.length === 0) return [{ name, ok: true, detail: where }];
  return missing.map(({ team, tenants }) => ({
    name,
    ok: false,
    detail: `${where}, but cards of ${tenants.join(", ")} are to go to ${team}`,
    mend: "Install the app in that workspace too and add the bot token of that installation to SLACK_BOT_TOKEN, or change the roster.",
  }));
}

function scopeCheck(
  name: string,
  granted: readonly string[] | undefined,
  needed: Readonly<Record<string, string>>,
): Check {
  if (granted === undefined) {
    return { name, ok: true, detail: "Slack did not say which scopes the token has" };
  }
  const missing = Object.keys(needed).filter((scope) => !granted.includes(scope));
  if (missing.length === 0) {
    const without = sendsFiles(granted)
      ? ""
      : "; without files:write, long texts are shown in pages and not sent as files";
    return { name, ok: true, detail: `all that are needed${without}` };
  }
  return {
    name,
    ok: false,
    detail: `missing ${missing.map((scope) => `${scope} (${needed[scope]})`).join(", ")}`,
    mend: "Add them under “OAuth & Permissions”, then install the app again; the manifest has them all.",
  };
}

/** Nobody is in a group that cannot be read. */
async function groupCheck(bot: webApi.WebClient, { id }: There, where: string): Promise<Check> {
  const name = `Slack user group ${where}`;
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

async function channelCheck(bot: webApi.WebClient, { id }: There, where: string): Promise<Check> {
  const name = `Slack channel ${where}`;
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
