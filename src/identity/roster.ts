import { discordAccount, slackAccount } from "../core/account.ts";
import {
  type EligibilityReference,
  formatEligibility,
  type Principal,
} from "../core/eligibility.ts";
import type { PlatformName } from "../core/interrupt.ts";
import type { Asked, Places } from "../core/places.ts";
import { readRosterFile, type RosterFile } from "./roster-file.ts";
import { type Provider, providersIn } from "./providers.ts";
import { addressesOf, placesFor, type Tenant } from "./routing.ts";

/** Who may decide, and where each tenant is asked. One YAML or JSON file, validated whole at start. */

type Listed = RosterFile["principals"][number];

export type ParsedRoster =
  | { readonly ok: true; readonly roster: Roster }
  /** All problems at once (of very many, how many more), each with its place in the file. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a roster; YAML, and so JSON too. */
export function parseRoster(text: string): ParsedRoster {
  const read = readRosterFile(text);
  return read.ok ? { ok: true, roster: new Roster(read.file) } : read;
}

/** A roster that was found whole. What it does not say is nobody and nowhere. */
export class Roster {
  readonly #tenants: ReadonlyMap<string, Tenant>;
  readonly #principals: readonly Listed[];
  readonly #byId: ReadonlyMap<string, Listed>;
  readonly #byAccount: ReadonlyMap<string, Listed>;
  readonly #bySubject: ReadonlyMap<string, Listed>;
  readonly #byEmail: ReadonlyMap<string, Listed>;
  readonly #providers: ReadonlyMap<string, Provider>;
  readonly #decidesOwnRuns: boolean;
  /** How old what is known of memberships may be when somebody decides. */
  readonly membershipMaxAgeMs: number;
  /** May guests and people of other workspaces decide, where an account of theirs is listed? */
  readonly guestsMayDecide: boolean;

