import { type DestinationStream, type Logger, pino } from "pino";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Names under which a credential or what somebody wrote would stand. */
const SECRETS = [
  "token",
  "botToken",
  "botTokens",
  "appToken",
  "signingSecret",
  "authorization",
  "Authorization",
  "password",
  "reply",
  "response_url",
  "trigger_id",
  "answer",
  "answers",
  "resumeValue",
  "text",
];

/**
 * JSON lines, on standard output. What stands under the name of a secret is cut out down to the third
 * level of a logged object: the second line of defence, behind not logging it.
 */
export function createLog(level: LogLevel, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service: "parley" },
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: "[removed]",
      },
      serializers: { err: (error: unknown) => errorFields(error, 0) },
    },
    stream,
  );
}

/** How far causes are followed: they may go round in a circle. */
const MOST_CAUSES = 5;

/** Code, message, stack, and the same of what caused it; not the whole object, which may hold a request. */
function errorFields(error: unknown, depth: number): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    message: error.message,
    stack: error.stack,
    cause:
      error.cause === undefined || depth === MOST_CAUSES
        ? undefined
        : errorFields(error.cause, depth + 1),
  };
}
