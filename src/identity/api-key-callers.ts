import { type ApiKey, digestOfSecret, isSecretOf } from "./api-key.ts";
import { type Caller, narrowed, PARLEY_ISSUER } from "./caller.ts";
import type { Roster } from "./roster.ts";

/** What is asked of the place where API keys are kept. Throws a Fault when it cannot answer now. */
export interface ApiKeys {
  find(id: string): Promise<
    | {
        /** SHA-256 of the secret, base64url. */
        readonly digest: string;
        readonly tenant: string;
        /** Id of a principal, who may have left the roster since. */
        readonly principal: string;
        /** Undefined: as the principal. */
        readonly scopes?: readonly string[] | undefined;
        /** Milliseconds. */
        readonly revokedAt?: number | undefined;
      }
    | undefined
  >;
}

/** Compared with when there is no such key, so that an unknown id takes as long as a wrong secret. */
const NOBODYS_DIGEST = digestOfSecret("");

/** The holder of an API key; undefined for a key that is unknown, wrong, revoked, or of nobody any more. */
export async function callerOfApiKey(
  { id, secret }: ApiKey,
  apiKeys: ApiKeys,
  roster: Pick<Roster, "principalById">,
): Promise<Caller | undefined> {
  const found = await apiKeys.find(id);
  const matches = isSecretOf(secret, found?.digest ?? NOBODYS_DIGEST);
  if (found === undefined || !matches || found.revokedAt !== undefined) return undefined;
  const principal = roster.principalById(found.tenant, found.principal);
  if (principal === undefined) return undefined;
  return {
    principal: narrowed(principal, found.scopes),
    tenant: found.tenant,
    issuer: PARLEY_ISSUER,
    kind: "api-key",
  };
}
