import { parse } from "yaml";
import { z } from "zod";
import { READ_SCOPE, RESPOND_SCOPE } from "../core/eligibility.ts";
import { KINDS } from "../core/payload.ts";
import { problemsOf } from "../core/problems.ts";
import { quietHours } from "./quiet-hours.ts";
import { contradictionsOf } from "./roster-contradictions.ts";
import {
  account,
  duration,
  email,
  name,
  place,
  principalId,
  PROVIDER_SHAPE,
  providerPlace,
  slackChannel,
  slackTeam,
  snowflake,
  subject,
  tenantId,
} from "./roster-names.ts";

/** The shape of the roster file, and everything that can be wrong with one. */

/** What principals can be allowed; a scope that is spelled wrong would silently allow nothing. */
export const SCOPES = [
  RESPOND_SCOPE,
  READ_SCOPE,
  "interrupts:callback",
  "interrupts:cancel",
] as const;
const scope = z.enum(SCOPES, { error: `must be one of ${SCOPES.join(", ")}` });

const principal = z.strictObject({
  id: principalId,
  name,
  tenants: z.array(tenantId).min(1),
  accounts: z.array(account),
  /** Who has one of these confirmed on Slack is this person, for tenants with `emails: true`. */
  emails: z.array(email).default([]),
  /** `sub` of the configured issuer's tokens. */
  subjects: z.array(subject).default([]),
  groups: z.array(name).default([]),
  roles: z.array(name).default([]),
  scopes: z.array(scope).default([RESPOND_SCOPE]),
  /** May release a gate of several voters alone, where its payload allows that. */
  override: z.boolean().default(false),
});

/** What is asked, as far as it chooses where: all that is given must be so, exactly. */
const route = z.strictObject({
  when: z
    .strictObject({
      kind: z.enum(KINDS, { error: `must be one of ${KINDS.join(", ")}` }).optional(),
      artifactType: name.optional(),
      workflow: name.optional(),
      agent: name.optional(),
    })
    .default({}),
  /** Channels instead of the tenant's own. */
  to: z.array(place).min(1).optional(),
  /** Who gets a direct message besides: the payload's audience, everybody who may decide, nobody. */
  direct: z.enum(["audience", "eligible", "nobody"]).default("audience"),
  /** So long before the deadline. */
  remind: z.array(duration).max(10).default([]),
  /** But not in these hours. */
  quiet: quietHours.optional(),
  escalate: z.strictObject({ after: duration, to: z.array(place).min(1) }).optional(),
});

/** Who belongs to each group or role that is not said with the principals: who keeps it, or a list. */
const providers = z
  .record(name, z.union([z.array(principalId), providerPlace], { error: PROVIDER_SHAPE }))
  .default({});

const tenant = z.strictObject({
  id: tenantId,
  /** Are people recognised by the confirmed e-mail address of their Slack account, too? */
  emails: z.boolean().default(false),
  /** The first that fits is the one; without any, the tenant's channels. */
  routes: z.array(route).max(100).default([]),
  slack: z
    .strictObject({ workspace: slackTeam, channels: z.array(slackChannel).min(1) })
    .optional(),
  discord: z.strictObject({ guild: snowflake, channels: z.array(snowflake).min(1) }).optional(),
});

const rosterSchema = z.strictObject({
  principals: z.array(principal).min(1),
  tenants: z.array(tenant).min(1),
  /** May who began a run decide what it asks? */
  initiatorsMayDecide: z.boolean().default(true),
  groups: providers,
  roles: providers,
  /** How old what is known of memberships may be when somebody decides; 0 reads them for every decision. */
  membershipMaxAgeMs: z.int().min(0).max(600_000).default(60_000),
  /** May guests and people of other workspaces decide, where the roster has their account? */
  guestsMayDecide: z.boolean().default(false),
});

/** A roster file that was found whole. */
export type RosterFile = z.infer<typeof rosterSchema>;

export type ReadRosterFile =
  | { readonly ok: true; readonly file: RosterFile }
  /** All problems at once (of very many, how many more), each with its place in the file. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a roster file; YAML, and so JSON too. */
export function readRosterFile(file: string): ReadRosterFile {
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
  const problems = [
    ...(result.success ? [] : problemsOf(result.error)),
    ...contradictionsOf(value),
  ];
  return result.success && problems.length === 0
    ? { ok: true, file: result.data }
    : { ok: false, problems };
}
