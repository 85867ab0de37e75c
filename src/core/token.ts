import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { boundId, nodeId, tenantOf } from "./ids.ts";
import { parseJson } from "./json.ts";
import { LEGACY_KID, type TokenSecrets } from "./token-secrets.ts";

/**
 * Bearer tokens: whoever holds one may inspect or resolve the one interrupt that it names (interrupt
 * specification, tokens). `ow2.hs256.<kid>.<payload>.<mac>`: payload is base64url of JSON, mac is base64url
 * of HMAC-SHA256 over the ASCII of everything before the last dot, so that alg and kid are signed as well.
 */

export interface TokenClaims {
  readonly runId: string;
  readonly nodeId: string;
  readonly interruptId: string;
  /** Unix time in milliseconds, in the token ISO 8601 in UTC. */
  readonly expiresAt: number;
  /** `inspect` reads only; `resolve` does both. */
  readonly intent: "resolve" | "inspect";
  /** Our own member: whom the token was minted for. Without it, it speaks for nobody. */
  readonly principal?: string | undefined;
}

export type ReadToken =
  | { readonly ok: true; readonly claims: TokenClaims }
  /**
   * Not to be believed; why is nobody's business. `row`: but it may be a version 1 token that a table was
   * kept of, to be looked up by its SHA-256 in lower-case hex.
   */
  | { readonly ok: false; readonly row?: string };

/** How long a token lives if nobody says otherwise (interrupt specification, tokens). */
export const DEFAULT_TOKEN_TTL_MS = 30 * 60 * 1000;

/** How long one lives for an approval that people take their time with: three days. */
export const DEFERRED_TOKEN_TTL_MS = 3 * 24 * 60 * 60 * 1000;

/** Longer than any token of ours; what is longer is refused unread. */
export const MAX_TOKEN_LENGTH = 4_096;

/** From both ends, since a kid may have dots. The algorithm is this file's choice, never the token's. */
const FORM = /^(ow2\.hs256\.([A-Za-z0-9._~-]{1,128})\.([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})$/;
const LEGACY_FORM = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43}|[0-9a-f]{64})$/;
const LEGACY_ROW = /^[A-Za-z0-9_~-]{16,256}$/;

const INVALID: ReadToken = { ok: false };

/** Writes a token, signed by the signing secret. */
export function mintToken(claims: TokenClaims, secrets: TokenSecrets): string {
  const { kid, secret } = secrets.signing;
  const payload = JSON.stringify({
    runId: claims.runId,
    nodeId: claims.nodeId,
    interruptId: claims.interruptId,
    expiresAt: new Date(claims.expiresAt).toISOString(),
    intent: claims.intent,
    principal: claims.principal,
  });
  const signed = `ow2.hs256.${kid}.${Buffer.from(payload).toString("base64url")}`;
  return `${signed}.${macOf(signed, secret).toString("base64url")}`;
}

/**
 * Reads a token and verifies it. Whether it has expired is not judged here, see {@link isExpired}; nor whether
 * its run, node and interrupt belong together, which the record says. Every reason not to believe it looks
 * alike. A token without the prefix `ow2.` is one of version 1, whatever its parts.
 */
export function readToken(token: string, secrets: TokenSecrets): ReadToken {
  if (token.length > MAX_TOKEN_LENGTH) return INVALID;
  if (!token.startsWith("ow2.")) return readLegacy(token, secrets);
  const [, signed = "", kid = "", payload = "", mac = ""] = FORM.exec(token) ?? [];
  const secret = kid === LEGACY_KID ? undefined : secrets.held.get(kid);
  const given = bytesOf(mac);
  if (secret === undefined || given === undefined) return INVALID;
  if (!isSameMac(macOf(signed, secret), given)) return INVALID;
  return claimsOf(bytesOf(payload), ownClaims);
}

/** Version 1 signed the raw JSON. Its MAC was written in base64url or in hex. */
function readLegacy(token: string, secrets: TokenSecrets): ReadToken {
  if (LEGACY_ROW.test(token)) {
    return { ok: false, row: createHash("sha256").update(token).digest("hex") };
  }
  const [, payload = "", mac = ""] = LEGACY_FORM.exec(token) ?? [];
  const secret = secrets.held.get(LEGACY_KID);
  const json = bytesOf(payload);
  const given = mac.length === 64 ? Buffer.from(mac, "hex") : bytesOf(mac);
  if (secret === undefined || json === undefined || given === undefined) return INVALID;
  return isSameMac(macOf(json, secret), given) ? claimsOf(json, legacyClaims) : INVALID;
}

/** When a token minted now expires: after its time to live, and never past the interrupt's own deadline. */
export function tokenExpiry(minted: {
  readonly now: number;
  readonly ttlMs: number;
  readonly deadlineAt?: number | undefined;
}): number {
  return Math.min(minted.now + minted.ttlMs, minted.deadlineAt ?? Infinity);
}

/** The instant itself is past: doubt means no. */
export function isExpired(claims: TokenClaims, now: number): boolean {
  return now >= claims.expiresAt;
}

function macOf(signed: string | Buffer, secret: Buffer): Buffer {
  return createHmac("sha256", secret).update(signed).digest();
}

/** Takes the same time wherever they differ, and also when one of them is shorter. */
function isSameMac(expected: Buffer, given: Buffer): boolean {
  const sameLength = given.length === expected.length;
  return (
    timingSafeEqual(expected, sameLength ? given : Buffer.alloc(expected.length)) && sameLength
  );
}

/** Undefined where the text is not what these bytes are written as: one token has one spelling. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

const members = {
  runId: boundId,
  nodeId,
  interruptId: boundId,
  expiresAt: z.iso.datetime().transform(Date.parse),
  intent: z.enum(["resolve", "inspect"]),
};

/** A member that is not known may narrow what the token allows, so it is refused. */
const ownClaims = z.strictObject({ ...members, principal: z.string().min(1).optional() });

/** Another host's: what it added for itself is passed over, and grants nothing. */
const legacyClaims = z.object(members);

/** Reads the row that a token of version 1 was kept as: the same members as JSON. Undefined for any other. */
export function rowClaims(row: string): TokenClaims | undefined {
  const read = claimsOf(Buffer.from(row), legacyClaims);
  return read.ok ? read.claims : undefined;
}

function claimsOf(
  bytes: Buffer | undefined,
  schema: typeof ownClaims | typeof legacyClaims,
): ReadToken {
  const parsed = bytes === undefined ? undefined : parseJson(bytes.toString());
  const claims = parsed?.ok === true ? schema.safeParse(parsed.value) : undefined;
  if (claims?.success !== true) return INVALID;
  const { runId, interruptId } = claims.data;
  return tenantOf(runId) === tenantOf(interruptId) ? { ok: true, claims: claims.data } : INVALID;
}
