import type { Principal } from "../core/eligibility.ts";
import { formatAddress, type PlatformName } from "../core/interrupt.ts";
import { readRosterFile, type RosterFile } from "./roster-file.ts";

/** Who may decide, and where each tenant is asked. One YAML or JSON file, validated whole at start. */

type Listed = RosterFile["principals"][number];
type Tenant = RosterFile["tenants"][number];

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
  readonly #decidesOwnRuns: boolean;

  constructor({ principals, tenants, initiatorsMayDecide }: RosterFile) {
    this.#decidesOwnRuns = initiatorsMayDecide;
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

  /** Addresses of a tenant's cards; undefined for a tenant that is not listed. */
  destinationsOf(id: string, platforms: ReadonlySet<PlatformName>): readonly string[] | undefined {
    const found = this.#tenants.get(id);
    if (found === undefined) return undefined;
    return addressesOf(found)
      .filter(({ platform }) => platforms.has(platform))
      .map(formatAddress);
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

  /** Every address of every tenant, for checks. */
  addresses() {
    return [...this.#tenants.values()].flatMap(addressesOf);
  }

  #principalOf({ id, name, groups, roles, scopes, override }: Listed): Principal {
    const decidesOwnRuns = this.#decidesOwnRuns;
    return { id, name, groups, roles, scopes, override, decidesOwnRuns };
  }
}

function addressesOf({ slack, discord }: Tenant) {
  return [
    ...(slack?.channels ?? []).map((channel) => ({
      platform: "slack" as const,
      workspace: slack?.workspace ?? "",
      channel,
    })),
    ...(discord?.channels ?? []).map((channel) => ({
      platform: "discord" as const,
      workspace: discord?.guild ?? "",
      channel,
    })),
  ];
}
