import { parse } from "yaml";
import { z } from "zod";
import type { Principal } from "../core/eligibility.ts";
import { RESPOND_SCOPE } from "../core/eligibility.ts";
import { formatAddress, type PlatformName } from "../core/interrupt.ts";
import { problemsOf } from "../core/problems.ts";

/** Who may decide, and where each tenant is asked. One YAML or JSON file, validated whole at start. */

/** YAML reads 42 as a number and true as a truth value. */
const text = z.string({
  error: ({ code, input }) =>
    code === "invalid_type" && (typeof input === "number" || typeof input === "boolean")
      ? "must be text; put it in quotes"
      : undefined,
});
const name = text.min(1).max(200);
const tenantId = text.regex(/^[A-Za-z0-9._~-]{1,128}$/, {
  error: "must have 1 to 128 of A-Z a-z 0-9 . _ ~ -, like acme",
});
const account = text.regex(/^(?:slack:[TE][A-Z0-9]+\/[UW][A-Z0-9]+|discord:\d{17,20})$/, {
  error: "must be like slack:T0ACME/U0ADA or discord:200000000000000001",
});
const slackTeam = text.regex(/^[TE][A-Z0-9]+$/, { error: "must be a team id like T0ACME" });
const slackChannel = text.regex(/^[CDG][A-Z0-9]+$/, {
  error: "must be a channel id like C0FINANCE",
});
const snowflake = z
  .string({ error: 'must be a Discord id in quotes, like "300000000000000001"' })
  .regex(/^\d{17,20}$/, { error: 'must be a Discord id in quotes, like "300000000000000001"' });

/** What principals can be allowed; a scope that is spelled wrong would silently allow nothing. */
const SCOPES = [
  RESPOND_SCOPE,
  "interrupts:read",
  "interrupts:callback",
  "interrupts:cancel",
] as const;
const scope = z.enum(SCOPES, { error: `must be one of ${SCOPES.join(", ")}` });

const principal = z.strictObject({
  id: name.refine((id) => !/\s/.test(id), { error: "must not contain white space" }),
  name,
  tenants: z.array(tenantId).min(1),
  accounts: z.array(account),
  groups: z.array(name).default([]),
  roles: z.array(name).default([]),
  scopes: z.array(scope).default([RESPOND_SCOPE]),
});

const tenant = z.strictObject({
  id: tenantId,
  slack: z
    .strictObject({ workspace: slackTeam, channels: z.array(slackChannel).min(1) })
    .optional(),
  discord: z.strictObject({ guild: snowflake, channels: z.array(snowflake).min(1) }).optional(),
});

const rosterSchema = z.strictObject({
  principals: z.array(principal).min(1),
  tenants: z.array(tenant).min(1),
});

type RosterFile = z.infer<typeof rosterSchema>;
type Tenant = RosterFile["tenants"][number];

export type ParsedRoster =
  | { readonly ok: true; readonly roster: Roster }
  /** All problems at once (of very many, how many more), each with its place in the file. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a roster; YAML, and so JSON too. */
export function parseRoster(file: string): ParsedRoster {
  let value: unknown;
  try {
    value = parse(file, { maxAliasCount: 50, logLevel: "error" });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return { ok: false, problems: [`the file is not valid YAML: ${reason.replace(/:$/, "")}`] };
  }
  if (value === null || value === undefined) {
    return { ok: false, problems: ["the file is empty; it must list principals and tenants"] };
  }
  const result = rosterSchema.safeParse(value);
  if (!result.success) return { ok: false, problems: problemsOf(result.error) };
  const problems = contradictions(result.data);
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, roster: new Roster(result.data) };
}

/** Names that are used twice or point nowhere. */
function contradictions({ principals, tenants }: RosterFile): readonly string[] {
  const known = new Set(tenants.map(({ id }) => id));
  return [
    ...twice(principals.map(({ id }) => id)).map((id) => `principals: id ${id} is named twice`),
    ...twice(principals.flatMap(({ accounts }) => accounts)).map(
      (named) => `principals: account ${named} is named twice, ${holdersOf(principals, named)}`,
    ),
    ...twice(tenants.map(({ id }) => id)).map((id) => `tenants: id ${id} is named twice`),
    ...principals.flatMap(({ id, tenants: named }) =>
      named
        .filter((each) => !known.has(each))
        .map((each) => `principals: ${id} names tenant ${each}, which tenants does not list`),
    ),
    ...tenants.flatMap(channelProblems),
  ];
}

function channelProblems(each: Tenant): readonly string[] {
  return twice(addressesOf(each).map(formatAddress)).map(
    (address) => `tenants: ${each.id} names channel ${address} twice`,
  );
}

function holdersOf(principals: RosterFile["principals"], named: string): string {
  const holders = principals.filter(({ accounts }) => accounts.includes(named));
  return `by ${[...new Set(holders.map(({ id }) => id))].join(" and ")}`;
}

function twice(values: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter((each) => seen.size === seen.add(each).size))];
}

/** A roster that was found whole. What it does not say is nobody and nowhere. */
export class Roster {
  readonly #tenants: ReadonlyMap<string, Tenant>;
  readonly #principals: RosterFile["principals"];
  readonly #byAccount: ReadonlyMap<string, RosterFile["principals"][number]>;

  constructor({ principals, tenants }: RosterFile) {
    this.#principals = principals;
    this.#tenants = new Map(tenants.map((each) => [each.id, each]));
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
    return principalOf(found);
  }

  /** Everybody who belongs to a tenant. */
  principalsOf(tenantName: string): readonly Principal[] {
    return this.#principals
      .filter(({ tenants }) => tenants.includes(tenantName))
      .map((each) => principalOf(each));
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
}

function principalOf({
  id,
  name: shown,
  groups,
  roles,
  scopes,
}: RosterFile["principals"][number]): Principal {
  return { id, name: shown, groups, roles, scopes };
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
