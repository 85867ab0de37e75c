import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  digestOfSecret,
  formatApiKey,
  isApiKeyId,
  isSecretOf,
  mintApiKey,
  readApiKey,
} from "../../../src/identity/api-key.ts";

const ID = "Ab0".padEnd(16, "z");
const SECRET = "-_9".padEnd(43, "A");

describe("an API key", () => {
  it("is minted with an id of 16 letters and digits and a secret of 32 bytes, and can be read back", () => {
    for (let count = 0; count < 200; count += 1) {
      const key = mintApiKey();
      expect(isApiKeyId(key.id)).toBe(true);
      expect(Buffer.from(key.secret, "base64url")).toHaveLength(32);
      // 32 bytes are 256 bits, six of them in a character: 43 characters without padding.
      expect(formatApiKey(key)).toMatch(/^pk_[A-Za-z0-9]{16}_[A-Za-z0-9_-]{43}$/);
      expect(readApiKey(formatApiKey(key))).toEqual(key);
    }
  });

  it("is never minted twice, in neither part", () => {
    const keys = Array.from({ length: 1000 }, () => mintApiKey());
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1000);
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(1000);
  });

  it("is read although its secret may have the characters between its parts", () => {
    expect(readApiKey(`pk_${ID}_${SECRET}`)).toEqual({ id: ID, secret: SECRET });
  });

  it.each([
    "",
    "pk_",
    `pk_${ID}`,
    `pk_${ID}_`,
    `pk_${ID}_${SECRET.slice(1)}`,
    `pk_${ID}_${SECRET}A`,
    `pk_${ID}_${SECRET}=`,
    `pk_${ID}_${SECRET}\n`,
    ` pk_${ID}_${SECRET}`,
    `PK_${ID}_${SECRET}`,
    `sk_${ID}_${SECRET}`,
    `pk_${ID.slice(1)}_${SECRET}`,
    `pk_${ID.slice(1)}-_${SECRET}`,
    `pk_${ID.slice(1)}é_${SECRET}`,
    `pk_${ID}.${SECRET}`,
    `pk_${ID}_${SECRET.slice(1)}+`,
  ])("is not read from %j", (text) => {
    expect(readApiKey(text)).toBeUndefined();
  });

  it("is kept as SHA-256 of its secret, in base64url", () => {
    // "abc" is the first example of FIPS 180-4; these are its bytes.
    const bytes = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(digestOfSecret("abc")).toBe(Buffer.from(bytes, "hex").toString("base64url"));
  });

  it("matches its own digest and no other", () => {
    const { secret } = mintApiKey();
    expect(isSecretOf(secret, digestOfSecret(secret))).toBe(true);
    expect(isSecretOf(mintApiKey().secret, digestOfSecret(secret))).toBe(false);
    expect(isSecretOf(secret, "")).toBe(false);
    expect(isSecretOf(secret, secret)).toBe(false);
    const longer = createHash("sha512").update(secret).digest("base64url");
    expect(isSecretOf(secret, longer)).toBe(false);
  });

  it("has one spelling: bits that base64url would ignore count", () => {
    // The last of 43 characters holds four bits of the secret and two that say nothing.
    const secret = "A".repeat(43);
    const twin = `${"A".repeat(42)}B`;
    expect(Buffer.from(twin, "base64url")).toEqual(Buffer.from(secret, "base64url"));
    expect(isSecretOf(twin, digestOfSecret(secret))).toBe(false);
  });
});
