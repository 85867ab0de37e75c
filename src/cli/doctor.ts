import { type Check, checked } from "../core/check.ts";
import { type Config, parseConfig, redisUrlOf } from "../config.ts";
import type { PlatformName } from "../core/interrupt.ts";
import { PLATFORM_WORD } from "../presentation/wording.ts";
import { checkRedis } from "../redis/check.ts";
import { command } from "./command.ts";
import { EXIT } from "./exit.ts";

/**
 * `parley doctor`: looks at everything that has to be right and says how to mend what is not. Changes
 * nothing. Exit 0 only if all is well.
 */
export const doctorCommand = command({
  usage: [["doctor [--json]", "check settings, roster, Redis, Slack and Discord; changes nothing"]],
  options: { json: { type: "boolean" } },
  async run({ json }, environment) {
    const checks = await allChecks(environment);
    process.stdout.write(
      json === true ? `${JSON.stringify({ checks }, null, 2)}\n` : asText(checks),
    );
    return checks.every(({ ok }) => ok) ? EXIT.done : EXIT.failed;
  },
});

async function allChecks(environment: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const parsed = parseConfig(environment);
  if (!parsed.ok) {
    const settings = parsed.problems.map((detail): Check => ({
      name: "settings",
      ok: false,
      detail,
    }));
    // Redis can be looked at even when the rest cannot.
    const url = redisUrlOf(environment);
    const redis = url === undefined ? [skipped("Redis")] : await checkRedis(url);
    return [...settings, ...redis, skipped("Slack and Discord")];
  }
  const { config } = parsed;
  // What the platforms need takes a second to load, which other commands need not wait for.
  const { checkSlack } = await import("../../adapters/slack/doctor.ts");
  const [redis, slack, discord] = await Promise.all([
    checkRedis(config.redisUrl),
    config.slack === undefined
      ? off(config, "slack", "SLACK_BOT_TOKEN")
      : checkSlack(config.slack, {
          ...expectedOnSlack(config),
          groups: kept(config, "slack"),
          scopes: slackScopes(config),
        }),
    config.discord === undefined
      ? off(config, "discord", "DISCORD_TOKEN")
      : discordChecks(config, config.discord),
  ]);
  const settings: Check = { name: "settings and roster", ok: true, detail: "complete" };
  return [settings, ...redis, ...slack, ...discord];
}

function skipped(name: string): Check {
  const detail = "not looked at: mend the settings first, then run doctor again";
  return { name, ok: false, skipped: true, detail };
}

async function discordChecks(config: Config, discord: NonNullable<Config["discord"]>) {
  const { checkDiscord } = await import("../../adapters/discord/doctor.ts");
  const { workspaces: guilds, channels } = expected(config, "discord");
  const { publicUrl } = config;
  const roles = kept(config, "discord").map(({ workspace, id }) => ({
    guild: workspace,
    role: id,
  }));
  const ids = channels.map(({ id }) => id);
  return checkDiscord({ ...discord, guilds }, { guilds, channels: ids, roles, publicUrl });
}

/** Groups and roles of the roster that a platform keeps. */
function kept({ roster }: Config, platform: PlatformName) {
  return roster.providers().filter((each) => each.platform === platform);
}

function expectedOnSlack({ roster }: Config) {
  const { channels } = expected({ roster }, "slack");
  const workspaces = roster
    .workspacesOn("slack")
    .map(({ workspace: team, tenants }) => ({ team, tenants }));
  return { workspaces, channels };
}

/** What the roster says of people decides what has to be asked about them. */
function slackScopes(config: Config): Readonly<Record<string, string>> {
  const { roster } = config;
  const usesEmails = roster.tenantsWithEmails().length > 0;
  return {
    ...(roster.guestsMayDecide && !usesEmails
      ? {}
      : { "users:read": "to tell full members from guests" }),
    ...(kept(config, "slack").length === 0
      ? {}
      : { "usergroups:read": "to look up who is in a user group" }),
    ...(usesEmails ? { "users:read.email": "to recognise people by e-mail address" } : {}),
  };
}

function expected({ roster }: Pick<Config, "roster">, platform: PlatformName) {
  const addresses = roster.addresses().filter((address) => address.platform === platform);
  const channels = addresses.map(({ workspace, channel: id }) => ({ workspace, id }));
  // Several tenants may use one channel.
  const named = new Map(channels.map((each) => [`${each.workspace}/${each.id}`, each]));
  return {
    workspaces: [...new Set(addresses.map(({ workspace }) => workspace))],
    channels: [...named.values()],
  };
}

/** A platform without its settings is off, which is only wrong if the roster counts on it. */
function off(config: Config, platform: PlatformName, setting: string): readonly Check[] {
  const { channels } = expected(config, platform);
  return [
    checked(PLATFORM_WORD[platform], channels.length === 0, {
      detail: `off: ${setting} is not set`,
      mend: `The roster names ${channels.length} of its channels, where nothing will be shown. Set ${setting}, or take them out.`,
    }),
  ];
}

function asText(checks: readonly Check[]): string {
  const lines = checks.flatMap((check) => [
    `${markOf(check)}  ${check.name}: ${check.detail}`,
    ...(check.mend === undefined ? [] : [`      ${check.mend}`]),
  ]);
  const looked = checks.filter((check) => !("skipped" in check));
  const wrong = looked.filter(({ ok }) => !ok).length;
  const end = wrong === 0 ? "All is well." : `${wrong} of ${looked.length} to mend.`;
  return `${[...lines, "", end].join("\n")}\n`;
}

function markOf(check: Check): string {
  if (check.ok) return "ok  ";
  return "skipped" in check ? "skip" : "MEND";
}
