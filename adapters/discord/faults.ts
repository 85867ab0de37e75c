import { DiscordAPIError, HTTPError, RateLimitError } from "discord.js";
import { Fault, type FaultCode } from "../../src/core/fault.ts";
import { MAX_HIDDEN_WAIT_MS } from "./limits.ts";

/** What Discord said, without the request: its address may hold an interaction's token. */
class Refusal extends Error {
  override readonly name = "Refusal";
  /** Discord's own code, 0 when it gave none. */
  readonly code: number;
  /** HTTP status. */
  readonly status: number;

  constructor(message: string, code: number, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Discord's code in a Fault of a call of rest.ts, if it was Discord that refused. */
export function discordCode(error: unknown): number | undefined {
  return error instanceof Fault && error.cause instanceof Refusal ? error.cause.code : undefined;
}

/** HTTP status in a Fault of a call of rest.ts, if there was an answer. */
export function httpStatus(error: unknown): number | undefined {
  return error instanceof Fault && error.cause instanceof Refusal ? error.cause.status : undefined;
}

/** For a log: what went wrong, never where it was sent. */
export function reasonOf(error: unknown): Readonly<Record<string, unknown>> {
  return { reason: error instanceof Error ? error.message : "unknown", code: discordCode(error) };
}

/** Discord's error codes (docs, topics/opcodes-and-status-codes). Unknown message. */
const MESSAGE_GONE = 10008;
/** Unknown channel, which may be a thread. */
const PLACE_GONE = 10003;
/** Thread is archived, thread is locked. */
const PLACE_SHUT: ReadonlySet<number> = new Set([50083, 160005]);
/**
 * Unknown guild, unknown user; no access, no permission: the bot was not let in, or not any more. The last two:
 * somebody who takes no direct messages, or shares no server with the bot.
 */
const NO_ACCESS: ReadonlySet<number> = new Set([10004, 10013, 50001, 50013, 50007, 50278]);

function codeOf(code: number): FaultCode {
  if (code === MESSAGE_GONE) return "message-gone";
  if (code === PLACE_GONE) return "place-gone";
  if (PLACE_SHUT.has(code)) return "place-shut";
  return NO_ACCESS.has(code) ? "no-access" : "platform-refused";
}

export const TOKEN_REFUSED = "Discord refused the bot's token (401)";
const TOKEN_ADVICE = "copy it again from Bot → Token, or reset it there";

/** A token that Discord refuses when parley starts is a mistake in the settings, not worth waiting for. */
export function asMistake(error: unknown): unknown {
  if (!(error instanceof Fault) || httpStatus(error) !== 401) return error;
  return new Fault("platform-refused", error.message, { retryable: false, cause: error.cause });
}

/** A failed call of the REST API as the rest of parley knows failures. */
export function faultOf(error: unknown): Fault {
  if (error instanceof RateLimitError) {
    return new Fault("platform-unavailable", "Discord asks to wait (429)", {
      retryable: true,
      retryAfterMs: Math.max(error.retryAfter, MAX_HIDDEN_WAIT_MS),
    });
  }
  if (error instanceof DiscordAPIError) {
    const code = typeof error.code === "number" ? error.code : 0;
    const cause = new Refusal(error.message, code, error.status);
    if (error.status === 401 && code === 0) {
      // It says nothing about what was asked: that waits until the token is put right.
      return new Fault("platform-unavailable", `${TOKEN_REFUSED}: ${TOKEN_ADVICE}`, {
        retryable: true,
        cause,
      });
    }
    const message = `Discord refused: ${error.message} (${code || error.status})`;
    return new Fault(codeOf(code), message, { retryable: false, cause });
  }
  if (error instanceof HTTPError) {
    return new Fault("platform-unavailable", `Discord answered ${error.status}`, {
      retryable: true,
      cause: new Refusal(error.message, 0, error.status),
    });
  }
  return new Fault("platform-silent", `Discord did not answer (${silenceOf(error)})`, {
    retryable: true,
    cause: error,
  });
}

/** Node's and its fetch's codes of a connection that failed, in words. */
const CONNECTION_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection lost",
  EPIPE: "connection lost",
  UND_ERR_SOCKET: "connection lost",
  ENOTFOUND: "its name is not known here",
  EAI_AGAIN: "its name could not be looked up",
  EHOSTUNREACH: "no way to it",
  ENETUNREACH: "no way to it",
  ETIMEDOUT: "time-out",
  UND_ERR_CONNECT_TIMEOUT: "time-out",
  UND_ERR_HEADERS_TIMEOUT: "time-out",
  UND_ERR_BODY_TIMEOUT: "time-out",
};

/** Why nothing came; never an error's own message, which may hold an address. */
function silenceOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name === "AbortError" || at.name === "TimeoutError") return "time-out";
    const code = "code" in at && typeof at.code === "string" ? at.code : undefined;
    if (code !== undefined) return CONNECTION_WORDS[code] ?? code;
  }
  return error instanceof Error && error.name !== "Error" ? error.name : "connection failed";
}
