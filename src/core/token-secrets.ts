import { keyId } from "./ids.ts";

/** The secrets that tokens are signed and verified with. They stand in no log and no error. */
export interface TokenSecrets {
  /** Signs every new token. */
  readonly signing: { readonly kid: string; readonly secret: Buffer };
  /** All secrets by kid, the signing one among them: each verifies what it once signed. */
  readonly held: ReadonlyMap<string, Buffer>;
}

export type ParsedTokenSecrets =
  | { readonly ok: true; readonly secrets: TokenSecrets }
  /** Every problem at once, with its place in the list and never with what stands there. */
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Its secret verifies tokens of version 1, which name no kid (interrupt specification, tokens). It signs
 * nothing, and a token that names it is forged.
 */
export const LEGACY_KID = "legacy";

/** HMAC-SHA256 wants a secret as long as its output (RFC 2104, section 3). */
const MIN_SECRET_BYTES = 32;

const EXAMPLE = "like k1:… with what openssl rand -base64 32 prints";

/**
 * Reads the list `kid:secret,kid:secret,…`: the first signs, all verify. A secret is base64 or base64url of
 * 32 bytes or more. To rotate, put a new one first, and keep the old one until the longest token has expired.
 */
export function parseTokenSecrets(text: string): ParsedTokenSecrets {
  const entries = text.split(",").map((entry) => readEntry(entry.trim()));
  const problems = entries.flatMap((entry, index) =>
    [
      ...entry.problems,
      ...(index === 0 ? signingProblems(entry.kid) : []),
      ...repeated(entries.slice(0, index), entry.kid),
    ].map((problem) => `entry ${index + 1} ${problem}, ${EXAMPLE}`),
  );
  const [signing] = entries;
  if (signing === undefined || problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    secrets: {
      signing: { kid: signing.kid, secret: signing.secret },
      held: new Map(entries.map(({ kid, secret }) => [kid, secret])),
    },
  };
}

interface Entry {
  readonly kid: string;
  readonly secret: Buffer;
  readonly problems: readonly string[];
}

function readEntry(entry: string): Entry {
  const colon = entry.indexOf(":");
  if (colon === -1) {
    const problem = entry === "" ? "is empty" : "has no colon between kid and secret";
    return { kid: "", secret: Buffer.alloc(0), problems: [`${problem}; it must be kid:secret`] };
  }
  const kid = entry.slice(0, colon);
  const text = entry.slice(colon + 1);
  const secret = Buffer.from(text, "base64url");
  const problems: string[] = [];
  if (!keyId.safeParse(kid).success) {
    problems.push("must begin with a kid of 1 to 128 of A-Z a-z 0-9 . _ ~ - and a colon");
  }
  if (!isBase64Of(text, secret)) problems.push("must have base64 after the colon");
  else if (secret.length < MIN_SECRET_BYTES) {
    problems.push(`must have a secret of at least ${MIN_SECRET_BYTES} bytes`);
  }
  return { kid, secret, problems };
}

/** Node reads over what is not base64, and a secret that was cut or mistyped would go unnoticed. */
function isBase64Of(text: string, bytes: Buffer): boolean {
  const asUrl = text
    .replace(/={1,2}$/, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return bytes.toString("base64url") === asUrl;
}

/** A signing kid without dots, so that whoever splits our tokens at dots finds five parts. */
function signingProblems(kid: string): readonly string[] {
  if (kid === LEGACY_KID) return ["signs new tokens, which legacy never does; put it further back"];
  return kid.includes(".") ? ["signs new tokens, so its kid must not have a dot"] : [];
}

function repeated(before: readonly Entry[], kid: string): readonly string[] {
  const place = before.findIndex((other) => other.kid === kid && kid !== "");
  return place === -1 ? [] : [`has the kid of entry ${place + 1}; each needs its own`];
}
