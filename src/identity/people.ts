import { type Account, readAccount } from "../core/account.ts";
import {
  type EligibilityReference,
  formatEligibility,
  type Principal,
  referencesOf,
} from "../core/eligibility.ts";
import { Fault } from "../core/fault.ts";
import type { PlatformName } from "../core/interrupt.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Directory, SlackPerson } from "../core/ports/directory.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Roster } from "./roster.ts";

/** Who somebody is, with the groups and roles that count now. */

export interface WhoIs {
  readonly account: Account;
  readonly tenant: string;
  readonly platform: PlatformName;
  readonly workspace: string;
  /** Those that matter: only these are looked up. `all`: every one that a platform keeps, for a list. */
  readonly references: readonly EligibilityReference[] | "all";
  /** The person's roles in that workspace, said by the platform at that time. */
  readonly signed?: SignedRoles | undefined;
}

export interface SignedRoles {
  readonly roles: readonly string[];
  /** Milliseconds, server clock. */
  readonly at: number;
}

export interface PeopleOptions {
  readonly roster: Roster;
  readonly directory: Directory;
  readonly slackPerson: (workspace: string, user: string) => Promise<SlackPerson>;
  readonly clock: Clock;
}

/** Roles that came with a press count as read now while the press itself is being handled. Milliseconds. */
const SIGNED_COUNT_MS = 3_000;

export interface People {
  /** The principal behind an account, or why it is nobody's. Throws a Fault when that cannot be known now. */
  readonly identify: (asked: WhoIs) => Promise<Principal | Refusal>;
  /** The principal of this id in a tenant, with what it holds of these references. */
  readonly byId: (
    tenant: string,
    id: string,
    references: readonly EligibilityReference[],
  ) => Promise<Principal | undefined>;
  /** A principal with what it holds of these references, besides what the roster says. */
  readonly complete: (
    principal: Principal,
    references: readonly EligibilityReference[],
  ) => Promise<Principal>;
}

export function createPeople(options: PeopleOptions): People {
  const { roster } = options;
  const complete: People["complete"] = async (principal, references) => {
    const accounts = roster.accountsOf(principal.id);
    return withMemberships(options, { principal, accounts, references });
  };
  return {
    identify: async (asked) => {
      const { account } = asked;
      const found = await recognise(options, asked);
      if ("code" in found) return found;
      const accounts = [...new Set([...roster.accountsOf(found.id), account])];
      return withMemberships(options, { ...asked, principal: found, accounts });
    },
    byId: async (tenant, id, references) => {
      const principal = roster.principalById(tenant, id);
      return principal === undefined ? undefined : complete(principal, references);
    },
    complete,
  };
}

/** By account, or by the confirmed address of a full member; a guest only where the roster lets guests. */
async function recognise(
  { roster, slackPerson }: PeopleOptions,
  asked: WhoIs,
): Promise<Principal | Refusal> {
  const { account, tenant, platform, workspace } = asked;
  const unknown = { code: "account-unknown", account } as const;
  const isOwn = roster.tenantsOf(platform, workspace).includes(tenant);
  const listed = roster.identify(asked);
  if (platform !== "slack") return listed ?? unknown;
  if (!isOwn || (listed !== undefined && roster.guestsMayDecide)) return listed ?? unknown;
  if (listed === undefined && !roster.usesEmails(tenant)) return unknown;
  const named = readAccount(account);
  if (named?.platform !== "slack") return unknown;
  // A stranger's own workspace is not ours to ask about.
  const person =
    named.workspace === workspace ? await slackPerson(workspace, named.user) : undefined;
  if (person?.fullMember !== true)
    return listed === undefined ? unknown : { code: "guest", account };
  if (listed !== undefined) return listed;
  return (
    (person.email === undefined ? undefined : roster.identifyByEmail(tenant, person.email)) ??
    unknown
  );
}

interface Completing {
  readonly principal: Principal;
  readonly accounts: readonly Account[];
  /** The one by which the person is here. */
  readonly account?: Account;
  readonly references: readonly EligibilityReference[] | "all";
  readonly workspace?: string;
  readonly signed?: SignedRoles | undefined;
}

async function withMemberships(
  options: PeopleOptions,
  { references, ...asked }: Completing,
): Promise<Principal> {
  if (references === "all") {
    const held = await heldOf(options, asked, options.roster.keptReferences());
    return held.reduce(added, asked.principal);
  }
  // What the roster itself says is enough: then nobody has to be asked.
  const own = new Set(referencesOf(asked.principal).map(formatEligibility));
  if (references.some((each) => own.has(formatEligibility(each)))) return asked.principal;
  return (await firstHeld(options, asked, references)).reduce(added, asked.principal);
}

interface Held {
  readonly reference: EligibilityReference;
  readonly readAt: number;
}

async function heldOf(
  options: PeopleOptions,
  asked: Omit<Completing, "references">,
  references: readonly EligibilityReference[],
): Promise<readonly Held[]> {
  const held: Held[] = [];
  for (const reference of references) {
    const one = await holding(options, asked, reference);
    if (one !== undefined) held.push(one);
  }
  return held;
}

/** One is enough; that another cannot be looked up now matters only where none is held. */
async function firstHeld(
  options: PeopleOptions,
  asked: Omit<Completing, "references">,
  references: readonly EligibilityReference[],
): Promise<readonly Held[]> {
  let fault: Fault | undefined;
  for (const reference of references) {
    try {
      const one = await holding(options, asked, reference);
      if (one !== undefined) return [one];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault ??= error;
    }
  }
  if (fault !== undefined) throw fault;
  return [];
}

async function holding(
  { roster, directory, clock }: PeopleOptions,
  { account, accounts, workspace, signed }: Omit<Completing, "references">,
  reference: EligibilityReference,
): Promise<Held | undefined> {
  const provider = roster.providerOf(reference);
  if (provider === undefined) return undefined;
  const isSigned =
    signed !== undefined &&
    provider.platform === "discord" &&
    provider.workspace === workspace &&
    clock() - signed.at <= Math.max(roster.membershipMaxAgeMs, SIGNED_COUNT_MS);
  if (isSigned && signed.roles.includes(provider.id)) return { reference, readAt: signed.at };
  // Of this account everything is said; the person may have another one there.
  const others = accounts.filter((each) => each !== account);
  const members = await directory.membersOf(reference, isSigned ? others : accounts);
  if (members === undefined || members.accounts.length === 0) return undefined;
  return { reference, readAt: members.readAt };
}

function added(principal: Principal, { reference, readAt }: Held): Principal {
  if (reference.type === "open") return principal;
  const { groups, roles } = principal;
  return {
    ...principal,
    groups: reference.type === "group" ? [...groups, reference.name] : groups,
    roles: reference.type === "role" ? [...roles, reference.name] : roles,
    readAt: Math.min(principal.readAt ?? readAt, readAt),
  };
}
