import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import { type ApiKeys } from "../../../src/identity/api-key-callers.ts";
import { digestOfSecret, formatApiKey, mintApiKey } from "../../../src/identity/api-key.ts";
import { type Authenticate, createAuthenticator } from "../../../src/identity/authenticate.ts";
import { parseRoster, type Roster } from "../../../src/identity/roster.ts";
import { freePort } from "../../support/free-port.ts";
import {
  type Claims,
  newSigningKey,
  signingInput,
  signToken,
  startTokenIssuer,
  type TokenIssuer,
} from "../../support/token-issuer.ts";

const PEOPLE = {
  ada: {
    id: "ada",
    name: "Ada Lovelace",
    tenants: ["acme"],
    accounts: [],
    subjects: ["auth0|ada"],
    groups: ["finance"],
    scopes: ["approvals:respond", "interrupts:read"],
  },
  bob: {
    id: "bob",
    name: "Bob",
    tenants: ["acme", "other"],
    accounts: [],
    subjects: ["auth0|bob"],
  },
};

function rosterOf(...principals: readonly unknown[]): Roster {
  const parsed = parseRoster(
    JSON.stringify({ principals, tenants: [{ id: "acme" }, { id: "other" }, { id: "third" }] }),
  );
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.roster;
}

const roster = rosterOf(PEOPLE.ada, PEOPLE.bob);
const everyone = (...tenants: readonly string[]) => rosterOf({ ...PEOPLE.ada, tenants });

type Kept = NonNullable<Awaited<ReturnType<ApiKeys["find"]>>>;

/** A key as it would be kept, and its text as its holder has it. */
function keyOf(about: Partial<Kept> = {}) {
  const key = mintApiKey();
  const kept = {
    digest: digestOfSecret(key.secret),
    tenant: "acme",
    principal: "ada",
    ...about,
  };
  const apiKeys: ApiKeys = { find: async (id) => (id === key.id ? kept : undefined) };
  return { key, header: `Bearer ${formatApiKey(key)}`, apiKeys };
}

const noKeys: ApiKeys = { find: async () => undefined };

describe("an API key", () => {
  it("is its principal, for its tenant, as the roster has it now", async () => {
    const { header, apiKeys } = keyOf();
    expect(await createAuthenticator({ apiKeys, roster })(header)).toEqual({
      principal: roster.principalById("acme", "ada"),
      tenant: "acme",
      issuer: "parley",
      kind: "api-key",
    });
  });

  it.each([
    [["interrupts:read"], ["interrupts:read"]],
    [["interrupts:read", "interrupts:cancel"], ["interrupts:read"]],
    [["interrupts:cancel"], []],
    [[], []],
    [undefined, ["approvals:respond", "interrupts:read"]],
  ])("with the scopes %j may do %j: never more than its principal", async (scopes, may) => {
    const { header, apiKeys } = keyOf({ scopes });
    const caller = await createAuthenticator({ apiKeys, roster })(header);
    expect(caller?.principal.scopes).toEqual(may);
  });

  it.each([
    ["revoked", { revokedAt: 1 }, roster],
    ["of a principal who left the roster", {}, rosterOf(PEOPLE.bob)],
    ["of a principal who left its tenant", {}, everyone("other")],
    ["of a tenant that its principal never had", { tenant: "other" }, roster],
    ["of a principal who never was", { principal: "eve" }, roster],
    ["kept with a broken digest", { digest: "" }, roster],
  ] as const)("is nobody's when it is %s", async (_, about, known) => {
    const { header, apiKeys } = keyOf(about);
    expect(await createAuthenticator({ apiKeys, roster: known })(header)).toBeUndefined();
  });

  it("is nobody's with the secret of another key, or with an unknown id", async () => {
    const { key, apiKeys } = keyOf();
    const authenticate = createAuthenticator({ apiKeys, roster });
    const other = mintApiKey();
    for (const [id, secret] of [
      [key.id, other.secret],
      [other.id, key.secret],
      // What an unknown id is compared with is the digest of no text at all, and no key is without text.
      [other.id, other.secret],
    ] as const) {
      expect(await authenticate(`Bearer ${formatApiKey({ id, secret })}`)).toBeUndefined();
    }
  });

  it("cannot be judged while the store is away, which is a Fault and not a no", async () => {
    const fault = new Fault("store-unavailable", "Redis did not answer", { retryable: true });
    const apiKeys: ApiKeys = { find: () => Promise.reject(fault) };
    const authenticate = createAuthenticator({ apiKeys, roster });
    await expect(authenticate(`Bearer ${formatApiKey(mintApiKey())}`)).rejects.toBe(fault);
  });
});

