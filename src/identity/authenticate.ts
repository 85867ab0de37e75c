import { readApiKey } from "./api-key.ts";
import { type ApiKeys, callerOfApiKey } from "./api-key-callers.ts";
import type { Caller } from "./caller.ts";
import type { Roster } from "./roster.ts";
import { createTokenVerifier, type TokenIssuer } from "./token-callers.ts";

/** Longest `Authorization` header that is looked at; the grammar is ASCII, so characters are bytes. */
const LONGEST_HEADER = 8 * 1024;

/** RFC 6750: the scheme in any case, and one token. Exactly one space, so that there is one reading. */
const HEADER = /^bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Who speaks, by the `Authorization` header of a request. Undefined for every reason alike: no header, a
 * credential that is unknown, wrong, expired or revoked, or a person who is not (or no more) in the roster.
 * Throws a Fault when that cannot be known now: Redis is away, or the issuer's keys cannot be had. A door
 * must answer that it cannot now, and never let in.
 */
export type Authenticate = (authorizationHeader: string | undefined) => Promise<Caller | undefined>;

export function createAuthenticator({
  apiKeys,
  roster,
  jwt,
}: {
  readonly apiKeys: ApiKeys;
  readonly roster: Roster;
  /** Absent: only API keys are credentials. */
  readonly jwt?: TokenIssuer | undefined;
}): Authenticate {
  const verify = jwt === undefined ? undefined : createTokenVerifier(jwt, roster);
  return async (header) => {
    const credential = credentialIn(header);
    if (credential === undefined) return undefined;
    const apiKey = readApiKey(credential);
    if (apiKey !== undefined) return callerOfApiKey(apiKey, apiKeys, roster);
    return verify?.(credential);
  };
}

function credentialIn(header: string | undefined): string | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  return HEADER.exec(header)?.[1];
}
