import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../../src/core/error-codes.ts";
import { json, refuse, respond, VERSION, VERSIONS } from "../../../src/http/answers.ts";

const CODES: readonly (readonly [code: ErrorCode, status: number])[] = [
  ["validation_error", 400],
  ["idempotency_key_invalid", 400],
  ["unauthenticated", 401],
  ["interrupt_token_invalid", 401],
  ["forbidden", 403],
  ["id_tenant_mismatch", 403],
  ["not_found", 404],
  ["protocol_version_unsupported", 406],
  ["interrupt_already_resolved", 409],
  ["idempotency_key_mismatch", 409],
  ["version_conflict", 409],
  ["interrupt_expired", 410],
  ["payload_too_large", 413],
  ["unsupported_media_type", 415],
  ["rate_limited", 429],
  ["internal_error", 500],
  ["runner_unavailable", 503],
];

describe("A response", () => {
  it.each(CODES)("to %s has the status %i that the registry gives it", async (code, status) => {
    const response = respond(refuse(code, "Do it otherwise."));
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: code, message: "Do it otherwise." });
    expect(response.headers.get("WWW-Authenticate")).toBe(status === 401 ? "Bearer" : null);
    expect(response.headers.has("Retry-After")).toBe(status === 429 || status === 503);
    expect(response.headers.get("OpenWOP-Version")).toBe("2.1");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
  });

  it("tells when to try again in a header alone", async () => {
    const answer = refuse("rate_limited", "Slow down.", { retryAfter: 7, field: "x" });
    const response = respond(answer, { "Retry-After": "7" });
    expect(response.headers.get("Retry-After")).toBe("7");
    expect(await response.json()).toEqual({
      error: "rate_limited",
      message: "Slow down.",
      details: { field: "x" },
    });
  });

  it("that is a success has the three members, and nothing of a refusal", async () => {
    const body = { runId: "acme/0123456789abcdef", nodeId: "gate", status: "running" } as const;
    const response = respond({ ok: true, body }, { "OpenWOP-Idempotent-Replay": "true" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(body);
    expect(response.headers.get("OpenWOP-Idempotent-Replay")).toBe("true");
    expect(response.headers.has("WWW-Authenticate")).toBe(false);
  });

  it("is JSON by name, so that no browser takes it for a page", () => {
    const { headers } = json(200, { title: "<script>" });
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it("is of a version that may be asked for", () => {
    expect(VERSIONS).toContain(VERSION);
  });
});