describe("an Authorization header", () => {
  const { key, header, apiKeys } = keyOf();
  const text = formatApiKey(key);
  const authenticate = createAuthenticator({ apiKeys, roster });

  it.each([`Bearer ${text}`, `bearer ${text}`, `BEARER ${text}`])(
    "may be spelled %s",
    async (given) => {
      expect((await authenticate(given))?.principal.id).toBe("ada");
    },
  );

  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    text,
    `Bearer  ${text}`,
    `Bearer\t${text}`,
    ` Bearer ${text}`,
    `Bearer ${text} `,
    `Bearer ${text}\n`,
    `Bearer ${text}, Bearer ${text}`,
    `Bearer ${text} ${text}`,
    `Basic ${text}`,
    `Bearer "${text}"`,
    `Bearer: ${text}`,
  ])("is nobody when it is %j", async (given) => {
    expect(await authenticate(given)).toBeUndefined();
  });

  it("of more than 8 KiB is not looked at", async () => {
    expect(header.length).toBeLessThan(8192);
    expect(await authenticate(`Bearer ${"a".repeat(10_000)}`)).toBeUndefined();
  });

  it("without an issuer in the settings makes no token good", async () => {
    const token = signToken(newSigningKey("ES256", "k"), { sub: "auth0|ada", exp: 4e9 });
    expect(await authenticate(`Bearer ${token}`)).toBeUndefined();
  });
});

const ISSUER = "https://issuer.example/";
const AUDIENCE = "parley";
const SIGNERS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]
  .concat("ES256", "ES384", "ES512", "EdDSA")
  .map((alg) => newSigningKey(alg, `kid-${alg}`));
const [RSA] = SIGNERS;
if (RSA === undefined) throw new Error("no key");

/** 2026-03-03T10:00:00Z, in seconds, as tokens count. */
const NOW = 1_772_532_000;

let issuer: TokenIssuer;
beforeAll(async () => {
  issuer = await startTokenIssuer(SIGNERS);
});
afterAll(async () => {
  await issuer.stop();
});
afterEach(() => {
  vi.useRealTimers();
  issuer.answer = "keys";
  issuer.keys = SIGNERS;
});

/** Only what is called the time stands still; sockets go on. */
function atSecond(second: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: second * 1000 });
}

const claims = (more: Claims = {}): Claims => ({
  iss: ISSUER,
  aud: AUDIENCE,
  sub: "auth0|ada",
  exp: NOW + 300,
  ...more,
});

const trusting = (known = roster, jwksUrl = issuer.jwksUrl): Authenticate =>
  createAuthenticator({
    apiKeys: noKeys,
    roster: known,
    jwt: { issuer: ISSUER, audience: AUDIENCE, jwksUrl },
  });

async function callerOf(token: string, authenticate = trusting()) {
  atSecond(NOW);
  return authenticate(`Bearer ${token}`);
}

