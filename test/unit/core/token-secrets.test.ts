import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTokenSecrets } from "../../../src/core/token-secrets.ts";

const bytes = (fill: number, length = 32) => Buffer.alloc(length, fill);
/** 0xfb and 0xff need the two characters in which base64 and base64url differ. */
const ODD = Buffer.alloc(33, "fbff", "hex");
const base64 = (secret: Buffer) => secret.toString("base64");

const EXAMPLE = "like k1:… with what openssl rand -base64 32 prints";
const problems = (text: string) => {
  const parsed = parseTokenSecrets(text);
  return parsed.ok ? [] : parsed.problems;
};

describe("the secrets of tokens", () => {
  it("are a list of which the first signs and all verify", () => {
    const text = `k2:${base64(bytes(2))},k1:${base64(bytes(1))},legacy:${base64(bytes(9, 64))}`;
    expect(parseTokenSecrets(text)).toEqual({
      ok: true,
      secrets: {
        signing: { kid: "k2", secret: bytes(2) },
        held: new Map([
          ["k2", bytes(2)],
          ["k1", bytes(1)],
          ["legacy", bytes(9, 64)],
        ]),
      },
    });
  });

  it("may be base64 or base64url, with padding or without, with space around entries", () => {
    for (const written of [
      ODD.toString("base64"),
      ODD.toString("base64url"),
      base64(bytes(7)),
      base64(bytes(7)).replace(/=+$/, ""),
      base64(bytes(7, 34)),
    ]) {
      const parsed = parseTokenSecrets(` k1:${written} ,\n old.1:${base64(bytes(1))}`);
      expect(parsed.ok && base64(parsed.secrets.signing.secret).replaceAll("=", "")).toBe(
        written.replaceAll("=", "").replaceAll("-", "+").replaceAll("_", "/"),
      );
    }
  });

  it.each([
    ["", ["entry 1 is empty; it must be kid:secret"]],
    [`k1:${base64(bytes(1))},`, ["entry 2 is empty; it must be kid:secret"]],
    [base64(bytes(1)), ["entry 1 has no colon between kid and secret; it must be kid:secret"]],
    [
      `:${base64(bytes(1))}`,
      ["entry 1 must begin with a kid of 1 to 128 of A-Z a-z 0-9 . _ ~ - and a colon"],
    ],
    [
      `k/1:${base64(bytes(1))}`,
      ["entry 1 must begin with a kid of 1 to 128 of A-Z a-z 0-9 . _ ~ - and a colon"],
    ],
    [`k1:${base64(bytes(1, 31))}`, ["entry 1 must have a secret of at least 32 bytes"]],
    ["k1:", ["entry 1 must have a secret of at least 32 bytes"]],
    [`k1:${base64(bytes(1))}!`, ["entry 1 must have base64 after the colon"]],
    // A character is missing: 4n + 1 characters are no base64.
    [`k1:${base64(bytes(1, 33))}A`, ["entry 1 must have base64 after the colon"]],
    [
      `legacy:${base64(bytes(1))}`,
      ["entry 1 signs new tokens, which legacy never does; put it further back"],
    ],
    [`k.1:${base64(bytes(1))}`, ["entry 1 signs new tokens, so its kid must not have a dot"]],
    [
      `k1:${base64(bytes(1))},k2:${base64(bytes(2))},k1:${base64(bytes(3))}`,
      ["entry 3 has the kid of entry 1; each needs its own"],
    ],
    [
      "legacy:x,,a b:AAAA,legacy:A",
      [
        "entry 1 must have base64 after the colon",
        "entry 1 signs new tokens, which legacy never does; put it further back",
        "entry 2 is empty; it must be kid:secret",
        "entry 3 must begin with a kid of 1 to 128 of A-Z a-z 0-9 . _ ~ - and a colon",
        "entry 3 must have a secret of at least 32 bytes",
        "entry 4 must have base64 after the colon",
        "entry 4 has the kid of entry 1; each needs its own",
      ],
    ],
  ])("%j is refused, every problem at once", (text, told) => {
    expect(problems(text)).toEqual(told.map((problem) => `${problem}, ${EXAMPLE}`));
  });

  it("never stand in a problem, wherever they were put by mistake", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("h", "X", "9", "/", "+"), minLength: 12, maxLength: 60 }),
        fc.constantFrom(
          (secret: string) => secret,
          (secret: string) => `${secret}:k1`,
          (secret: string) => `k1:${secret}!`,
          (secret: string) => `legacy:${secret}`,
          (secret: string) => `k.1:${secret},k.1:${secret}`,
        ),
        (secret, misplaced) => {
          const told = problems(misplaced(secret)).join("\n");
          expect(told).not.toBe("");
          expect(told).not.toContain(secret);
        },
      ),
    );
  });
});
