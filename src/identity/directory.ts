import { type Account, readAccount, slackAccount } from "../core/account.ts";
import { Fault } from "../core/fault.ts";
import type { Log } from "../core/log.ts";
import type { Directory, SlackPerson } from "../core/ports/directory.ts";
import type { FreshReadings } from "./fresh-readings.ts";
import type { Provider } from "./providers.ts";
import type { Roster } from "./roster.ts";

/**
 * What platforms are asked about people. Each throws a Fault, one that is worth another try when nothing is
 * known now; any other says that it can never be known.
 */
export interface LookUps {
  readonly slack?: {
    /** Ids of the members of a user group of this workspace. */
    readonly membersOfGroup: (team: string, group: string) => Promise<readonly string[]>;
    /** What this workspace says of somebody. */
    readonly person: (team: string, user: string) => Promise<SlackPerson>;
  };
  readonly discord?: {
    /** Ids of somebody's roles in a guild; none of whoever is not a member. */
    readonly rolesOf: (guild: string, user: string) => Promise<readonly string[]>;
  };
}

export interface DirectoryOptions {
  readonly roster: Pick<Roster, "providerOf">;
  readonly fresh: FreshReadings;
  readonly lookUps: LookUps;
  readonly log: Log;
}

/** Groups and roles by whoever keeps them. What nobody can resolve has no members. */
export function createDirectory({ roster, fresh, lookUps, log }: DirectoryOptions): Directory {
  const definite = definiteAnswers(log);

  async function slackMembers({ workspace, id }: Provider, among: readonly Account[]) {
    const { slack } = lookUps;
    const { values, readAt } = await fresh.read(slackGroupReading(workspace, id), async () =>
      slack === undefined ? [] : definite(async () => slack.membersOfGroup(workspace, id), []),
    );
    const members = new Set(values.map((user) => slackAccount(workspace, user)));
    return { accounts: among.filter((each) => members.has(each)), readAt };
  }

  async function discordMembers({ workspace, id }: Provider, among: readonly Account[]) {
    const { discord } = lookUps;
    const gone = await fresh.noted(discordRoleGone(workspace, id));
    if (gone !== undefined) return { accounts: [], readAt: gone };
    const accounts: Account[] = [];
    let oldest: number | undefined;
    for (const account of among) {
      const person = readAccount(account);
      if (person?.platform !== "discord") continue;
      const { user } = person;
      const { values, readAt } = await fresh.read(discordRolesReading(workspace, user), async () =>
        discord === undefined ? [] : definite(async () => discord.rolesOf(workspace, user), []),
      );
      if (values.includes(id)) accounts.push(account);
      oldest = Math.min(oldest ?? readAt, readAt);
    }
    return oldest === undefined ? { accounts, readAt: 0 } : { accounts, readAt: oldest };
  }

  return {
    async membersOf(reference, among) {
      const provider = roster.providerOf(reference);
      if (provider === undefined) return undefined;
      return provider.platform === "slack"
        ? slackMembers(provider, among)
        : discordMembers(provider, among);
    },
  };
}

/** Who somebody is on Slack, as fresh as a membership has to be. */
export function createSlackPeople({ fresh, lookUps, log }: Omit<DirectoryOptions, "roster">) {
  const definite = definiteAnswers(log);
  return async (workspace: string, user: string): Promise<SlackPerson> => {
    const { values } = await fresh.read(slackPersonReading(workspace, user), async () => {
      const person = await definite(async () => lookUps.slack?.person(workspace, user), undefined);
      if (person?.fullMember !== true) return [];
      return person.email === undefined ? [FULL] : [FULL, person.email.toLowerCase()];
    });
    const [standing, email] = values;
    return { fullMember: standing === FULL, email };
  };
}

const FULL = "full-member";

const slackGroupReading = (team: string, group: string) => `slack-group:${team}/${group}`;
const slackPersonReading = (team: string, user: string) => `slack-person:${team}/${user}`;
const discordRolesReading = (guild: string, user: string) => `discord-roles:${guild}/${user}`;
const discordRoleGone = (guild: string, role: string) => `discord-role-gone:${guild}/${role}`;

/** What no longer counts when this has changed is not kept any longer. Never throws. */
export async function forgetMembership(
  fresh: Pick<FreshReadings, "forget" | "note">,
  { workspace, of, id }: Changed,
): Promise<void> {
  if (of === "group") return fresh.forget(slackGroupReading(workspace, id));
  if (of === "member") return fresh.forget(discordRolesReading(workspace, id));
  // Readings are kept by person, and this concerns who knows how many.
  return fresh.note(discordRoleGone(workspace, id));
}

interface Changed {
  readonly workspace: string;
  /** A user group of Slack, a member of a Discord guild, or a role there that was deleted. */
  readonly of: "group" | "member" | "role";
  readonly id: string;
}

/** What a platform refuses for good is an answer, too: then it is nobody, and the log says why. */
function definiteAnswers(log: Log) {
  return async <Answer>(ask: () => Promise<Answer>, none: Answer): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Fault) || error.retryable) throw error;
      log.warn({ reason: error.message }, "a membership cannot be looked up, so nobody has it");
      return none;
    }
  };
}
