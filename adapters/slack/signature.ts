import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** How far, in seconds, a request's time may lie behind or ahead of ours (Slack's documentation: 5 minutes). */
const MAX_APART = 300;

const SIGNATURE = /^v0=([0-9a-f]{64})$/;
const TIMESTAMP = /^\d{1,12}$/;

/** Why a request, headers and the bytes of its body, is not from Slack and from now; undefined when it is. */
export type Mistrust = (headers: IncomingHttpHeaders, raw: Buffer) => string | undefined;

/**
 * Checks Slack's request signature (docs.slack.dev/authentication/verifying-requests-from-slack): HMAC-SHA256
 * over `v0:<timestamp>:<body as sent>`. Compared in constant time.
 */
export function mistrustOf(signingSecret: string): Mistrust {
  const key = createSecretKey(signingSecret, "utf8");
  return (headers, raw) => {
    const wrongTime = notNow(headers);
    if (wrongTime !== undefined) return wrongTime;
    const timestamp = textOf(headers["x-slack-request-timestamp"]);
    const [, claimed] = SIGNATURE.exec(textOf(headers["x-slack-signature"])) ?? [];
    if (claimed === undefined) return NOT_SIGNED;
    const ours = createHmac("sha256", key).update(`v0:${timestamp}:`).update(raw).digest();
    return timingSafeEqual(ours, Buffer.from(claimed, "hex")) ? undefined : WRONG;
  };
}

/** Why the time at which a request says that it was sent is not about now; undefined when it is. */
function notNow(headers: IncomingHttpHeaders): string | undefined {
  const sent = textOf(headers["x-slack-request-timestamp"]);
  if (!TIMESTAMP.test(sent)) return NOT_SIGNED;
  const aheadBy = Number(sent) - Date.now() / 1000;
  if (aheadBy > MAX_APART) return AHEAD;
  // The time is in whole seconds.
  return aheadBy < -MAX_APART - 1 ? BEHIND : undefined;
}

const NOT_SIGNED = "it is not signed";
const AHEAD = "it was signed in the future: check the clock of this machine";
const BEHIND = "it was signed too long ago: check the clock of this machine";
const WRONG =
  "its signature is wrong: compare SLACK_SIGNING_SECRET with Signing Secret under Basic Information";

const textOf = (header: string | string[] | undefined): string =>
  typeof header === "string" ? header : "";
