import { webApi } from "@slack/bolt";
import { Fault } from "../../src/core/fault.ts";

/** The thread that a message was to stand in was deleted, or locked by an administrator. */
const THREAD_GONE = "thread_not_found";
const THREAD_SHUT = "restricted_action_thread_locked";

/**
 * An invitation, a scope or a right to post is missing; Slack hides a private channel as not found. Or it is
 * somebody whom the app cannot write to.
 */
const NO_ACCESS = new Set([
  "channel_not_found",
  "is_archived",
  "not_in_channel",
  "missing_scope",
  "no_permission",
  "restricted_action",
  "restricted_action_read_only_channel",
  "restricted_action_thread_only_channel",
  "restricted_action_non_threadable_channel",
  "user_not_found",
  "user_disabled",
  "user_not_visible",
  "cannot_dm_bot",
  "messages_tab_disabled",
  "file_uploads_disabled",
  "file_upload_size_restricted",
  "file_type_not_allowed",
]);

/** Slack is in trouble, or has enough for the moment: the same call may pass later. */
const LATER = new Set([
  "ratelimited",
  "rate_limited",
  "message_limit_exceeded",
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "accesslimited",
]);

/** What is wrong with the content; a plainer one may pass. */
const CONTENT = new Set([
  "invalid_blocks",
  "invalid_blocks_format",
  "msg_blocks_too_long",
  "msg_too_long",
]);

/** The token was good once: it was taken back, or the app was removed from the workspace. */
const DIED = new Set([
  "account_inactive",
  "token_revoked",
  "token_expired",
  "user_removed_from_team",
  "team_disabled",
]);

/** A failed call of the Web API as the rest of parley knows failures. */
export function faultOf(method: string, error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof webApi.WebAPIRateLimitedError) {
    return unavailable(method, "rate limited", error, error.retryAfter * 1000);
  }
  if (error instanceof webApi.WebAPIRequestError) return silent(method, error.message, error);
  if (error instanceof webApi.WebAPIHTTPError && error.statusCode < 500) {
    return refused(method, `HTTP ${error.statusCode}`, error);
  }
  if (!(error instanceof webApi.WebAPIPlatformError)) {
    return unavailable(method, error instanceof Error ? error.message : "unknown error", error);
  }
  const code = error.data.error;
  if (LATER.has(code)) return unavailable(method, code, error);
  const words = `Slack says ${code} to ${method}`;
  const options = { retryable: false, cause: error };
  if (code === "message_not_found") return new Fault("message-gone", words, options);
  if (code === THREAD_GONE) return new Fault("place-gone", words, options);
  if (code === THREAD_SHUT) return new Fault("place-shut", words, options);
  if (NO_ACCESS.has(code)) return new Fault("no-access", words, options);
  return refused(method, code, error);
}

/** Slack's own word for a failure, such as `channel_not_found`, when it said one. */
export function slackCode(error: unknown): string | undefined {
  const cause = error instanceof Fault ? error.cause : error;
  return cause instanceof webApi.WebAPIPlatformError ? cause.data.error : undefined;
}

/** Has the token ended its life? One that Slack never knew is another matter: a mistake. */
export function hasDied(error: unknown): boolean {
  return DIED.has(slackCode(error) ?? "");
}

/** Did Slack refuse the token itself, whatever it was asked? */
export function isTokenRefused(error: unknown): boolean {
  return hasDied(error) || ["invalid_auth", "not_authed"].includes(slackCode(error) ?? "");
}

/** Did Slack refuse what the message says, rather than to take one? */
export function isAboutContent(error: unknown): boolean {
  return CONTENT.has(slackCode(error) ?? "");
}

/** Did Slack refuse what a view says? A trigger that is too old can be called an invalid argument, too. */
export function isAboutView(error: unknown): boolean {
  const cause = error instanceof Fault ? error.cause : error;
  if (!(cause instanceof webApi.WebAPIPlatformError)) return false;
  const { error: code, response_metadata: said } = cause.data;
  if (code === "view_too_large") return true;
  return code === "invalid_arguments" && !JSON.stringify(said ?? "").includes("trigger_id");
}

/** Does a view show something else by now than it did when a button in it was pressed? */
export function isChangedMeanwhile(error: unknown): boolean {
  return slackCode(error) === "hash_conflict";
}

/** Has the trigger of a press opened a view before? */
export function isOpenedAlready(error: unknown): boolean {
  return slackCode(error) === "exchanged_trigger_id";
}

/** One line about a failure, safe to log: no address, no token. */
export function brief(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error));
}

/** Takes out what must not be logged: tokens, and addresses, which may hold a secret. */
export function redact(text: string): string {
  return text
    .replace(/\bx(?:ox[a-z]|app)-[\w-]+/g, "x…")
    .replace(/\b(?:https?|wss?):\/\/\S+/g, "…");
}

export function unavailable(
  method: string,
  why: string,
  cause?: unknown,
  retryAfterMs?: number,
): Fault {
  return new Fault("platform-unavailable", `Slack did not answer ${method}: ${redact(why)}`, {
    retryable: true,
    cause,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** What was asked may still be done. */
export function silent(method: string, why: string, cause?: unknown): Fault {
  return new Fault("platform-silent", `Slack did not answer ${method}: ${redact(why)}`, {
    retryable: true,
    cause,
  });
}

export function refused(method: string, why: string, cause?: unknown): Fault {
  const words = `Slack refused ${method}: ${redact(why)}`;
  return new Fault("platform-refused", words, { retryable: false, cause });
}
