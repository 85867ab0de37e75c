import { z } from "zod";
import { type ErrorCode, isErrorCode } from "./error-codes.ts";
import { eventId } from "./ids.ts";
import { jsonObject } from "./json-checks.ts";
import type { Json } from "./json.ts";
import { problemsOf } from "./problems.ts";

/** What a refused request is answered with (interrupt specification, errors). Closed. */
export interface ErrorEnvelope {
  readonly error: ErrorCode;
  /** For people; never empty. */
  readonly message: string;
  /** The rest of what is to be said. When to try again is not: only the header `Retry-After` says it. */
  readonly details?: Readonly<Record<string, Json>>;
}

const RETRY_TIMING = /^retry[-_]?after/i;

/**
 * Builds the envelope. It is made while something has gone wrong already, so it never throws: a message that
 * is empty becomes the code, and details about when to try again are left out.
 */
export function errorEnvelope(
  code: ErrorCode,
  message: string,
  details: Readonly<Record<string, Json>> = {},
): ErrorEnvelope {
  const told = Object.entries(details).filter(([name]) => !RETRY_TIMING.test(name));
  return {
    error: code,
    message: message === "" ? code : message,
    ...(told.length > 0 ? { details: Object.fromEntries(told) } : {}),
  };
}

const envelope = z
  .strictObject({
    error: z.string().refine(isErrorCode, {
      error: "must be a registered code like validation_error, or a vendor's like acme.quota_hit",
    }),
    message: z.string().min(1),
    details: jsonObject
      .refine((details) => !Object.keys(details).some((name) => RETRY_TIMING.test(name)), {
        error: "must not say when to try again; the header Retry-After does",
      })
      .optional(),
  })
  .superRefine(({ error, details }, context) => {
    if (details === undefined) return;
    const checked = (DETAILS.get(error) ?? anyDetails).safeParse(details);
    for (const issue of checked.error?.issues ?? []) {
      context.addIssue({ ...issue, path: ["details", ...issue.path] });
    }
  });

const correlationId = z.string().min(1).optional();
const anyDetails = z.looseObject({ correlationId });

/** The codes whose details have a shape of their own. */
const DETAILS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  [
    "unsupported_stream_mode",
    z.looseObject({
      correlationId,
      supported: z.array(z.enum(["values", "updates", "messages", "debug"])).min(1),
    }),
  ],
  ["run_state_conflict", z.looseObject({ correlationId, runStatus: z.string() })],
  [
    "client_version_unsupported",
    z.looseObject({
      correlationId,
      minClientVersion: z
        .string()
        .regex(/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/, { error: "must be a version like 2.1" })
        .optional(),
    }),
  ],
  [
    "payload_unprojectable",
    z.strictObject({
      type: z.string(),
      keys: z.array(z.string()).min(1),
      eventId: eventId.optional(),
      sequence: z.int().min(0).optional(),
    }),
  ],
]);

/** What keeps a value from being an error envelope, of ours or of another host; empty if it is one. */
export function envelopeProblems(value: unknown): readonly string[] {
  const { error } = envelope.safeParse(value);
  return error === undefined ? [] : problemsOf(error);
}
