import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TokenSecrets } from "../../../src/core/token-secrets.ts";
import {
  DEFAULT_TOKEN_TTL_MS,
  DEFERRED_TOKEN_TTL_MS,
  isExpired,
  MAX_TOKEN_LENGTH,
  mintToken,
  readToken,
  type TokenClaims,
  tokenExpiry,
  rowClaims,
} from "../../../src/core/token.ts";

const K1 = Buffer.from("first-secret-of-the-tests-0123456789");
const K2 = Buffer.from("second-secret-of-the-tests-012345678");
const OLD = Buffer.from("legacy-secret-of-the-tests-012345678");

const SECRETS: TokenSecrets = {
  signing: { kid: "k1", secret: K1 },
  held: new Map([
    ["k1", K1],
    ["k2", K2],
    ["team.a", K2],
    ["legacy", OLD],
  ]),
};
const WITHOUT_LEGACY: TokenSecrets = { ...SECRETS, held: new Map([["k1", K1]]) };

const CLAIMS: TokenClaims = {
  runId: "acme/run-7f3c9a1b2d4e5f60",
  nodeId: "stage:gate",
  interruptId: "acme/int-0a1b2c3d4e5f6071",
  expiresAt: Date.UTC(2026, 8, 11, 12, 30),
  intent: "resolve",
};
const JSON_OF_CLAIMS = `{"runId":"acme/run-7f3c9a1b2d4e5f60","nodeId":"stage:gate","interruptId":"acme/int-0a1b2c3d4e5f6071","expiresAt":"2026-09-11T12:30:00.000Z","intent":"resolve"}`;

const url = (bytes: string | Buffer) => Buffer.from(bytes).toString("base64url");
const mac = (signed: string, secret: Buffer) => createHmac("sha256", secret).update(signed);
/** A token made by hand, over the specification's words and not through our own writer. */
const signedOver = (before: string, secret = K1) =>
  `${before}.${mac(before, secret).digest("base64url")}`;
const withPayload = (json: string | Buffer) => signedOver(`ow2.hs256.k1.${url(json)}`);
const legacy = (json: string, encoding: "base64url" | "hex" = "base64url") =>
  `${url(json)}.${mac(json, OLD).digest(encoding)}`;
const withMember = (name: string, value: unknown) =>
  JSON.stringify({ ...(JSON.parse(JSON_OF_CLAIMS) as object), [name]: value });

const INVALID = { ok: false };

