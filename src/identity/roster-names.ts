import { z } from "zod";
import { subjectId } from "../core/ids.ts";

/** How the names in a roster file are spelled. */

/** YAML reads 42 as a number and true as a truth value. */
const text = z.string({
  error: ({ code, input }) =>
    code === "invalid_type" && (typeof input === "number" || typeof input === "boolean")
      ? "must be text; put it in quotes"
      : undefined,
});

export const name = text.min(1).max(200);

export const principalId = name.refine((id) => !/\s/.test(id), {
  error: "must not contain white space",
});

export const tenantId = text.regex(/^[A-Za-z0-9._~-]{1,128}$/, {
  error: "must have 1 to 128 of A-Z a-z 0-9 . _ ~ -, like acme",
});

export const account = text.regex(/^(?:slack:[TE][A-Z0-9]+\/[UW][A-Z0-9]+|discord:\d{17,20})$/, {
  error: "must be like slack:T0ACME/U0ADA or discord:200000000000000001",
});

/** What the issuer of JSON web tokens calls a person in `sub`. */
export const subject = text.pipe(subjectId);

export const slackTeam = text.regex(/^[TE][A-Z0-9]+$/, {
  error: "must be a team id like T0ACME",
});

/** Said of whatever is neither a place nor a list. */
export const PROVIDER_SHAPE =
  "must be a Slack user group like slack:T0ACME/S0FINANCE, a Discord role like discord:300000000000000001/500000000000000001, or a list of principal ids";

/** `slack:T0ACME/S0FINANCE`: a user group; `discord:<guild>/<role>`: a role. */
export const providerPlace = text.regex(
  /^(?:slack:[TE][A-Z0-9]+\/S[A-Z0-9]+|discord:\d{17,20}\/\d{17,20})$/,
  { error: PROVIDER_SHAPE },
);

/** An address for mail, as far as one can be compared with another: whole, and in small letters. */
export const email = text
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, { error: "must be like ada@acme.example" })
  .transform((written) => written.toLowerCase());

export const slackChannel = text.regex(/^[CDG][A-Z0-9]+$/, {
  error: "must be a channel id like C0FINANCE",
});

/** `45s`, `30m`, `24h`, `3d` as milliseconds. */
export const duration = text
  .regex(/^[1-9]\d{0,4}[smhd]$/, { error: "must be a duration like 30m, 24h or 3d" })
  .transform((written) => Number(written.slice(0, -1)) * (UNIT_MS[written.slice(-1)] ?? 0));

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A channel of the tenant's own workspace or guild. */
export const place = text.regex(/^(?:slack:[CDG][A-Z0-9]+|discord:\d{17,20})$/, {
  error: "must be a channel like slack:C0FINANCE or discord:400000000000000001",
});

export const snowflake = z
  .string({ error: 'must be a Discord id in quotes, like "300000000000000001"' })
  .regex(/^\d{17,20}$/, { error: 'must be a Discord id in quotes, like "300000000000000001"' });
