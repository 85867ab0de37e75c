import type { Check } from "../../src/core/check.ts";
import type { DiscordConfig } from "./config.ts";
import { PENDING } from "./commands.ts";
import { inviteUrl, missingOf, type Overwrite, permissionsIn } from "./permissions.ts";
import { contentCheck, membersCheck, shardsCheck } from "./doctor-gateway.ts";
import { discordCode, httpStatus, TOKEN_REFUSED } from "./faults.ts";
import { INTERACTIONS_PATH } from "./interactions-door.ts";
import { listOf, at } from "./json.ts";
import { openRest, type Rest } from "./rest.ts";
import { type Application, readApplication } from "./application.ts";

/** What the rest of the configuration relies on, by Discord's ids. */
export interface Expectations {
  readonly guilds: readonly string[];
  readonly channels: readonly string[];
  /** Roles whose holders are to be looked up. */
  readonly roles?: readonly { readonly guild: string; readonly role: string }[];
  /** Where people and engines reach the HTTP doors, without a slash at the end. */
  readonly publicUrl?: string | undefined;
}

/** Looks at everything that has to be right on Discord's side. Changes nothing and never throws. */
export async function checkDiscord(
  config: DiscordConfig,
  { guilds, channels, roles = [], publicUrl }: Expectations,
): Promise<Check[]> {
  const rest = openRest(config);
  try {
    const application = await readApplication(rest);
    const checks: Check[] = [
      { name: "Discord token", ok: true, detail: "Discord accepts it" },
      contentCheck(application),
      membersCheck(application),
      await shardsCheck(rest),
      interactionsCheck(application, config.publicKey, publicUrl),
    ];
    for (const guild of guilds) {
      checks.push(await guildCheck(rest, application, guild));
      checks.push(await commandsCheck(rest, application, guild));
    }
    for (const channel of channels) checks.push(await channelCheck(rest, application, channel));
    for (const each of roles) checks.push(await roleCheck(rest, application, each));
    return checks;
  } catch (error) {
    return [tokenFailed(error)];
  } finally {
    rest.close();
  }
}

function tokenFailed(error: unknown): Check {
  const name = "Discord token";
  if (httpStatus(error) === 401) {
    const mend = "Copy it again from Bot → Token in the developer portal, or reset it there.";
    return { name, ok: false, detail: TOKEN_REFUSED, mend };
  }
  const mend = "Check that this machine reaches Discord, and that the address of its API is right.";
  return { name, ok: false, detail: detailOf(error), mend };
}

/** Where interactions go, by what the developer portal says, beside what parley is set to. */
function interactionsCheck(
  { interactionsUrl, publicKey: known }: Application,
  publicKey: string | undefined,
  publicUrl: string | undefined,
): Check {
  const name = "Discord interactions";
  if (publicKey === undefined) return gatewayCheck(name, interactionsUrl);
  const wanted = `${publicUrl ?? "https://<where parley is reached>"}${INTERACTIONS_PATH}`;
  const set = `Set Interactions Endpoint URL under General Information to ${wanted}, while parley runs: Discord tries it out.`;
  if (known !== undefined && known.toLowerCase() !== publicKey.toLowerCase()) {
    const detail = "DISCORD_PUBLIC_KEY is not the public key of this application";
    return { name, ok: false, detail, mend: "Copy Public Key under General Information again." };
  }
  if (interactionsUrl === undefined) {
    const detail = "DISCORD_PUBLIC_KEY is set, but they still come through the gateway";
    return { name, ok: false, detail, mend: set };
  }
  const isOurs =
    publicUrl === undefined
      ? pathOf(interactionsUrl).endsWith(INTERACTIONS_PATH)
      : interactionsUrl === wanted;
  const detail = `go to ${interactionsUrl}`;
  return isOurs ? { name, ok: true, detail } : { name, ok: false, detail, mend: set };
}

function gatewayCheck(name: string, interactionsUrl: string | undefined): Check {
  if (interactionsUrl === undefined) return { name, ok: true, detail: "come through the gateway" };
  return {
    name,
    ok: false,
    detail: "go to an Interactions Endpoint URL, so that presses never arrive here",
    mend: "Clear Interactions Endpoint URL under General Information, or set DISCORD_PUBLIC_KEY to the Public Key there.",
  };
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : "";
}

