import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/**
 * API keys: `pk_<id>_<secret>`. The id, 16 letters and digits, finds the key and may be shown; the secret,
 * 32 random bytes in base64url, is told once and kept only as a digest.
 */

export interface ApiKey {
  readonly id: string;
  readonly secret: string;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const ID_LENGTH = 16;
const SECRET_BYTES = 32;
const ID = /^[A-Za-z0-9]{16}$/;
const KEY = /^pk_([A-Za-z0-9]{16})_([A-Za-z0-9_-]{43})$/;

/** A new key; its text is what {@link formatApiKey} makes of it. */
export function mintApiKey(): ApiKey {
  const letters = Array.from({ length: ID_LENGTH }, () => ALPHABET.charAt(randomInt(62)));
  return { id: letters.join(""), secret: randomBytes(SECRET_BYTES).toString("base64url") };
}

export function formatApiKey({ id, secret }: ApiKey): string {
  return `pk_${id}_${secret}`;
}

/** Reads what {@link formatApiKey} writes; undefined for anything else. */
export function readApiKey(text: string): ApiKey | undefined {
  const [, id, secret] = KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Is this spelled like the id of a key? */
export function isApiKeyId(text: string): boolean {
  return ID.test(text);
}

/**
 * What is kept of a secret: its SHA-256 in base64url. A slow hash protects what people choose, since that
 * can be guessed; 256 random bits cannot, and a fast hash lets every request be checked.
 */
export function digestOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Compared without telling by its time how much was right. */
export function isSecretOf(secret: string, digest: string): boolean {
  const given = Buffer.from(digestOfSecret(secret), "base64url");
  const kept = Buffer.from(digest, "base64url");
  return given.length === kept.length && timingSafeEqual(given, kept);
}
