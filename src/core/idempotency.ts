import { createHash } from "node:crypto";
import { digestOf } from "./digest.ts";
import type { Json } from "./json.ts";

/**
 * What makes the same request sent twice one request (interrupt specification, idempotency). A caller's key
 * stands in no store and no log: records are named by a digest.
 */

export type ReadIdempotencyKey =
  /** Undefined: none was sent, and the request stands alone. */
  { readonly ok: true; readonly key: string | undefined } | { readonly ok: false };

/** 16 random bytes in base64url are 22 characters; whether they are random nobody can check. */
const KEY = /^[A-Za-z0-9._~-]{22,128}$/;

/** Reads the header `Idempotency-Key`, which is optional. Sent twice, it arrives joined and is refused. */
export function readIdempotencyKey(header: string | undefined): ReadIdempotencyKey {
  return header === undefined || KEY.test(header) ? { ok: true, key: header } : { ok: false };
}

/**
 * What a key stands for: SHA-256 in lower-case hex. The same key with another digest is a mismatch. The
 * order of members and white space of the body do not count, nor do headers.
 */
export function requestDigest(request: {
  readonly method: string;
  /** The routed operation, not the raw path. */
  readonly operation: string;
  /** Decoded ids by the names of their parameters; for a token, of the interrupt that it names. */
  readonly path: Readonly<Record<string, string>>;
  /** Undefined for a token that was minted for nobody. Counts, so that nobody gets another's answer. */
  readonly principal: string | undefined;
  readonly body: Json;
}): string {
  const { method, operation, path, principal = null, body } = request;
  return digestOf({ method, operation, path, principal, body });
}

/** The name of a key's record: 43 characters of base64url. Tenants and operations share no record. */
export function recordName(tenant: string, operation: string, key: string): string {
  // As JSON, no two triples have one text.
  return createHash("sha256")
    .update(JSON.stringify([tenant, operation, key]))
    .digest("base64url");
}

/**
 * Is this answer final, so that the same request gets it again? Successes are, and refusals that a repetition
 * would not change. Not final: who the caller is and what it may do (401, 403), how the request is written,
 * what is about the record itself, and what passes (429 and above).
 */
export function isFinalAnswer(status: number, code?: string): boolean {
  if (status >= 200 && status < 300) return true;
  const mayChange = status === 401 || status === 403 || status === 429;
  return status >= 400 && status < 500 && !mayChange && !NEVER_KEPT.has(code ?? "");
}

const NEVER_KEPT: ReadonlySet<string> = new Set([
  "validation_error",
  "idempotency_key_invalid",
  "idempotency_key_mismatch",
  "idempotency_in_flight",
]);
