import { type Account, discordAccount, slackAccount } from "../core/account.ts";
import { voteOf } from "../core/ballot.ts";
import {
  type EligibilityReference,
  eligibilityOf,
  formatEligibility,
  isEligible,
  type Principal,
  RESPOND_SCOPE,
} from "../core/eligibility.ts";
import { Fault } from "../core/fault.ts";
import type { Address, Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Directory } from "../core/ports/directory.ts";
import type { Reminded, ToRemind } from "../core/ports/reminding.ts";
import type { People } from "./people.ts";
import type { Roster } from "./roster.ts";

/** Whom a reminder names: who is asked and has not decided. */

/** Most people whom one reminder names. */
const MOST_NAMED = 10;

export interface RemindingOptions {
  readonly roster: Roster;
  readonly directory: Directory;
  readonly complete: People["complete"];
  readonly log: Log;
}

const NOBODY: Reminded = { users: [], roles: [] };

export function createToRemind(options: RemindingOptions): ToRemind {
  return async (interrupt, address, direct) =>
    address.user === undefined
      ? inChannel(options, interrupt, address, direct)
      : directly(options, interrupt, address, direct);
}

/** Nobody where anybody may decide: a channel is told of that, and no one of it in particular. */
async function inChannel(
  options: RemindingOptions,
  interrupt: Interrupt,
  address: Address,
  direct: readonly string[],
): Promise<Reminded> {
  const { roster } = options;
  const { tenant, payload } = interrupt;
  if (eligibilityOf(payload)[0]?.type === "open") return NOBODY;
  const { platform, workspace } = address;
  const reached = new Set(direct.map((user) => accountOf({ ...address, user })));
  const waiting = roster
    .principalsOf(tenant)
    .filter((each) => each.scopes.includes(RESPOND_SCOPE) && !hasDecided(interrupt, each))
    .filter(({ id }) => !roster.accountsOf(id).some((account) => reached.has(account)));
  const others = waiting.filter((each) => !isEligible(each, payload));
  const members = await membersAmong(options, interrupt, others);
  const users = waiting
    .filter((each) => isEligible(each, payload) || members.has(each.id))
    .flatMap(({ id }) => roster.memberOf(id, platform, workspace) ?? []);
  const roles = await rolesToName(options, interrupt, address);
  return { users: users.slice(0, MOST_NAMED), roles };
}

/** Ids of those who are in a Slack user group that is asked: the members of one can be listed. */
async function membersAmong(
  options: RemindingOptions,
  interrupt: Interrupt,
  people: readonly Principal[],
): Promise<ReadonlySet<string>> {
  const { roster, directory } = options;
  const accounts = people.flatMap(({ id }) => roster.accountsOf(id));
  const held = new Set<string>();
  for (const reference of eligibilityOf(interrupt.payload)) {
    if (accounts.length === 0 || roster.providerOf(reference)?.platform !== "slack") continue;
    const members = await ifKnown(options, interrupt, () =>
      directory.membersOf(reference, accounts),
    );
    for (const account of members?.accounts ?? []) held.add(account);
  }
  const isMember = ({ id }: Principal) => roster.accountsOf(id).some((each) => held.has(each));
  return new Set(people.filter(isMember).map(({ id }) => id));
}

/**
 * Who has a role on Discord is listed for nobody without a privileged intent. So the role itself is named, as long
 * as that notifies nobody who has decided.
 */
async function rolesToName(
  options: RemindingOptions,
  interrupt: Interrupt,
  { platform, workspace }: Address,
): Promise<readonly string[]> {
  const roles: string[] = [];
  for (const reference of eligibilityOf(interrupt.payload)) {
    const kept = options.roster.providerOf(reference);
    if (kept?.platform !== "discord" || platform !== "discord") continue;
    // The role that everybody has bears the id of its guild.
    if (kept.workspace !== workspace || kept.id === workspace) continue;
    if (await hasNobodyDecided(options, interrupt, reference)) roles.push(kept.id);
  }
  return roles;
}

/** Of those who hold this; no where that cannot be said now. */
async function hasNobodyDecided(
  options: RemindingOptions,
  interrupt: Interrupt,
  reference: EligibilityReference,
): Promise<boolean> {
  const { roster, directory } = options;
  const name = formatEligibility(reference);
  if (interrupt.votes.some(({ eligibility }) => eligibility.reference === name)) return false;
  const voters = interrupt.votes.flatMap(({ by }) =>
    by === "bearer" ? [] : roster.accountsOf(by.id),
  );
  const held = await ifKnown(options, interrupt, () => directory.membersOf(reference, voters));
  return held?.accounts.length === 0;
}

/** Undefined where it cannot be looked up now: a reminder without names is better than none, or one too late. */
async function ifKnown<Found>(
  { log }: RemindingOptions,
  { ref, tenant }: Interrupt,
  lookUp: () => Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await lookUp();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "directory-unavailable") throw error;
    const facts = { ref, tenant, reason: error.message };
    log.warn(facts, "a reminder does not name a group whose members cannot be looked up now");
    return undefined;
  }
}

/** Whose direct messages these are, unless that person has decided, may not, or has them in another account, too. */
async function directly(
  options: RemindingOptions,
  interrupt: Interrupt,
  address: Address,
  direct: readonly string[],
): Promise<Reminded | undefined> {
  const { roster } = options;
  const { tenant, payload } = interrupt;
  const { platform, workspace, user = "" } = address;
  const account = accountOf(address);
  const owner = roster.identify({ account, tenant, platform, workspace });
  if (owner === undefined || hasDecided(interrupt, owner)) return undefined;
  const own = roster.accountsOf(owner.id);
  const first = direct.find((each) => own.includes(accountOf({ ...address, user: each })));
  if (first !== user) return undefined;
  const asked = await ifKnown(options, interrupt, () =>
    options.complete(owner, eligibilityOf(payload)),
  );
  if (asked === undefined) return NOBODY;
  return isEligible(asked, payload) ? { users: [user], roles: [] } : undefined;
}

function hasDecided({ votes }: Interrupt, who: Principal): boolean {
  return voteOf(votes, who) !== undefined;
}

function accountOf({ platform, workspace, user = "" }: Address): Account {
  return platform === "slack" ? slackAccount(workspace, user) : discordAccount(user);
}
