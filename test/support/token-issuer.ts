import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

/** One key pair of an issuer, and how it signs. */
export interface SigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** An issuer of tokens on this machine: its keys are made when it starts, and it can fail in many ways. */
export interface TokenIssuer {
  readonly jwksUrl: string;
  /** What it publishes; may be changed at any time. */
  keys: readonly SigningKey[];
  /** How it answers: with its keys, or with this status and body. */
  answer: "keys" | { readonly status: number; readonly body: string };
  /** How often it was asked. */
  readonly asked: number;
  stop(): Promise<void>;
}

export async function startTokenIssuer(keys: readonly SigningKey[]): Promise<TokenIssuer> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    const { status, body } =
      issuer.answer === "keys" ? { status: 200, body: published(issuer.keys) } : issuer.answer;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the issuer has no port");
  const issuer: TokenIssuer = {
    jwksUrl: `http://127.0.0.1:${bound.port}/keys`,
    keys,
    answer: "keys",
    get asked() {
      return asked;
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return issuer;
}

function published(keys: readonly SigningKey[]): string {
  const jwks = keys.map(({ alg, kid, publicKey }) => ({
    ...publicKey.export({ format: "jwk" }),
    alg,
    kid,
    use: "sig",
  }));
  return JSON.stringify({ keys: jwks });
}

export function newSigningKey(alg: string, kid: string): SigningKey {
  return { alg, kid, ...pairFor(alg) };
}

const CURVES: Readonly<Record<string, string>> = {
  ES256: "P-256",
  ES384: "P-384",
  ES512: "P-521",
};

function pairFor(alg: string) {
  if (alg === "EdDSA") return generateKeyPairSync("ed25519");
  const namedCurve = CURVES[alg];
  return namedCurve === undefined
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve });
}

export type Claims = Readonly<Record<string, unknown>>;

/** A token (RFC 7519) signed with this key, written without the library that will read it. */
export function signToken(key: SigningKey, claims: Claims, header: Claims = {}): string {
  const input = signingInput({ alg: key.alg, kid: key.kid, typ: "JWT", ...header }, claims);
  return `${input}.${signatureOf(key, input).toString("base64url")}`;
}

/** What is signed: header and claims. */
export function signingInput(header: Claims, claims: Claims): string {
  const part = (value: Claims) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(claims)}`;
}

/** RFC 7518, section 3, and RFC 8037 for EdDSA. */
function signatureOf({ alg, privateKey }: SigningKey, input: string): Buffer {
  const data = Buffer.from(input);
  if (alg === "EdDSA") return sign(null, data, privateKey);
  const bits = alg.slice(2);
  const hash = `sha${bits}`;
  if (alg.startsWith("ES")) return sign(hash, data, { key: privateKey, dsaEncoding: "ieee-p1363" });
  if (alg.startsWith("RS")) return sign(hash, data, privateKey);
  // RSA_PKCS1_PSS_PADDING is 6; the salt is as long as the hash.
  return sign(hash, data, { key: privateKey, padding: 6, saltLength: Number(bits) / 8 });
}
