import type { SlackPerson } from "../../src/core/ports/directory.ts";
import type { SlackApi } from "./web-api.ts";
import type { Workspaces } from "./workspaces.ts";

/**
 * What each workspace says of its people and user groups. Each throws a Fault: one that is worth another try
 * when nothing is known now; any other when it will never be told, as where no token is for the workspace.
 */
export function slackLookUps({ mustServe }: Pick<Workspaces, "mustServe">) {
  return {
    membersOfGroup: async (team: string, group: string) =>
      mustServe(team).api.membersOfGroup(group),
    person: async (team: string, user: string) =>
      personOf(team, await mustServe(team).api.userInfo(user)),
  };
}

export type SlackLookUps = ReturnType<typeof slackLookUps>;

type User = Awaited<ReturnType<SlackApi["userInfo"]>>;

/** A full member is who Slack says is one, in every respect; what it leaves out is doubt. */
export function personOf(team: string, user: User): SlackPerson {
  if (user === undefined) return { fullMember: false };
  // In an organisation of several workspaces a person has one home and may be a member of others.
  const isHere = user.team_id === team || user.enterprise_user?.teams?.includes(team) === true;
  const isGuest = user.is_restricted !== false || user.is_ultra_restricted !== false;
  const isPerson = user.is_bot === false && user.deleted === false;
  const fullMember = isHere && isPerson && !isGuest && user.is_stranger !== true;
  const email = user.is_email_confirmed === true ? user.profile?.email : undefined;
  return fullMember ? { fullMember, email } : { fullMember };
}
