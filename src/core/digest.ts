import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "./json.ts";

/** How much of a digest is shown to people and carried by a button: 12 hexadecimal characters. */
export const SHOWN_DIGEST_LENGTH = 12;

/** SHA-256 of the canonical JSON of what is shown to people: 64 lower-case hexadecimal characters. */
export function digestOf(value: Json): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}

/** The first {@link SHOWN_DIGEST_LENGTH} characters of a digest. */
export function shownDigest(digest: string): string {
  return digest.slice(0, SHOWN_DIGEST_LENGTH);
}
