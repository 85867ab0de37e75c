import { z } from "zod";
import { formatAddress } from "../core/interrupt.ts";
import {
  account,
  email,
  name,
  principalId,
  providerPlace,
  slackChannel,
  slackTeam,
  snowflake,
  subject,
  tenantId,
} from "./roster-names.ts";

/**
 * What can be read of a roster file that may have mistakes: names that are spelled right, and undefined
 * for every other. So mistakes in spelling and contradictions are told in one go, and nothing that was
 * not understood is repeated.
 */
const readable = <Value>(shape: z.ZodType<Value>) => shape.optional().catch(undefined);
const several = <Value>(shape: z.ZodType<Value>) => z.array(readable(shape)).catch([]);
const place = (workspace: z.ZodType<string>, channel: z.ZodType<string>) =>
  z.object({ workspace: readable(workspace), channels: several(channel) });

const principals = several(
  z.object({
    id: readable(principalId),
    tenants: several(tenantId),
    accounts: several(account),
    subjects: several(subject),
    emails: several(email),
    groups: several(name),
    roles: several(name),
    override: readable(z.boolean()),
  }),
);

const tenants = several(
  z.object({
    id: readable(tenantId),
    slack: readable(place(slackTeam, slackChannel)),
    discord: readable(z.object({ guild: readable(snowflake), channels: several(snowflake) })),
  }),
);

const providers = z
  .record(z.string(), z.union([z.array(readable(principalId)), readable(providerPlace)]))
  .optional()
  .catch(undefined);

const readableRoster = z
  .object({ principals, tenants, groups: providers, roles: providers })
  .catch({ principals: [], tenants: [], groups: undefined, roles: undefined });

type Principals = readonly ReadablePrincipal[];
type ReadablePrincipal = NonNullable<z.infer<typeof principals>[number]>;
type ReadableProviders = NonNullable<z.infer<typeof providers>>;
type ReadableTenant = NonNullable<z.infer<typeof tenants>[number]>;

/** Names in a parsed roster file that are used twice or point nowhere, a sentence each. */
export function contradictionsOf(file: unknown): readonly string[] {
  const read = readableRoster.parse(file);
  const people = read.principals.filter(isThere);
  const listed = read.tenants.filter(isThere);
  return [
    ...twice(people.map(({ id }) => id)).map((id) => `principals: id ${id} is named twice`),
    ...heldTwice(people, "account", ({ accounts }) => accounts),
    ...heldTwice(people, "subject", ({ subjects }) => subjects),
    ...heldTwice(people, "e-mail address", ({ emails }) => emails),
    ...overridesByMail(people),
    ...providerContradictions("groups", read.groups ?? {}, read),
    ...providerContradictions("roles", read.roles ?? {}, read),
    ...twice(listed.map(({ id }) => id)).map((id) => `tenants: id ${id} is named twice`),
    ...unlisted(
      people,
      read.tenants.map((each) => each?.id),
    ),
    ...listed.flatMap(channelsTwice),
  ];
}

function heldTwice(
  people: Principals,
  what: string,
  held: (principal: ReadablePrincipal) => readonly (string | undefined)[],
): readonly string[] {
  return twice(people.flatMap(held)).map((named) => {
    const holders = people.filter((each) => held(each).includes(named)).map(({ id }) => id);
    const told = [...new Set(holders.filter(isThere))].join(" and ");
    return `principals: ${what} ${named} is named twice${told === "" ? "" : `, by ${told}`}`;
  });
}

/** A tenant whose own id cannot be read may be the one that is meant: then nothing is said. */
function unlisted(people: Principals, ids: readonly (string | undefined)[]): readonly string[] {
  if (ids.length === 0 || ids.includes(undefined)) return [];
  return people.flatMap(({ id, tenants: named }) =>
    named
      .filter(isThere)
      .filter((each) => !ids.includes(each))
      .map(
        (each) =>
          `principals: ${id ?? "somebody"} names tenant ${each}, which tenants does not list`,
      ),
  );
}

/** Whoever can release a gate alone is recognised by an account, never by what a profile says. */
function overridesByMail(people: Principals): readonly string[] {
  return people
    .filter(({ override, emails }) => override === true && emails.some(isThere))
    .map(
      ({ id }) =>
        `principals: ${id ?? "somebody"} has override and emails; an override principal is recognised by accounts only, so take the emails out`,
    );
}

/** A name that two keep, a list with strangers in it, and places that no tenant uses. */
function providerContradictions(
  kind: "groups" | "roles",
  section: ReadableProviders,
  { principals: all, tenants: listed }: z.infer<typeof readableRoster>,
): readonly string[] {
  const people = all.filter(isThere);
  const isUnreadable = all.some((each) => each?.id === undefined);
  return Object.entries(section).flatMap(([named, provider]) => {
    const holder = people.find((each) => each[kind].includes(named));
    const both =
      holder === undefined
        ? []
        : [
            `${kind}: ${named} is kept in two places, here and in the ${kind} of ${holder.id ?? "a principal"}; leave one`,
          ];
    if (!Array.isArray(provider)) return [...both, ...unused(kind, named, provider, listed)];
    const strangers = isUnreadable
      ? []
      : provider.filter(isThere).filter((each) => !people.some(({ id }) => id === each));
    return [
      ...both,
      ...strangers.map((each) => `${kind}: ${named} lists ${each}, whom principals does not list`),
    ];
  });
}

function unused(
  kind: string,
  named: string,
  provider: string | undefined,
  listed: readonly (ReadableTenant | undefined)[],
): readonly string[] {
  const workspace = /^(?:slack|discord):([^/]+)\//.exec(provider ?? "")?.[1];
  if (workspace === undefined || listed.includes(undefined)) return [];
  const used = listed.flatMap((each) => [each?.slack?.workspace, each?.discord?.guild]);
  if (used.includes(workspace)) return [];
  return [`${kind}: ${named} is kept in ${workspace}, which no tenant uses`];
}

function channelsTwice({ id, slack, discord }: ReadableTenant): readonly string[] {
  const addresses = [
    ...addressesIn("slack", slack?.workspace, slack?.channels),
    ...addressesIn("discord", discord?.guild, discord?.channels),
  ];
  return twice(addresses).map(
    (address) => `tenants: ${id ?? "one"} names channel ${address} twice`,
  );
}

function addressesIn(
  platform: "slack" | "discord",
  workspace = "",
  channels: readonly (string | undefined)[] = [],
): readonly string[] {
  return channels.filter(isThere).map((channel) => formatAddress({ platform, workspace, channel }));
}

function twice(values: readonly (string | undefined)[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter(isThere).filter((each) => seen.size === seen.add(each).size))];
}

function isThere<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
