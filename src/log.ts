import { pino, type Logger } from "pino";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * JSON lines on standard output. Whatever looks like a credential or an answer is cut out, wherever it
 * stands in a logged object: the second line of defence, behind not logging it.
 */
export function createLog(level: LogLevel): Logger {
  const secrets = [
    "token",
    "authorization",
    "reply",
    "response_url",
    "trigger_id",
    "answer",
    "text",
  ];
  return pino({
    level,
    base: { service: "parley" },
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[removed]",
    },
    serializers: { err: errorFields },
  });
}

/** Code, message, stack, and the same of what caused it; not the whole object, which may hold a request. */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    message: error.message,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : errorFields(error.cause),
  };
}
