import { DiscordAPIError, HTTPError, RateLimitError, REST, type RawFile } from "discord.js";
import { Fault, type FaultCode } from "../../src/core/fault.ts";
import type { FileBody } from "./body.ts";
import { DISCORD_API, type DiscordConfig } from "./config.ts";
import { MAX_HIDDEN_WAIT_MS, REQUEST_TIMEOUT_MS } from "./limits.ts";

/** One request to Discord's REST API. */
interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** Below the version: `/channels/1/messages`. */
  readonly path: `/${string}`;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly files?: readonly FileBody[];
  /**
   * False where the path itself holds the right, as an interaction's token does. The library forgets the
   * bot's token when a request that was sent with it answers 401.
   */
  readonly asBot?: boolean;
}

/** Discord's REST API: one try, a bounded wait, and every failure a Fault. */
export interface Rest {
  call(call: Call): Promise<unknown>;
  close(): void;
}

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

export function openRest({ token, apiUrl }: DiscordConfig): Rest {
  const rest = new REST({
    version: "10",
    api: apiUrl ?? DISCORD_API,
    timeout: REQUEST_TIMEOUT_MS,
    // The library's own tries would post a card twice and are made without a pause.
    retries: 0,
    rejectOnRateLimit: ({ retryAfter }) => !(retryAfter > 0 && retryAfter <= MAX_HIDDEN_WAIT_MS),
  });
  return {
    async call({ method, path, query, body, files, asBot = true }) {
      // Again each time: one 401 must not silence the bot for good when Discord has recovered.
      if (asBot) rest.setToken(token);
      try {
        return await rest.request({
          method: method as never,
          fullRoute: path,
          auth: asBot,
          // Counts the time in the library's queue too, which its own timeout does not.
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
          ...(body === undefined ? {} : { body }),
          ...(query === undefined ? {} : { query: new URLSearchParams(query) }),
          ...(files === undefined ? {} : { files: files.map(rawFile) }),
        });
      } catch (error) {
        throw faultOf(error);
      }
    },
    close() {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  };
}

/** Discord's code in a Fault of {@link Rest.call}, if it was Discord that refused. */
export function discordCode(error: unknown): number | undefined {
  return error instanceof Fault && error.cause instanceof Refusal ? error.cause.code : undefined;
}

/** HTTP status in a Fault of {@link Rest.call}, if there was an answer. */
export function httpStatus(error: unknown): number | undefined {
  return error instanceof Fault && error.cause instanceof Refusal ? error.cause.status : undefined;
}

/** For a log: what went wrong, never where it was sent. */
export function reasonOf(error: unknown): object {
  return { reason: error instanceof Error ? error.message : "unknown", code: discordCode(error) };
}

/** Discord's error codes (docs, topics/opcodes-and-status-codes). Unknown message. */
const MESSAGE_GONE = 10008;
/** Unknown channel, unknown guild; no access, no permission: the bot was not let in, or not any more. */
const NO_ACCESS: ReadonlySet<number> = new Set([10003, 10004, 50001, 50013]);

function codeOf(code: number): FaultCode {
  if (code === MESSAGE_GONE) return "message-gone";
  return NO_ACCESS.has(code) ? "no-access" : "platform-refused";
}

function faultOf(error: unknown): Fault {
  if (error instanceof RateLimitError) {
    return new Fault("platform-unavailable", "Discord asks to wait (429)", {
      retryable: true,
      retryAfterMs: Math.max(error.retryAfter, MAX_HIDDEN_WAIT_MS),
    });
  }
  if (error instanceof DiscordAPIError) {
    const code = typeof error.code === "number" ? error.code : 0;
    const cause = new Refusal(error.message, code, error.status);
    const message =
      error.status === 401 && code === 0
        ? "Discord refused the bot's token (401): copy it again from Bot → Token, or reset it there"
        : `Discord refused: ${error.message} (${code || error.status})`;
    return new Fault(codeOf(code), message, { retryable: false, cause });
  }
  if (error instanceof HTTPError) {
    return new Fault("platform-unavailable", `Discord answered ${error.status}`, {
      retryable: true,
      cause: new Refusal(error.message, 0, error.status),
    });
  }
  const what = error instanceof Error ? error.name : "no error";
  return new Fault("platform-unavailable", `Discord did not answer (${what})`, {
    retryable: true,
    cause: error,
  });
}

function rawFile({ name, data }: FileBody): RawFile {
  return { name, data };
}

/** A member of an answer that should be an object. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** A text in an answer; a Fault when Discord left it out. */
export function textOf(value: unknown, name: string): string {
  const text = memberOf(value, name);
  if (typeof text === "string") return text;
  throw new Fault("platform-refused", `Discord's answer has no ${name}`, { retryable: false });
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
