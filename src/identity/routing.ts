import { readAccount } from "../core/account.ts";
import { type Audience, audienceOf } from "../core/audience.ts";
import { eligibilityOf, type Principal } from "../core/eligibility.ts";
import type { Context } from "../core/event.ts";
import { type Address, formatAddress, type PlatformName } from "../core/interrupt.ts";
import type { Payload } from "../core/payload.ts";
import type { Asked, Places } from "../core/places.ts";
import { quietSpan } from "./quiet-hours.ts";
import type { RosterFile } from "./roster-file.ts";

/** Where the card of an interrupt goes, and what happens while it waits. */

export type Tenant = RosterFile["tenants"][number];
type Route = Tenant["routes"][number];

/** A person with the accounts that direct messages can go to. */
export interface Reachable extends Principal {
  readonly accounts: readonly string[];
}

/** Most people who get a direct message of one interrupt: a larger circle is told by its channel. */
export const MOST_DIRECT = 10;

const USUAL: Route = { when: {}, direct: "audience", remind: [] };

export function placesFor(
  tenant: Tenant,
  people: readonly Reachable[],
  platforms: ReadonlySet<PlatformName>,
  asked: Asked,
): Places {
  const route = tenant.routes.find(({ when }) => fits(when, asked)) ?? USUAL;
  const channels = channelsFor(tenant, route, originOf(tenant, asked.context));
  const direct = directTo(people, route.direct, asked.payload).flatMap((each) =>
    accountsOf(tenant, each),
  );
  const on = [...channels, ...direct].filter(({ platform }) => platforms.has(platform));
  const { escalate, quiet } = route;
  return {
    destinations: [...new Set(on.map(formatAddress))],
    plan: {
      remindBeforeMs: route.remind,
      quietAt: quiet === undefined ? undefined : (at) => quietSpan(quiet, at),
      escalate:
        escalate === undefined
          ? undefined
          : {
              afterMs: escalate.after,
              to: placed(tenant, escalate.to)
                .filter(({ platform }) => platforms.has(platform))
                .map(formatAddress),
            },
    },
  };
}

/**
 * Where the work began, and the channels of the route. The tenant's usual channels stand back for an origin on
 * their platform; what an operator named for this very route does not.
 */
function channelsFor(
  tenant: Tenant,
  { to }: Route,
  origin: Address | undefined,
): readonly Address[] {
  const first = origin === undefined ? [] : [origin];
  if (to !== undefined) return [...first, ...placed(tenant, to)];
  return [...first, ...channelsOf(tenant).filter(({ platform }) => platform !== origin?.platform)];
}

function fits(when: Route["when"], { payload, context }: Asked): boolean {
  const artifactType = payload.kind === "approval" ? payload.data.artifactType : undefined;
  const facts = {
    kind: payload.kind,
    artifactType,
    workflow: context.workflowId,
    agent: context.agent,
  };
  return (Object.keys(when) as (keyof Route["when"])[]).every(
    (name) => when[name] === undefined || when[name] === facts[name],
  );
}

/** Every channel that a tenant names for itself. */
export function channelsOf({ slack, discord }: Tenant): readonly Address[] {
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

/** Every address that a tenant's cards can go to, direct messages and origins aside. */
export function addressesOf(tenant: Tenant): readonly Address[] {
  const routed = tenant.routes.flatMap(({ to = [], escalate }) => [...to, ...(escalate?.to ?? [])]);
  const all = [...channelsOf(tenant), ...placed(tenant, routed)];
  return [...new Map(all.map((address) => [formatAddress(address), address])).values()];
}

/** `slack:C0FINANCE` in the tenant's own workspace. One of a platform that it does not use is nowhere. */
function placed(tenant: Tenant, places: readonly string[]): readonly Address[] {
  return places.flatMap((text) => {
    const colon = text.indexOf(":");
    const platform = text.slice(0, colon) as PlatformName;
    const workspace = workspaceOf(tenant, platform);
    return workspace === undefined ? [] : [{ platform, workspace, channel: text.slice(colon + 1) }];
  });
}

function workspaceOf({ slack, discord }: Tenant, platform: PlatformName): string | undefined {
  return platform === "slack" ? slack?.workspace : discord?.guild;
}

/** Ids as the platforms write them: an engine may send anything. */
const CHANNEL: Readonly<Record<PlatformName, RegExp>> = {
  slack: /^[CDG][A-Z0-9]{2,20}$/,
  discord: /^\d{17,20}$/,
};
const THREAD: Readonly<Record<PlatformName, RegExp>> = {
  slack: /^\d{1,12}\.\d{1,9}$/,
  discord: /^\d{17,20}$/,
};

/** Where the work began, if that is a place of the tenant's. */
function originOf(tenant: Tenant, { origin }: Context): Address | undefined {
  if (origin === undefined) return undefined;
  const { platform, channel, thread } = origin;
  const workspace = workspaceOf(tenant, platform);
  if (workspace === undefined || !CHANNEL[platform].test(channel)) return undefined;
  const known = thread !== undefined && THREAD[platform].test(thread) ? thread : undefined;
  return { platform, workspace, channel, thread: known };
}

/** Whom to tell directly: the named people, the groups and the roles, the smallest of them first, while there is room. */
function directTo(
  people: readonly Reachable[],
  direct: Route["direct"],
  payload: Payload,
): readonly Reachable[] {
  if (direct === "nobody") return [];
  const isNamed = payload.kind === "approval" && payload.data.audience !== undefined;
  if (direct === "audience" && !isNamed) return [];
  if (direct === "eligible" && eligibilityOf(payload)[0]?.type === "open") return [];
  const { subjects, groups, roles } =
    direct === "eligible" ? eligibleOf(payload) : audienceOf(payload);
  const sets = [
    people.filter(({ id }) => subjects.includes(id)),
    ...groups.map((name) => people.filter((each) => each.groups.includes(name))),
    ...roles.map((name) => people.filter((each) => each.roles.includes(name))),
  ].sort((one, other) => one.length - other.length);
  const told = new Set<Reachable>();
  for (const set of sets) {
    const more = set.filter((each) => !told.has(each));
    if (told.size + more.length > MOST_DIRECT) break;
    for (const each of more) told.add(each);
  }
  return [...told];
}

/** Who may decide, whatever the payload says of whom to tell. */
function eligibleOf(payload: Payload): Audience {
  const named = eligibilityOf(payload).filter((each) => each.type !== "open");
  const of = (type: "principal" | "group" | "role") =>
    named.flatMap((each) => (each.type === type ? [each.name] : []));
  return { subjects: of("principal"), groups: of("group"), roles: of("role") };
}

function accountsOf(tenant: Tenant, { accounts }: Reachable): readonly Address[] {
  return accounts.flatMap((account): readonly Address[] => {
    const person = readAccount(account);
    if (person?.platform === "slack")
      return person.workspace === tenant.slack?.workspace ? [{ ...person, channel: "" }] : [];
    return person === undefined || tenant.discord === undefined
      ? []
      : [{ ...person, workspace: tenant.discord.guild, channel: "" }];
  });
}
