import { textAt } from "./json.ts";

/**
 * The workspace whose installation of the app a delivery is for; undefined where it names none. Of an event
 * that several may see Slack names one installation. A view says where the app is that opened it, which in a
 * shared channel may be another workspace than that of whoever uses it. Where the app is installed in a whole
 * organisation nothing is named but the person's own workspace.
 */
export function installedTeam(body: unknown): string | undefined {
  const team =
    textAt(body, "authorizations", 0, "team_id") ??
    textAt(body, "view", "app_installed_team_id") ??
    textAt(body, "team", "id") ??
    textAt(body, "team_id") ??
    textAt(body, "user", "team_id");
  return team !== undefined && /^[A-Za-z0-9]{1,40}$/.test(team) ? team : undefined;
}
