/** Who lives in the demo, and where. Ids look as the platforms' own do. */
export interface Person {
  readonly name: string;
  /** What this person is to parley, as the page says it. */
  readonly standing: string;
  /** The name in the roster; an outsider has none. */
  readonly principal?: string;
  /** May see everything that waits, whoever it is for. */
  readonly seesAll?: true;
  /** May release a gate of several voters alone, with a reason. */
  readonly override?: true;
  readonly slack: string;
  readonly discord: string;
}

export const ADA: Person = {
  name: "Ada Lovelace",
  standing: "may decide what names her",
  principal: "ada",
  slack: "U0ADA",
  discord: "200000000000000001",
};

export const GRACE: Person = {
  name: "Grace Hopper",
  standing: "may decide what names her",
  principal: "grace",
  slack: "U0GRACE",
  discord: "200000000000000002",
};

export const KATHERINE: Person = {
  name: "Katherine Johnson",
  standing: "may decide what names her, override where allowed, and list all with /pending all",
  principal: "katherine",
  seesAll: true,
  override: true,
  slack: "U0KATHERINE",
  discord: "200000000000000004",
};

export const EVE: Person = {
  name: "Eve Marlowe",
  standing: "is not in the roster",
  slack: "U0EVE",
  discord: "200000000000000003",
};

export const PEOPLE: readonly Person[] = [ADA, GRACE, KATHERINE, EVE];

/** In the roster without an account on any platform: a program that may look and not answer. */
export const AUDITOR = { principal: "auditor", name: "The auditors' program" };

export const TENANT = "acme";
export const WORKSPACE = "T0ACME";
export const SLACK_CHANNEL = "C0FINANCE";
export const GUILD = "300000000000000001";
export const DISCORD_CHANNEL = "400000000000000001";

export function slackSetup() {
  return {
    workspace: { id: WORKSPACE, name: "Acme" },
    people: PEOPLE.map(({ slack, name }) => ({ id: slack, name, tz: "Europe/London" })),
    channels: [{ id: SLACK_CHANNEL, name: "finance", members: PEOPLE.map(({ slack }) => slack) }],
  };
}

export function discordSetup() {
  return {
    messageContentEnabled: true,
    guilds: [
      {
        id: GUILD,
        name: "Acme",
        channels: [{ id: DISCORD_CHANNEL, name: "finance" }],
        members: PEOPLE.map(({ discord, name }) => ({ id: discord, name })),
      },
    ],
  };
}