  constructor(file: RosterFile) {
    const { tenants, initiatorsMayDecide, membershipMaxAgeMs, guestsMayDecide } = file;
    const principals = file.principals.map((each) => withLists(each, file));
    this.#decidesOwnRuns = initiatorsMayDecide;
    this.membershipMaxAgeMs = membershipMaxAgeMs;
    this.guestsMayDecide = guestsMayDecide;
    this.#providers = new Map([
      ...providersIn("group", file.groups),
      ...providersIn("role", file.roles),
    ]);
    this.#byEmail = new Map(
      principals.flatMap((each) => each.emails.map((named) => [named, each] as const)),
    );
    this.#principals = principals;
    this.#tenants = new Map(tenants.map((each) => [each.id, each]));
    this.#byId = new Map(principals.map((each) => [each.id, each]));
    this.#bySubject = new Map(
      principals.flatMap((each) => each.subjects.map((named) => [named, each] as const)),
    );
    this.#byAccount = new Map(
      principals.flatMap((each) => each.accounts.map((named) => [named, each] as const)),
    );
  }

  /** The principal behind an account, for one tenant, in a workspace that is the tenant's own. */
  identify(asked: {
    readonly account: string;
    readonly tenant: string;
    readonly platform: PlatformName;
    readonly workspace: string;
  }): Principal | undefined {
    const found = this.#byAccount.get(asked.account);
    if (found === undefined || !found.tenants.includes(asked.tenant)) return undefined;
    if (!this.tenantsOf(asked.platform, asked.workspace).includes(asked.tenant)) return undefined;
    return this.#principalOf(found);
  }

  /** The principal with this address, where the tenant lets addresses say who somebody is. In small letters. */
  identifyByEmail(tenantName: string, address: string): Principal | undefined {
    const found = this.#byEmail.get(address.toLowerCase());
    if (found === undefined || found.override || !this.usesEmails(tenantName)) return undefined;
    return found.tenants.includes(tenantName) ? this.#principalOf(found) : undefined;
  }

  /** Does the tenant recognise people by their e-mail addresses, too? */
  usesEmails(tenantName: string): boolean {
    return this.#tenants.get(tenantName)?.emails === true;
  }

  /** Ids of the tenants that do. */
  tenantsWithEmails(): readonly string[] {
    return [...this.#tenants.keys()].filter((id) => this.usesEmails(id));
  }

  /** The platform that keeps a group or role; undefined where none does. */
  providerOf(reference: EligibilityReference): Provider | undefined {
    return this.#providers.get(formatEligibility(reference));
  }

  /** Every group and role that a platform keeps. */
  keptReferences(): readonly EligibilityReference[] {
    return [...this.#providers.values()].map(({ reference }) => reference);
  }

  /** Every place where groups and roles are kept, for checks. */
  providers(): readonly Provider[] {
    return [...this.#providers.values()];
  }

  /** All accounts of a principal. */
  accountsOf(id: string): readonly string[] {
    return this.#byId.get(id)?.accounts ?? [];
  }

  /** The principal of this id, if it belongs to that tenant. */
  principalById(tenantName: string, id: string): Principal | undefined {
    const found = this.#byId.get(id);
    return found?.tenants.includes(tenantName) === true ? this.#principalOf(found) : undefined;
  }

  /** The principal that the configured issuer of tokens calls so, exactly. */
  principalBySubject(subject: string): Principal | undefined {
    const found = this.#bySubject.get(subject);
    return found === undefined ? undefined : this.#principalOf(found);
  }

  /** The tenants that a principal belongs to, at least one; none of somebody unknown. */
  tenantsOfPrincipal(id: string): readonly string[] {
    return this.#byId.get(id)?.tenants ?? [];
  }

  /** Everybody who belongs to a tenant. */
  principalsOf(tenantName: string): readonly Principal[] {
    return this.#principals
      .filter(({ tenants }) => tenants.includes(tenantName))
      .map((each) => this.#principalOf(each));
  }

  /** Where a tenant's cards go on the platforms that are on; undefined for a tenant that is not listed. */
  placesFor(id: string, platforms: ReadonlySet<PlatformName>, asked: Asked): Places | undefined {
    const found = this.#tenants.get(id);
    if (found === undefined) return undefined;
    const people = this.#principals
      .filter(({ tenants }) => tenants.includes(id))
      .map((each) => ({ ...this.#principalOf(each), accounts: each.accounts }));
    return placesFor(found, people, platforms, asked);
  }

  /** Ids of all tenants, as the file lists them. */
  tenants(): readonly string[] {
    return [...this.#tenants.keys()];
  }

  /** Is it a tenant that the roster lists? */
  hasTenant(id: string): boolean {
    return this.#tenants.has(id);
  }

  /** The account of a principal on a platform, in one workspace: `U0ADA`, or the id of a Discord user. */
  memberOf(id: string, platform: PlatformName, workspace: string): string | undefined {
    const start = platform === "slack" ? slackAccount(workspace, "") : discordAccount("");
    const account = this.accountsOf(id).find((each) => each.startsWith(start));
    return account?.slice(start.length);
  }

  tenantsOf(platform: PlatformName, workspace: string): readonly string[] {
    return [...this.#tenants.values()]
      .filter((each) =>
        platform === "slack"
          ? each.slack?.workspace === workspace
          : each.discord?.guild === workspace,
      )
      .map(({ id }) => id);
  }

  /** Every workspace of a platform that is somebody's, with its tenants. */
  workspacesOn(platform: PlatformName) {
    const own = [...this.#tenants.values()].flatMap(
      ({ slack, discord }) => (platform === "slack" ? slack?.workspace : discord?.guild) ?? [],
    );
    return [...new Set(own)].map((workspace) => ({
      workspace,
      tenants: this.tenantsOf(platform, workspace),
    }));
  }

  /** Every address of every tenant, for checks. */
  addresses() {
    return [...this.#tenants.values()].flatMap(addressesOf);
  }

  #principalOf({ id, name, groups, roles, scopes, override }: Listed): Principal {
    const decidesOwnRuns = this.#decidesOwnRuns;
    return { id, name, groups, roles, scopes, override, decidesOwnRuns };
  }
}

/** Groups and roles that the roster lists by name count like those that stand with the principal. */
function withLists(principal: Listed, { groups, roles }: RosterFile): Listed {
  const listing = (lists: RosterFile["groups"]) =>
    Object.keys(lists).filter((name) => {
      const provider = lists[name];
      return Array.isArray(provider) && provider.includes(principal.id);
    });
  return {
    ...principal,
    groups: [...principal.groups, ...listing(groups)],
    roles: [...principal.roles, ...listing(roles)],
  };
}
