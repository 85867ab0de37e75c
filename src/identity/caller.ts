import type { Principal } from "../core/eligibility.ts";

/** Who speaks at an HTTP door, for one tenant, once a credential was found good. */
export interface Caller {
  /** From the roster; its scopes are narrowed to those of the credential. */
  readonly principal: Principal;
  readonly tenant: string;
  /** Who vouches: the issuer of the token, or {@link PARLEY_ISSUER} for an API key. */
  readonly issuer: string;
  readonly kind: "api-key" | "jwt";
}

/** parley itself vouches for the holders of its API keys. */
export const PARLEY_ISSUER = "parley";

/** What the roster allows and the credential too; a credential can take away and never add. */
export function narrowed(principal: Principal, scopes: readonly string[] | undefined): Principal {
  if (scopes === undefined) return principal;
  return { ...principal, scopes: principal.scopes.filter((each) => scopes.includes(each)) };
}
