import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { Fault } from "../core/fault.ts";
import { type Caller, narrowed } from "./caller.ts";
import type { Roster } from "./roster.ts";

/** Whose JSON web tokens (RFC 7519) are believed. */
export interface TokenIssuer {
  /** `iss`, exactly. */
  readonly issuer: string;
  /** `aud` is this, or a list that has it. */
  readonly audience: string;
  /** Where the issuer's public keys are. */
  readonly jwksUrl: string;
}

/**
 * Signatures that only the issuer can make. With a shared secret (HS256 and such) its public key would be
 * the secret, and `none` is nobody's.
 */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

/** How far the issuer's clock may be from ours. Seconds. */
const CLOCK_TOLERANCE_S = 30;

/** Claims that narrow: one that is there and is not like this makes the token worth nothing. */
const narrowing = z.object({
  tenant: z.string().optional(),
  // RFC 8693 writes scopes with spaces between them; issuers also use scp, as a list or as such a text.
  scope: z.string().optional(),
  scp: z.union([z.string(), z.array(z.string())]).optional(),
});

/**
 * Verifies tokens of one issuer. The verifier gives undefined for every token that is not good, and throws
 * a Fault (`issuer-unavailable`) when the issuer's keys cannot be had, so that nothing is known of it.
 * Keys are kept for ten minutes and asked for again, at most twice a minute, when a token names a new one.
 */
export function createTokenVerifier(
  { issuer, audience, jwksUrl }: TokenIssuer,
  roster: Pick<Roster, "principalBySubject" | "tenantsOfPrincipal">,
): (token: string) => Promise<Caller | undefined> {
  const keyOf = publicKeys(jwksUrl);
  const options = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_S,
    requiredClaims: ["exp", "sub"],
  };
  return async (token) => {
    let claims: JWTPayload;
    try {
      claims = (await jwtVerify(token, keyOf, options)).payload;
    } catch (error) {
      if (error instanceof Fault) throw error;
      // Whatever else is wrong with a token, it is not good.
      return undefined;
    }
    return callerOf(claims, issuer, roster);
  };
}

function callerOf(
  claims: JWTPayload,
  issuer: string,
  roster: Pick<Roster, "principalBySubject" | "tenantsOfPrincipal">,
): Caller | undefined {
  const read = narrowing.safeParse(claims);
  const { sub } = claims;
  if (!read.success || typeof sub !== "string") return undefined;
  const principal = roster.principalBySubject(sub);
  if (principal === undefined) return undefined;
  const tenant = tenantOf(read.data.tenant, roster.tenantsOfPrincipal(principal.id));
  if (tenant === undefined) return undefined;
  const { scope, scp } = read.data;
  return {
    principal: narrowed(narrowed(principal, scopesIn(scope)), scopesIn(scp)),
    tenant,
    issuer,
    kind: "jwt",
  };
}

/** The tenant that a token names, if it is one of the principal's; without a name, the only one. */
function tenantOf(named: string | undefined, own: readonly string[]): string | undefined {
  if (named !== undefined) return own.includes(named) ? named : undefined;
  return own.length === 1 ? own[0] : undefined;
}

function scopesIn(claim: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof claim === "string" ? claim.split(" ") : claim;
}

/** The issuer's keys, with what is wrong with a token told from an issuer that gives none. */
function publicKeys(jwksUrl: string): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(jwksUrl));
  return async (header, token) => {
    try {
      return await remote(header, token);
    } catch (cause) {
      if (isAboutToken(cause)) throw cause;
      throw new Fault(
        "issuer-unavailable",
        "the issuer's keys cannot be had at PARLEY_JWKS_URL, so its tokens cannot be checked now",
        { retryable: true, cause },
      );
    }
  };
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
