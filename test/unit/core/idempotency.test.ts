import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isFinalAnswer,
  readIdempotencyKey,
  recordName,
  requestDigest,
} from "../../../src/core/idempotency.ts";
import type { Json } from "../../../src/core/json.ts";

const KEY = "3f2b8c1e-9d4a-4c7b-8e21-5a6f7d809c11";

describe("an idempotency key", () => {
  it("may be left out", () => {
    expect(readIdempotencyKey(undefined)).toEqual({ ok: true, key: undefined });
  });

  it.each([
    KEY,
    // 16 bytes in base64url without padding.
    "AAECAwQFBgcICQoLDA0ODw",
    "AAECAwQFBgcICQoLDA0~DF",
    "._~-".repeat(8),
    "a".repeat(22),
    "a".repeat(128),
  ])("%j is one", (key) => {
    expect(readIdempotencyKey(key)).toEqual({ ok: true, key });
  });

  it.each([
    "",
    "short",
    "a".repeat(21),
    "a".repeat(129),
    "3f2b8c1e 9d4a4c7b8e215a6f7d",
    "acme/3f2b8c1e9d4a4c7b8e21",
    "schedule-fire:job-1:slot-00001",
    "AAECAwQFBgcICQoLDA0ODw==",
    `${KEY}\n`,
    // How two headers of one name arrive.
    `${KEY}, ${KEY}`,
    "é".repeat(22),
  ])("%j is none", (key) => {
    expect(readIdempotencyKey(key)).toEqual({ ok: false });
  });
});

const REQUEST = {
  method: "POST",
  operation: "resolveInterruptByRun",
  path: { runId: "acme/run-7f3c9a1b2d4e5f60", nodeId: "gate" },
  principal: "ada",
  body: { resumeValue: { action: "accept", feedback: "x" } } as Json,
};

describe("what a key stands for", () => {
  it("is the SHA-256 of the request's canonical JSON", () => {
    const canonical =
      '{"body":{"resumeValue":{"action":"accept","feedback":"x"}},"method":"POST","operation":"resolveInterruptByRun","path":{"nodeId":"gate","runId":"acme/run-7f3c9a1b2d4e5f60"},"principal":"ada"}';
    expect(requestDigest(REQUEST)).toBe(createHash("sha256").update(canonical).digest("hex"));
  });

  it("does not depend on the order of members", () => {
    const body = { resumeValue: { feedback: "x", action: "accept" } };
    const path = { nodeId: "gate", runId: "acme/run-7f3c9a1b2d4e5f60" };
    expect(requestDigest({ ...REQUEST, path, body })).toBe(requestDigest(REQUEST));
  });

  it.each([
    ["method", "PUT"],
    ["operation", "resolveInterruptByToken"],
    ["path", { runId: "acme/run-another-000001", nodeId: "gate" }],
    ["path", { runId: "acme/run-7f3c9a1b2d4e5f60", nodeId: "gate2" }],
    ["principal", "bob"],
    ["principal", undefined],
    ["body", { resumeValue: { action: "reject", feedback: "x" } }],
    ["body", null],
  ])("is another with another %s: %j", (member, value) => {
    expect(requestDigest({ ...REQUEST, [member]: value })).not.toBe(requestDigest(REQUEST));
  });

  it("tells a token for nobody from a principal of any name", () => {
    const nobody = requestDigest({ ...REQUEST, principal: undefined });
    for (const principal of ["null", "undefined", ""]) {
      expect(requestDigest({ ...REQUEST, principal })).not.toBe(nobody);
    }
  });
});

describe("the record of a key", () => {
  const name = recordName("acme", "resolveInterruptByRun", KEY);

  it("is named by a digest, in which no key can be read", () => {
    expect(name).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(name).not.toContain(KEY.slice(0, 8));
    expect(recordName("acme", "resolveInterruptByRun", KEY)).toBe(name);
  });

  it("is another for every tenant, operation and key, however they are cut", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "\n", ",", '"', "\\"), maxLength: 4 });
    const parts = fc.tuple(part, part, part);
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const same = one.every((text, index) => text === other[index]);
        expect(recordName(...one) === recordName(...other)).toBe(same);
      }),
    );
    expect(recordName("globex", "resolveInterruptByRun", KEY)).not.toBe(name);
    expect(recordName("acme", "cancelRun", KEY)).not.toBe(name);
  });
});

describe("an answer that is given again", () => {
  // The specification's list: successes, and refusals that a repetition would not change.
  it.each([
    [200, undefined],
    [201, undefined],
    [299, undefined],
    [404, "not_found"],
    [409, "interrupt_already_resolved"],
    [410, "interrupt_expired"],
    [499, undefined],
  ])("is one of %i %s", (status, code) => {
    expect(isFinalAnswer(status, code)).toBe(true);
  });

  it.each([
    [199, undefined],
    [304, undefined],
    [400, "validation_error"],
    [400, "idempotency_key_invalid"],
    [401, "unauthenticated"],
    [403, "forbidden"],
    [409, "idempotency_key_mismatch"],
    [409, "idempotency_in_flight"],
    [429, "rate_limited"],
    [500, "internal_error"],
    [503, "runner_unavailable"],
  ])("is none of %i %s", (status, code) => {
    expect(isFinalAnswer(status, code)).toBe(false);
  });
});