async function guildCheck(rest: Rest, application: Application, guild: string): Promise<Check> {
  const name = `Discord server ${guild}`;
  try {
    const answer = await rest.call({ method: "GET", path: `/guilds/${guild}` });
    return { name, ok: true, detail: `the bot is in it (${String(at(answer, "name"))})` };
  } catch (error) {
    return { name, ok: false, detail: detailOf(error), mend: inviteWords(application) };
  }
}

async function commandsCheck(rest: Rest, application: Application, guild: string): Promise<Check> {
  const name = `Discord commands in ${guild}`;
  const { applicationId } = application;
  try {
    const answer = await rest.call({
      method: "GET",
      path: `/applications/${applicationId}/guilds/${guild}/commands`,
    });
    const there = listOf(answer).some((command) => at(command, "name") === PENDING.name);
    if (there) return { name, ok: true, detail: `/${PENDING.name} is registered` };
    return {
      name,
      ok: false,
      detail: `/${PENDING.name} is not registered`,
      mend: "Start parley once: it registers its commands at start.",
    };
  } catch (error) {
    return { name, ok: false, detail: detailOf(error), mend: inviteWords(application) };
  }
}

async function channelCheck(rest: Rest, application: Application, id: string): Promise<Check> {
  const name = `Discord channel ${id}`;
  try {
    const channel = await rest.call({ method: "GET", path: `/channels/${id}` });
    const guildId = at(channel, "guild_id");
    if (typeof guildId !== "string") {
      const mend = "Use a text channel of a server.";
      return { name, ok: false, detail: "it is not in a server", mend };
    }
    const missing = missingOf(await permissionsThere(rest, application, guildId, channel));
    if (missing.length === 0) {
      return { name, ok: true, detail: "the bot may do there all it has to" };
    }
    return {
      name,
      ok: false,
      detail: `the bot lacks: ${missing.join(", ")}`,
      mend: "Grant these to the bot's role under Edit Channel → Permissions.",
    };
  } catch (error) {
    return { name, ok: false, detail: detailOf(error), mend: channelWords(error) };
  }
}

/** Nobody has a role that is not there; whether members can be read is tried with the bot itself. */
async function roleCheck(
  rest: Rest,
  { id }: Application,
  { guild, role }: { readonly guild: string; readonly role: string },
): Promise<Check> {
  const name = `Discord role ${role}`;
  try {
    const [roles] = await Promise.all([
      rest.call({ method: "GET", path: `/guilds/${guild}/roles` }),
      rest.call({ method: "GET", path: `/guilds/${guild}/members/${id}` }),
    ]);
    const found = listOf(roles).find((each) => at(each, "id") === role);
    if (found !== undefined) {
      return { name, ok: true, detail: `is there (${String(at(found, "name"))})` };
    }
    const mend = "Check the id in the roster: Server Settings → Roles, then Copy Role ID.";
    return { name, ok: false, detail: `server ${guild} has no such role`, mend };
  } catch (error) {
    const mend = "Invite the bot to that server, or take the role out of the roster.";
    return { name, ok: false, detail: detailOf(error), mend };
  }
}

async function permissionsThere(
  rest: Rest,
  { id }: Application,
  guildId: string,
  channel: unknown,
): Promise<bigint> {
  const [guild, member] = await Promise.all([
    rest.call({ method: "GET", path: `/guilds/${guildId}` }),
    rest.call({ method: "GET", path: `/guilds/${guildId}/members/${id}` }),
  ]);
  const ownerId = at(guild, "owner_id");
  return permissionsIn({
    guildId,
    ownerId: typeof ownerId === "string" ? ownerId : undefined,
    memberId: id,
    memberRoles: listOf(at(member, "roles")).map(String),
    roles: listOf(at(guild, "roles")).map((role) => ({
      id: String(at(role, "id")),
      permissions: String(at(role, "permissions")),
    })),
    overwrites: listOf(at(channel, "permission_overwrites")).map(overwriteOf),
  });
}

function overwriteOf(value: unknown): Overwrite {
  return {
    id: String(at(value, "id")),
    allow: String(at(value, "allow")),
    deny: String(at(value, "deny")),
  };
}

function inviteWords({ applicationId }: Application): string {
  return `Invite the bot: ${inviteUrl(applicationId)}`;
}

const UNKNOWN_CHANNEL = 10003;

function channelWords(error: unknown): string {
  return discordCode(error) === UNKNOWN_CHANNEL
    ? "Check the id: switch on Developer Mode, then Copy Channel ID."
    : "Let the bot see the channel: Edit Channel → Permissions → View Channel.";
}

function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : "no reason was given";
}
