/** A person on one platform: `slack:TEAM/USER` or `discord:USER`, as the roster writes it. */
export type Account = string;

/** On Slack a person is one of a workspace: in another one the same human is somebody else. */
export function slackAccount(workspace: string, user: string): Account {
  return `slack:${workspace}/${user}`;
}

export function discordAccount(user: string): Account {
  return `discord:${user}`;
}

/** What an account says; undefined for what is none. */
export function readAccount(
  account: Account,
):
  | { readonly platform: "slack"; readonly workspace: string; readonly user: string }
  | { readonly platform: "discord"; readonly user: string }
  | undefined {
  const [, workspace, member] = /^slack:([^/]+)\/(.+)$/.exec(account) ?? [];
  if (workspace !== undefined && member !== undefined)
    return { platform: "slack", workspace, user: member };
  const [, user] = /^discord:(\d+)$/.exec(account) ?? [];
  return user === undefined ? undefined : { platform: "discord", user };
}
