import type { JsonObject } from "../json.ts";
import { argument, type Call, type Method } from "./method.ts";
import { Refusal } from "./refusal.ts";

function info(call: Call): JsonObject {
  const { workspace } = call.core;
  const id = argument(call, "user");
  if (!workspace.isUser(id)) throw new Refusal("user_not_found");
  const name = workspace.nameOf(id);
  const handle = workspace.handleOf(id);
  const isBot = id === workspace.bot.userId;
  const person = workspace.people.get(id);
  const tz = person?.tz ?? "Etc/UTC";
  const team = person?.homeTeam ?? workspace.team.id;
  const mail =
    person?.email !== undefined && call.core.scopes.has("users:read.email")
      ? { email: person.email }
      : {};
  return {
    user: {
      id,
      team_id: team,
      name: handle,
      deleted: person?.isDeactivated ?? false,
      real_name: name,
      tz,
      tz_label: tz,
      tz_offset: offsetSeconds(tz, call.core.clock.now()),
      profile: {
        real_name: name,
        real_name_normalized: name,
        display_name: handle,
        display_name_normalized: handle,
        team,
        ...mail,
        ...(isBot ? { api_app_id: workspace.appId, bot_id: workspace.bot.botId } : {}),
      },
      is_admin: false,
      is_owner: false,
      is_primary_owner: false,
      is_restricted: person?.isGuest ?? false,
      is_ultra_restricted: false,
      is_bot: isBot,
      is_app_user: false,
      is_stranger: person?.homeTeam !== undefined,
      is_email_confirmed: !isBot && (person?.isEmailConfirmed ?? true),
      updated: Math.floor(call.core.clock.now() / 1_000),
    },
  };
}

function offsetSeconds(timeZone: string, atMs: number): number {
  const part = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(atMs)
    .find(({ type }) => type === "timeZoneName");
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d+):(\d+)/.exec(part?.value ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60);
}

/** docs.slack.dev/reference/methods/usergroups.users.list */
function groupMembers(call: Call): JsonObject {
  const members = call.core.groups.get(argument(call, "usergroup"));
  if (members === undefined) throw new Refusal("no_such_subteam");
  return { users: [...members] };
}

export const userMethods: Record<string, Method> = {
  "usergroups.users.list": {
    token: "bot",
    tier: "tier2",
    scope: () => "usergroups:read",
    run: groupMembers,
  },
  "users.info": { token: "bot", tier: "tier4", scope: () => "users:read", run: info },
};