describe("a token", () => {
  it("is five parts with the MAC over everything before the last dot", () => {
    const token = mintToken(CLAIMS, SECRETS);
    expect(token).toBe(withPayload(JSON_OF_CLAIMS));
    expect(token).toMatch(/^ow2\.hs256\.k1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
    expect(readToken(token, SECRETS)).toEqual({ ok: true, claims: CLAIMS });
  });

  it("names whom it was minted for last", () => {
    const claims: TokenClaims = { ...CLAIMS, intent: "inspect", principal: "ada" };
    const token = mintToken(claims, SECRETS);
    const payload = JSON_OF_CLAIMS.replace("resolve", "inspect").replace(
      /}$/,
      ',"principal":"ada"}',
    );
    expect(token).toBe(withPayload(payload));
    expect(readToken(token, SECRETS)).toEqual({ ok: true, claims });
  });

  const idCharacter = fc.constantFrom(..."ABCxyz019._~-".split(""));
  const opaque = fc.string({ unit: idCharacter, minLength: 16, maxLength: 128 });
  const anyClaims = fc
    .record({
      tenant: fc.string({ unit: idCharacter, minLength: 1, maxLength: 128 }),
      run: opaque,
      interrupt: opaque,
      nodeId: fc.string({ unit: idCharacter, minLength: 1, maxLength: 128 }),
      expiresAt: fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }),
      intent: fc.constantFrom("resolve" as const, "inspect" as const),
      principal: fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 })),
    })
    .map(({ tenant, run, interrupt, principal, ...others }): TokenClaims => ({
      ...others,
      runId: `${tenant}/${run}`,
      interruptId: `${tenant}/${interrupt}`,
      ...(principal === null ? {} : { principal }),
    }));

  it("says what it was minted with, in one path segment", () => {
    fc.assert(
      fc.property(anyClaims, (claims) => {
        const token = mintToken(claims, SECRETS);
        expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
        expect(encodeURIComponent(token)).toBe(token);
        expect(readToken(token, SECRETS)).toEqual({ ok: true, claims });
      }),
    );
  });

  it("is not believed with any one character changed, gone or added", () => {
    const token = mintToken(CLAIMS, SECRETS);
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom(..."aA0_-.~+/=% ".split("")),
        fc.constantFrom(0, 1),
        (at, character, kept) => {
          const changed = token.slice(0, at) + character + token.slice(at + 1 - kept);
          fc.pre(changed !== token);
          expect(readToken(changed, SECRETS).ok).toBe(false);
          expect(readToken(token.slice(0, at) + token.slice(at + 1), SECRETS).ok).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("is verified with the secret of its own kid, long after another one signs", () => {
    const rotated = { ...SECRETS, signing: { kid: "k2", secret: K2 } };
    expect(readToken(mintToken(CLAIMS, SECRETS), rotated)).toEqual({ ok: true, claims: CLAIMS });
  });

  it("may have dots in its kid, since it is read from both ends", () => {
    const token = signedOver(`ow2.hs256.team.a.${url(JSON_OF_CLAIMS)}`, K2);
    expect(readToken(token, SECRETS)).toEqual({ ok: true, claims: CLAIMS });
  });

  const payload = url(JSON_OF_CLAIMS);
  it.each([
    ["of a kid that is not held", signedOver(`ow2.hs256.k9.${payload}`)],
    ["of another kid than signed it", signedOver(`ow2.hs256.k2.${payload}`)],
    ["of a kid outside the grammar", signedOver(`ow2.hs256.k 1.${payload}`)],
    ["of an empty kid", signedOver(`ow2.hs256..${payload}`)],
    ["of the legacy kid", signedOver(`ow2.hs256.legacy.${payload}`, OLD)],
    ["of the algorithm none", `ow2.none.k1.${payload}.`],
    ["of an algorithm in capitals", signedOver(`ow2.HS256.k1.${payload}`)],
    ["of an algorithm that is not offered", signedOver(`ow2.hs512.k1.${payload}`)],
    ["of three parts", "ow2.hs256.k1"],
    ["of four parts", signedOver(`ow2.hs256.${payload}`)],
    ["of nothing but a prefix", "ow2."],
    ["without a MAC", `ow2.hs256.k1.${payload}.`],
    ["without a payload", signedOver("ow2.hs256.k1.")],
    [
      "with the MAC in hex",
      `ow2.hs256.k1.${payload}.${mac(`ow2.hs256.k1.${payload}`, K1).digest("hex")}`,
    ],
    [
      "with a MAC over the raw JSON only",
      `ow2.hs256.k1.${payload}.${mac(JSON_OF_CLAIMS, K1).digest("base64url")}`,
    ],
    ["with half a MAC", mintToken(CLAIMS, SECRETS).slice(0, -20)],
    ["with padding", `${mintToken(CLAIMS, SECRETS)}=`],
    ["with a line end", `${mintToken(CLAIMS, SECRETS)}\n`],
    ["with padding inside, signed", signedOver(`ow2.hs256.k1.${url("{}")}=`)],
    ["with base64 instead of base64url, signed", signedOver("ow2.hs256.k1.ab+/")],
    ["of a payload that is not JSON", withPayload("not json")],
    ["of a payload that is no object", withPayload("[]")],
    ["of null", withPayload("null")],
    ["with a member twice", withPayload(JSON_OF_CLAIMS.replace("{", '{"intent":"inspect",'))],
    ["with a member that nobody knows", withPayload(withMember("onlyOn", "mondays"))],
    ["with an odd member", withPayload(JSON_OF_CLAIMS.replace("{", '{"__proto__":{},'))],
    ["for the empty principal", withPayload(withMember("principal", ""))],
    ["for a principal that is no string", withPayload(withMember("principal", null))],
    ["of a bare run", withPayload(withMember("runId", "run-7f3c9a1b2d4e5f60"))],
    ["of two tenants", withPayload(withMember("runId", "globex/run-7f3c9a1b2d4e5f60"))],
    ["of a node that is none", withPayload(withMember("nodeId", "a/b"))],
    ["without an interrupt", withPayload(withMember("interruptId", undefined))],
    ["without an expiry", withPayload(withMember("expiresAt", undefined))],
    ["with an expiry as a number", withPayload(withMember("expiresAt", CLAIMS.expiresAt))],
    ["with an expiry that is no day", withPayload(withMember("expiresAt", "2026-02-30T00:00:00Z"))],
    [
      "with an expiry that is not in UTC",
      withPayload(withMember("expiresAt", "2026-09-11T12:30:00.000+02:00")),
    ],
    ["of an unknown intent", withPayload(withMember("intent", "cancel"))],
    ["without an intent", withPayload(withMember("intent", undefined))],
    ["that is empty", ""],
    ["that is a dot", "."],
  ])("%s is not believed", (_, token) => {
    expect(readToken(token, SECRETS)).toEqual(INVALID);
  });

  it("is not believed with bits that no byte has, signed or not", () => {
    // 43 characters are 258 bits: the last two are nobody's, and 0 in the one right spelling.
    const token = mintToken(CLAIMS, SECRETS);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const next = alphabet.charAt(alphabet.indexOf(token.slice(-1)) + 1);
    expect(Buffer.from(token.slice(-43), "base64url")).toEqual(
      Buffer.from(`${token.slice(-43, -1)}${next}`, "base64url"),
    );
    expect(readToken(token.slice(0, -1) + next, SECRETS)).toEqual(INVALID);
    // One byte in two characters: 4 bits to spare. 0 is written MA, and MB decodes to it too.
    const padded = `${JSON_OF_CLAIMS}${" ".repeat((4 - (JSON_OF_CLAIMS.length % 3)) % 3)}`;
    expect(padded.length % 3).toBe(1);
    const spare = url(padded).replace(/.$/, (last) => alphabet.charAt(alphabet.indexOf(last) + 1));
    expect(readToken(withPayload(padded), SECRETS).ok).toBe(true);
    expect(readToken(signedOver(`ow2.hs256.k1.${spare}`), SECRETS)).toEqual(INVALID);
  });

  it("is refused unread when it is longer than any of ours", () => {
    const principal = (length: number) => withPayload(withMember("principal", "p".repeat(length)));
    const longest = Array.from({ length: 3_000 }, (_, length) => length + 1)
      .toReversed()
      .find((length) => principal(length).length <= MAX_TOKEN_LENGTH);
    expect(readToken(principal(longest ?? 0), SECRETS).ok).toBe(true);
    expect(readToken(principal((longest ?? 0) + 3), SECRETS)).toEqual(INVALID);
    expect(readToken("a".repeat(10_000_000), SECRETS)).toEqual(INVALID);
  });

  it("looks alike whatever is wrong with it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 300 }), (text) => {
        expect(readToken(`ow2.${text}`, SECRETS)).toEqual(INVALID);
      }),
    );
  });
});