describe("a token of the issuer", () => {
  it.each(SIGNERS.map((key) => [key.alg, key] as const))(
    "signed with %s is the principal its subject names",
    async (_, key) => {
      expect(await callerOf(signToken(key, claims()))).toEqual({
        principal: roster.principalById("acme", "ada"),
        tenant: "acme",
        issuer: ISSUER,
        kind: "jwt",
      });
    },
  );

  it("may be for several audiences, ours among them", async () => {
    const token = signToken(RSA, claims({ aud: ["another", AUDIENCE] }));
    expect((await callerOf(token))?.principal.id).toBe("ada");
  });

  it.each([
    ["for nobody in particular", { aud: undefined }],
    ["for another audience", { aud: "parley2" }],
    ["for audiences without ours", { aud: ["another", "PARLEY"] }],
    ["of another issuer", { iss: "https://issuer.example" }],
    ["of no issuer", { iss: undefined }],
    ["without an end", { exp: undefined }],
    ["with an end that is no number", { exp: "9999999999" }],
    ["without a subject", { sub: undefined }],
    ["of an unknown subject", { sub: "auth0|eve" }],
    ["of a subject that is a principal's id only", { sub: "ada" }],
    ["of a subject that is no text", { sub: ["auth0|ada"] }],
    ["for a tenant that is not its principal's", { tenant: "other" }],
    ["for a tenant that is no text", { tenant: ["acme"] }],
    ["for no tenant, said so", { tenant: "" }],
    ["for a tenant that is null", { tenant: null }],
    ["with scopes that are no text", { scope: ["interrupts:read"] }],
    ["with scopes that are no list", { scp: { read: true } }],
  ])("is nobody's when it is %s", async (_, about) => {
    expect(await callerOf(signToken(RSA, claims(about)))).toBeUndefined();
  });

  it("ends when it says, give or take thirty seconds of a clock", async () => {
    for (const [exp, ok] of [
      [NOW + 1, true],
      [NOW - 29, true],
      [NOW - 30, false],
      [NOW - 300, false],
    ] as const) {
      expect((await callerOf(signToken(RSA, claims({ exp })))) !== undefined).toBe(ok);
    }
  });

  it("does not begin before it says, give or take thirty seconds", async () => {
    expect(await callerOf(signToken(RSA, claims({ nbf: NOW + 30 })))).toBeDefined();
    expect(await callerOf(signToken(RSA, claims({ nbf: NOW + 31 })))).toBeUndefined();
  });

  it("of a person in several tenants has to say for which it speaks", async () => {
    const bob = (about: Claims) => callerOf(signToken(RSA, claims({ sub: "auth0|bob", ...about })));
    expect(await bob({})).toBeUndefined();
    expect((await bob({ tenant: "other" }))?.tenant).toBe("other");
    expect((await bob({ tenant: "acme" }))?.tenant).toBe("acme");
    expect(await bob({ tenant: "third" })).toBeUndefined();
  });

  it.each([
    [{}, ["approvals:respond", "interrupts:read"]],
    [{ scope: "interrupts:read" }, ["interrupts:read"]],
    [{ scope: "openid interrupts:read interrupts:cancel" }, ["interrupts:read"]],
    [{ scope: "openid profile" }, []],
    [{ scope: "" }, []],
    [{ scp: ["approvals:respond"] }, ["approvals:respond"]],
    [{ scp: "approvals:respond interrupts:read" }, ["approvals:respond", "interrupts:read"]],
    [{ scp: [] }, []],
    [{ scope: "interrupts:read", scp: ["approvals:respond"] }, []],
  ])("with %j may do %j: never more than the roster gives", async (about, may) => {
    expect((await callerOf(signToken(RSA, claims(about))))?.principal.scopes).toEqual(may);
  });

  it("of a person who left the roster is nobody's", async () => {
    expect(
      await callerOf(signToken(RSA, claims()), trusting(rosterOf(PEOPLE.bob))),
    ).toBeUndefined();
  });
});

