import { describe, expect, it } from "vitest";
import {
  type ErrorCode,
  isErrorCode,
  isRetryable,
  registeredStatus,
  statusOf,
} from "../../../src/core/error-codes.ts";
import { envelopeProblems, errorEnvelope } from "../../../src/core/error-envelope.ts";

const NO_CODE =
  "error: must be a registered code like validation_error, or a vendor's like acme.quota_hit";

describe("an error code", () => {
  it.each([
    ["validation_error", 400],
    ["idempotency_key_invalid", 400],
    ["unauthenticated", 401],
    ["interrupt_token_invalid", 401],
    ["forbidden", 403],
    ["id_tenant_mismatch", 403],
    ["not_found", 404],
    ["interrupt_already_resolved", 409],
    ["idempotency_key_mismatch", 409],
    ["idempotency_in_flight", 409],
    ["interrupt_expired", 410],
    ["payload_too_large", 413],
    ["unsupported_media_type", 415],
    ["rate_limited", 429],
    ["internal_error", 500],
    ["runner_unavailable", 503],
  ] as const)("of ours, %s, has the registered status %i", (code: ErrorCode, status) => {
    expect(statusOf(code)).toBe(status);
    expect(registeredStatus(code)).toBe(status);
  });

  it.each([
    // One of each status, and the first and last of a list, which a stray space would lose.
    ["connection_provider_unresolved", 400],
    ["webhook_url_rejected", 400],
    ["audience_mismatch", 401],
    ["sender_constraint_missing", 401],
    ["run_forbidden", 403],
    ["interrupt_not_found", 404],
    ["run_terminal", 409],
    ["interrupt_cancelled", 410],
    ["workspace_too_large", 413],
    ["approval_rejected", 422],
    ["unknown_schema_version", 422],
    ["client_version_unsupported", 426],
    ["payload_unprojectable", 500],
    ["credential_unavailable", 501],
    ["pack_registry_unreachable", 503],
  ])("of others, %s, has the registered status %i", (code, status) => {
    expect(registeredStatus(code)).toBe(status);
    expect(isErrorCode(code)).toBe(true);
  });

  it.each(["example.quota_hit", "acme-corp.x", "a1-b2.c_3_"])("may be a vendor's: %s", (code) => {
    expect(isErrorCode(code)).toBe(true);
    expect(registeredStatus(code)).toBeUndefined();
  });

  it.each([
    "correlation_mismatch",
    "",
    " ",
    "Validation_Error",
    "openwop.validation_error",
    "acme.",
    ".quota",
    "acme.Quota",
    "acme.a.b",
    "acme-.x",
    "1acme.x",
    "acme.x\n",
    "constructor",
  ])("is not %j", (code) => {
    expect(isErrorCode(code)).toBe(false);
  });

  it("is worth trying again in five cases", () => {
    for (const code of [
      "internal_error",
      "pack_registry_unreachable",
      "rate_limited",
      "residency_unavailable",
      "runner_unavailable",
    ]) {
      expect(isRetryable(code)).toBe(true);
    }
    for (const code of ["validation_error", "idempotency_in_flight", "acme.quota_hit"]) {
      expect(isRetryable(code)).toBe(false);
    }
  });
});

describe("an error envelope of ours", () => {
  it("has a code, a message, and details where there are some", () => {
    expect(errorEnvelope("not_found", "There is no such run.")).toEqual({
      error: "not_found",
      message: "There is no such run.",
    });
    const field = { field: "resumeValue.action", allowed: ["accept", "reject"] };
    const told = errorEnvelope("validation_error", "The action is not allowed here.", field);
    expect(told).toEqual({
      error: "validation_error",
      message: "The action is not allowed here.",
      details: field,
    });
    expect(envelopeProblems(told)).toEqual([]);
  });

  it("never lacks a message, and never says when to try again", () => {
    const details = { retryAfter: 5, retry_after_ms: 5, RetryAfterSeconds: 5, limit: 10 };
    expect(errorEnvelope("rate_limited", "", details)).toEqual({
      error: "rate_limited",
      message: "rate_limited",
      details: { limit: 10 },
    });
    expect(errorEnvelope("rate_limited", "Too many.", { retryAfter: 5 })).toEqual({
      error: "rate_limited",
      message: "Too many.",
    });
  });
});

describe("an error envelope from outside", () => {
  const fine = { error: "validation_error", message: "x" };

  it.each([
    fine,
    { error: "example.quota_hit", message: "x" },
    { ...fine, details: {} },
    { ...fine, details: { field: "resumeValue.action", correlationId: "c" } },
    { error: "unsupported_stream_mode", message: "x" },
    { error: "unsupported_stream_mode", message: "x", details: { supported: ["values"], y: 1 } },
    { error: "run_state_conflict", message: "x", details: { runStatus: "paused" } },
    { error: "client_version_unsupported", message: "x", details: { minClientVersion: "2.10" } },
    {
      error: "payload_unprojectable",
      message: "x",
      details: { type: "a.b", keys: ["c"], eventId: "0123456789abcdef", sequence: 0 },
    },
  ])("%j is one", (value) => {
    expect(envelopeProblems(value)).toEqual([]);
  });

  it.each([
    [{ ...fine, runId: "acme/run-7f3c9a1b2d4e5f60" }, ['the value: must not have "runId"']],
    [{ ...fine, message: "" }, ["message: must not be empty"]],
    [{ error: "correlation_mismatch", message: "x" }, [NO_CODE]],
    // A name that every object has.
    [{ error: "constructor", message: "x", details: {} }, [NO_CODE]],
    [{ error: 400, message: "x" }, ["error: must be a string"]],
    [{}, ["error: is missing", "message: is missing"]],
    ["not_found", ["the value: must be an object"]],
    [[], ["the value: must be an object"]],
    [{ ...fine, details: [] }, ["details: must be an object"]],
    [{ ...fine, details: null }, ["details: must be an object"]],
    [
      { error: "rate_limited", message: "x", details: { retryAfter: 5 } },
      ["details: must not say when to try again; the header Retry-After does"],
    ],
    [{ ...fine, details: { correlationId: "" } }, ["details.correlationId: must not be empty"]],
    [
      { error: "unsupported_stream_mode", message: "x", details: { supported: [] } },
      ["details.supported: must not be empty"],
    ],
    [
      { error: "unsupported_stream_mode", message: "x", details: { supported: ["all"] } },
      ['details.supported.0: must be one of "values", "updates", "messages", "debug"'],
    ],
    [{ error: "run_state_conflict", message: "x", details: {} }, ["details.runStatus: is missing"]],
    [
      { error: "client_version_unsupported", message: "x", details: { minClientVersion: "02.1" } },
      ["details.minClientVersion: must be a version like 2.1"],
    ],
    [
      { error: "payload_unprojectable", message: "x", details: { type: "a.b", keys: [], z: 1 } },
      ["details.keys: must not be empty", 'details: must not have "z"'],
    ],
  ])("%j is none", (value, told) => {
    expect(envelopeProblems(value)).toEqual(told);
  });
});