describe("a token of version 1", () => {
  it.each(["base64url", "hex"] as const)(
    "is verified over the raw JSON with the legacy secret, its MAC in %s",
    (encoding) => {
      const token = legacy(JSON_OF_CLAIMS, encoding);
      expect(readToken(token, SECRETS)).toEqual({ ok: true, claims: CLAIMS });
      expect(readToken(token, WITHOUT_LEGACY)).toEqual(INVALID);
    },
  );

  it("may carry what its host added, which grants nothing", () => {
    const token = legacy(withMember("principal", "ada"));
    expect(readToken(token, SECRETS)).toEqual({ ok: true, claims: CLAIMS });
  });

  it.each([
    [
      "signed with another secret",
      `${url(JSON_OF_CLAIMS)}.${mac(JSON_OF_CLAIMS, K1).digest("base64url")}`,
    ],
    [
      "signed over its base64url",
      `${url(JSON_OF_CLAIMS)}.${mac(url(JSON_OF_CLAIMS), OLD).digest("base64url")}`,
    ],
    [
      "with a MAC in capital hex",
      legacy(JSON_OF_CLAIMS, "hex").replace(/[^.]+$/, (hex) => hex.toUpperCase()),
    ],
    ["with a MAC that is none", `${url(JSON_OF_CLAIMS)}.0123456789abcdef0123456789abcdef`],
    ["with a MAC of spare bits", `${url(JSON_OF_CLAIMS)}.${"A".repeat(42)}B`],
    ["with a payload of spare bits", `AB.${mac("\0", OLD).digest("base64url")}`],
    ["with padding", `${legacy(JSON_OF_CLAIMS)}=`],
    ["of three parts", `a.${legacy(JSON_OF_CLAIMS)}`],
    ["that is not JSON", legacy("not json")],
    ["without an expiry", legacy(withMember("expiresAt", undefined))],
  ])("%s is not believed", (_, token) => {
    expect(readToken(token, SECRETS)).toEqual(INVALID);
  });

  it("may be the key of a table, of which only the digest is told", () => {
    const key = "KHTMmwvKQGiJmNaUqp2Vi_i6xKBd3yPFHhQeZ_HRuOs";
    const row = createHash("sha256").update(key).digest("hex");
    expect(readToken(key, WITHOUT_LEGACY)).toEqual({ ok: false, row });
  });

  it("is no such key when it could be guessed, or no segment of a path", () => {
    expect(readToken("a".repeat(16), SECRETS)).toHaveProperty("row");
    expect(readToken("a".repeat(256), SECRETS)).toHaveProperty("row");
    for (const key of [
      "a".repeat(15),
      "a".repeat(257),
      "!!!not-a-valid-token!!!",
      "a b".repeat(9),
    ]) {
      expect(readToken(key, SECRETS)).toEqual(INVALID);
    }
  });

  it("is judged by its prefix, not by its parts", () => {
    // Five parts that begin otherwise are not of version 2.
    expect(readToken(mintToken(CLAIMS, SECRETS).replace("ow2", "ow3"), SECRETS)).toEqual(INVALID);
    expect(readToken(`ow2.${legacy(JSON_OF_CLAIMS)}`, SECRETS)).toEqual(INVALID);
  });
});

