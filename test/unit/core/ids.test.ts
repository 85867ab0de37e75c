import { describe, expect, it } from "vitest";
import {
  boundId,
  eventId,
  keyId,
  nodeId,
  subjectId,
  tenantId,
  tenantOf,
} from "../../../src/core/ids.ts";
import { problemsOf } from "../../../src/core/problems.ts";

const SCHEMAS = { boundId, eventId, keyId, nodeId, subjectId, tenantId };
const many = (count: number, letter = "a") => letter.repeat(count);

describe("an id", () => {
  // Each pair stands on both sides of one limit of the specification's grammar.
  it.each([
    ["boundId", `acme/${many(16)}`, `acme/${many(15)}`],
    ["boundId", `acme/${many(128)}`, `acme/${many(129)}`],
    ["boundId", `${many(128)}/${many(16)}`, `${many(129)}/${many(16)}`],
    ["boundId", `anon:s1/${many(16)}`, `ac:me/${many(16)}`],
    ["boundId", `a.b_c~d-e/A9._~-${many(16)}`, `acme/x/${many(16)}`],
    ["boundId", `acme/${many(16)}`, many(16)],
    ["tenantId", "anon:s1", "ac:me"],
    ["tenantId", many(128), many(129)],
    ["tenantId", "a", ""],
    ["eventId", many(16), many(15)],
    ["eventId", many(128), many(129)],
    ["nodeId", "stage:gate", "a/b"],
    ["nodeId", many(128), many(129)],
    ["subjectId", "u@x", "a/b"],
    ["subjectId", many(256), many(257)],
    // Two UTF-16 units each, and one character.
    ["subjectId", many(256, "😀"), many(257, "😀")],
    ["subjectId", "é", "a\u00a0b"],
    ["keyId", "team.a", "k 1"],
    ["keyId", many(128), many(129)],
  ] as const)("of the kind %s is %j, and not %j", (kind, good, bad) => {
    expect(SCHEMAS[kind].parse(good)).toBe(good);
    const refused = SCHEMAS[kind].safeParse(bad);
    expect(refused.success ? [] : problemsOf(refused.error)).toEqual([
      expect.stringMatching(/^the value: must (be|have) /),
    ]);
  });

  it.each(Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[])(
    "of the kind %s ends where it ends, line ends included",
    (kind) => {
      const good = kind === "boundId" ? `acme/${many(16)}` : many(16);
      expect(SCHEMAS[kind].safeParse(good).success).toBe(true);
      expect(SCHEMAS[kind].safeParse(`${good}\n`).success).toBe(false);
    },
  );

  it("names its tenant before the slash", () => {
    expect(tenantOf("acme/0123456789abcdef")).toBe("acme");
    expect(tenantOf("anon:acme/0123456789abcdef")).toBe("anon:acme");
  });
});
