import { z } from "zod";

/** The grammars of ids that the interrupt specification fixes (identity), each in one place. */

/** `tenant/opaque`: a run, an interrupt. `anon:` is the only colon, and only before the tenant. */
export const boundId = z
  .string()
  .regex(/^(?:anon:)?[A-Za-z0-9._~-]{1,128}\/[A-Za-z0-9._~-]{16,128}$/, {
    error: ({ input }) => boundIdRule(String(input)),
  });

/** What something has to be that is no {@link boundId}: with the count where only its length is wrong, never the id. */
export function boundIdRule(refused: string): string {
  const opaque = /^(?:anon:)?[A-Za-z0-9._~-]{1,128}\/([A-Za-z0-9._~-]+)$/.exec(refused)?.[1];
  return opaque === undefined
    ? "must be a tenant-bound id like acme/0123456789abcdef"
    : `must have 16 to 128 characters after its slash, and has ${opaque.length}`;
}

/** The part of a {@link boundId} before its slash. */
export const tenantId = z.string().regex(/^(?:anon:)?[A-Za-z0-9._~-]{1,128}$/, {
  error: "must be a tenant like acme, with 1 to 128 of A-Z a-z 0-9 . _ ~ -",
});

export const eventId = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{16,128}$/, { error: "must have 16 to 128 of A-Z a-z 0-9 . _ ~ -" });

/** Chosen by the author of a workflow; the only id that may have colons inside. */
export const nodeId = z
  .string()
  .regex(/^[A-Za-z0-9._~:-]{1,128}$/, { error: "must have 1 to 128 of A-Z a-z 0-9 . _ ~ : -" });

/** Whom an issuer means: its own grammar, without white space and slashes. Counted in code points. */
export const subjectId = z.string().regex(/^[^\s/]{1,256}$/u, {
  error: "must have 1 to 256 characters, none of them a space or a slash",
});

/** Names the secret that signed a token. May have dots: whoever splits a token at dots has to know. */
export const keyId = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,128}$/, { error: "must have 1 to 128 of A-Z a-z 0-9 . _ ~ -" });

/** The tenant segment of a tenant-bound id. */
export function tenantOf(boundTo: string): string {
  return boundTo.slice(0, boundTo.lastIndexOf("/"));
}