describe("the life of a token", () => {
  const now = Date.UTC(2026, 8, 11, 12);
  const minutes = (count: number) => count * 60_000;

  it("is thirty minutes, or three days", () => {
    expect(tokenExpiry({ now, ttlMs: DEFAULT_TOKEN_TTL_MS })).toBe(Date.UTC(2026, 8, 11, 12, 30));
    expect(tokenExpiry({ now, ttlMs: DEFERRED_TOKEN_TTL_MS })).toBe(Date.UTC(2026, 8, 14, 12));
  });

  it("never outlasts the interrupt's own deadline", () => {
    const ttlMs = DEFAULT_TOKEN_TTL_MS;
    expect(tokenExpiry({ now, ttlMs, deadlineAt: now + minutes(10) })).toBe(now + minutes(10));
    expect(tokenExpiry({ now, ttlMs, deadlineAt: now + minutes(31) })).toBe(now + minutes(30));
    expect(tokenExpiry({ now, ttlMs, deadlineAt: undefined })).toBe(now + minutes(30));
  });

  it("is over at its last instant", () => {
    expect(isExpired(CLAIMS, CLAIMS.expiresAt - 1)).toBe(false);
    expect(isExpired(CLAIMS, CLAIMS.expiresAt)).toBe(true);
    expect(isExpired(CLAIMS, CLAIMS.expiresAt + 1)).toBe(true);
  });
});

describe("a token that was kept as a row", () => {
  const row = {
    runId: "acme/0123456789abcdef",
    nodeId: "gate",
    interruptId: "acme/fedcba9876543210",
    expiresAt: "2026-03-03T10:00:00.000Z",
    intent: "resolve",
  };

  it("says the same as a signed one, and nothing where a member is missing", () => {
    expect(rowClaims(JSON.stringify(row))).toEqual({
      ...row,
      expiresAt: Date.UTC(2026, 2, 3, 10),
    });
    expect(rowClaims(JSON.stringify({ ...row, expiresAt: undefined }))).toBeUndefined();
    expect(rowClaims("no JSON")).toBeUndefined();
  });
});
