import type { TokenClaims } from "../token.ts";

/** Tokens of version 1 that were kept as rows, by the SHA-256 of the token. */
export interface LegacyTokens {
  find(digest: string): Promise<TokenClaims | undefined>;
}
