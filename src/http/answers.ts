import type { DoorAnswer } from "../core/door.ts";
import { type ErrorCode, statusOf } from "../core/error-codes.ts";
import { errorEnvelope } from "../core/error-envelope.ts";
import type { Json } from "../core/json.ts";

/** The version of the interrupt specification that is spoken, on every response. */
export const VERSION = "2.1";
/** Those that a request may ask for. */
export const VERSIONS: readonly string[] = ["2.0", VERSION];

/** Seconds after which a request that could not be served is worth another try. */
const RETRY_AFTER_S = 5;

/** Nothing here may be kept by anybody on the way, and no page learns an address that holds a token. */
export const HEADERS = {
  "OpenWOP-Version": VERSION,
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

type Refused = Exclude<DoorAnswer, { ok: true }>;

/** Writes an answer as a response. */
export function respond(
  answer: DoorAnswer,
  headers: Readonly<Record<string, string>> = {},
): Response {
  if (answer.ok) return json(200, answer.body as unknown as Json, headers);
  const { code, message, details } = answer;
  const status = statusOf(code);
  return json(status, errorEnvelope(code, message, details) as unknown as Json, {
    ...(status === 429 || status === 503 ? { "Retry-After": String(RETRY_AFTER_S) } : {}),
    // RFC 9110, section 15.5.2: every 401 says how to send a good credential.
    ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
    ...headers,
  });
}

export function json(
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...HEADERS, "Content-Type": "application/json; charset=utf-8", ...headers },
  });
}

export function refuse(
  code: ErrorCode,
  message: string,
  details?: Readonly<Record<string, Json>>,
): Refused {
  return { ok: false, code, message, details };
}
