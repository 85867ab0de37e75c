import { Fault } from "../../src/core/fault.ts";
import type { Log } from "../../src/core/log.ts";
import { brief, hasDied, slackCode } from "./faults.ts";
import type { Identity } from "./web-api.ts";

/** What Slack answered when it was asked whose a token is. */
export type Asked<Installed extends Identity = Identity> =
  { readonly workspace: Installed } | { readonly fault: Fault };

/**
 * The workspaces that can be served, of tokens in their order. Throws one Fault about all mistakes, which
 * names tokens by their place and never shows one. A token that has died is no mistake of whoever set it: its
 * workspace took it back. It stops nobody else, but where it is the only one nothing is left to serve.
 */
export function sortOut<Installed extends Identity>(
  asked: readonly Asked<Installed>[],
  log: Log,
): readonly Installed[] {
  const served = asked.flatMap((each) => ("workspace" in each ? [each.workspace] : []));
  const someMayLive = asked.some((each) => "workspace" in each || each.fault.retryable);
  const problems = asked.flatMap((each, index) => {
    if ("fault" in each && isLeft(each.fault, someMayLive)) return [];
    const problem = problemOf(asked, index);
    return problem === undefined ? [] : [`${placed(asked, index)}${problem}`];
  });
  if (problems.length > 0) {
    const cause = asked.flatMap((each) => ("fault" in each ? [each.fault.cause] : []))[0];
    throw new Fault("platform-refused", problems.join(" "), { retryable: false, cause });
  }
  for (const each of asked) if ("fault" in each && each.fault.retryable) throw each.fault;
  asked.forEach((each, index) => {
    if (!("fault" in each)) return;
    log.error(
      { token: `${index + 1} of ${asked.length}`, reason: slackCode(each.fault) },
      "Slack does not take a token of SLACK_BOT_TOKEN any more; the workspaces of the other tokens are served. Install the app there again, put the new bot token in its place, and restart",
    );
  });
  return served;
}

/** What is worth another try, and what has died beside others that may live. */
function isLeft(fault: Fault, someMayLive: boolean): boolean {
  return fault.retryable || (someMayLive && hasDied(fault));
}

/** What is wrong with one token, in words that say how to mend it. */
export function problemOf(asked: readonly Asked[], index: number): string | undefined {
  const each = asked[index];
  if (each === undefined) return undefined;
  if ("fault" in each) {
    return `${brief(each.fault)}. Copy the bot token again from the app's page “OAuth & Permissions”.`;
  }
  const { team, name, isOrgWide } = each.workspace;
  if (isOrgWide) {
    return `it is for the whole organisation ${name}. Install the app in each workspace, and take the bot tokens of those installations.`;
  }
  const before = asked
    .slice(0, index)
    .findIndex((other) => "workspace" in other && other.workspace.team === team);
  if (before === -1) return undefined;
  return `it is for ${name} (${team}), as token ${before + 1} is. Keep the newer one of the two.`;
}

function placed(asked: readonly unknown[], index: number): string {
  return asked.length === 1 ? "" : `SLACK_BOT_TOKEN, token ${index + 1} of ${asked.length}: `;
}