describe("a forged token", () => {
  it("that is not signed at all is nobody's", async () => {
    for (const alg of ["none", "None", "NONE"]) {
      const input = signingInput({ alg, kid: RSA.kid }, claims());
      expect(await callerOf(`${input}.`)).toBeUndefined();
      expect(await callerOf(`${input}.AAAA`)).toBeUndefined();
    }
  });

  it("that is signed with the public key as if it were a shared secret is nobody's", async () => {
    const pem = RSA.publicKey.export({ format: "pem", type: "spki" }).toString();
    const jwk = JSON.stringify(RSA.publicKey.export({ format: "jwk" }));
    for (const secret of [pem, pem.trim(), jwk]) {
      const input = signingInput({ alg: "HS256", kid: RSA.kid }, claims());
      const mac = createHmac("sha256", secret).update(input).digest("base64url");
      expect(await callerOf(`${input}.${mac}`)).toBeUndefined();
    }
  });

  it("that is signed with a key of somebody else is nobody's, whatever it says of that key", async () => {
    const stranger = newSigningKey("RS256", RSA.kid);
    const jwk = stranger.publicKey.export({ format: "jwk" });
    expect(await callerOf(signToken(stranger, claims()))).toBeUndefined();
    expect(await callerOf(signToken(stranger, claims(), { jwk }))).toBeUndefined();
    const jku = "http://127.0.0.1:1/keys";
    expect(await callerOf(signToken(stranger, claims(), { jku }))).toBeUndefined();
    expect(await callerOf(signToken({ ...stranger, kid: "unknown" }, claims()))).toBeUndefined();
  });

  it("that was changed after it was signed is nobody's", async () => {
    const [header, , signature] = signToken(RSA, claims({ sub: "auth0|bob" })).split(".");
    const [, body] = signToken(RSA, claims()).split(".");
    expect(await callerOf(`${header}.${body}.${signature}`)).toBeUndefined();
  });

  it("with another algorithm than its key is for is nobody's", async () => {
    expect(await callerOf(signToken({ ...RSA, alg: "RS512" }, claims()))).toBeUndefined();
    expect(await callerOf(signToken(RSA, claims(), { alg: "ES256" }))).toBeUndefined();
  });

  it("with a header that must be understood and is not is nobody's", async () => {
    const header = { crit: ["x"], x: 1 };
    expect(await callerOf(signToken(RSA, claims(), header))).toBeUndefined();
  });

  it.each(["a", "a.b", "a.b.c", "..", "a.b.c.d.e", "eyJhbGciOiJSUzI1NiJ9.e30.AA"])(
    "like %s is nobody's, and no reason to ask the issuer in vain",
    async (token) => {
      expect(await callerOf(token)).toBeUndefined();
    },
  );
});

describe("the issuer's keys", () => {
  it("are asked for once, not with every token", async () => {
    const authenticate = trusting();
    const before = issuer.asked;
    for (let count = 0; count < 5; count += 1) {
      expect(await callerOf(signToken(RSA, claims()), authenticate)).toBeDefined();
    }
    expect(issuer.asked - before).toBe(1);
  });

  it("are asked for again when a token names a new one, after a while", async () => {
    const authenticate = trusting();
    expect(await callerOf(signToken(RSA, claims()), authenticate)).toBeDefined();
    const fresh = newSigningKey("ES256", "fresh");
    issuer.keys = [fresh];
    const token = signToken(fresh, claims());
    // Otherwise anybody could make parley ask the issuer as often as they like.
    expect(await callerOf(token, authenticate)).toBeUndefined();
    atSecond(NOW + 31);
    expect((await authenticate(`Bearer ${token}`))?.principal.id).toBe("ada");
    expect(await authenticate(`Bearer ${signToken(RSA, claims())}`)).toBeUndefined();
  });

  it.each([
    ["an error", { status: 500, body: "{}" }],
    ["a place elsewhere", { status: 302, body: "" }],
    ["a page", { status: 200, body: "<html>" }],
    ["something else", { status: 200, body: '{"keys":7}' }],
  ])("that come as %s are a Fault, which never lets in", async (_, answer) => {
    issuer.answer = answer;
    const authenticate = trusting();
    const token = signToken(RSA, claims());
    await expect(callerOf(token, authenticate)).rejects.toMatchObject({
      name: "Fault",
      code: "issuer-unavailable",
      retryable: true,
    });
    await expect(callerOf(token, authenticate)).rejects.not.toMatchObject({
      message: expect.stringContaining(token.slice(0, 20)) as string,
    });
    issuer.answer = "keys";
    expect(await callerOf(token, authenticate)).toBeDefined();
  });

  it("that nobody gives are a Fault", async () => {
    const authenticate = trusting(roster, `http://127.0.0.1:${await freePort()}/keys`);
    await expect(callerOf(signToken(RSA, claims()), authenticate)).rejects.toMatchObject({
      code: "issuer-unavailable",
    });
    // What could never be good needs no keys to be refused.
    const input = signingInput({ alg: "none" }, claims());
    expect(await callerOf(`${input}.`, authenticate)).toBeUndefined();
  });
});
