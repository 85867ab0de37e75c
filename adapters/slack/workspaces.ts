import type { Logger } from "@slack/bolt";
import { Fault } from "../../src/core/fault.ts";
import type { Log } from "../../src/core/log.ts";
import type { SlackConfig } from "./config.ts";
import { isTokenRefused, slackCode } from "./faults.ts";
import { type Asked, sortOut } from "./installations.ts";
import { type Identity, type SlackApi, slackApi } from "./web-api.ts";

/** One workspace that the app is installed in: who we are there, and its calls, made with its own token. */
export interface Workspace extends Identity {
  readonly api: SlackApi;
}

/** The calls of a workspace. Throws a Fault, worth another try, where no token is for it. */
export type ApiOf = (team: string) => SlackApi;

/** Every workspace by its team id; nothing that is for one of them is ever done with another one's token. */
export interface Workspaces {
  /**
   * Asks Slack whose each token is. Throws a Fault that tells every mistake at once; a workspace that has
   * taken its token back is told in the log, since the others have nothing to do with it.
   */
  readonly identify: () => Promise<void>;
  readonly find: (team: string) => Workspace | undefined;
  /** Throws a Fault worth another try where no token is for it: what is due there waits. */
  readonly of: (team: string) => Workspace;
  /**
   * The same, but not worth another try where no token can be for it: Slack has said whose each one is, or
   * the roster does not name that workspace.
   */
  readonly mustServe: (team: string) => Workspace;
  readonly all: () => readonly Workspace[];
  /**
   * The workspace of the only token. Undefined where several are configured, even if one alone is served:
   * what names no workspace may be another one's.
   */
  readonly only: () => Workspace | undefined;
  /** Asks Slack whether the token of a workspace still counts. Never throws. */
  readonly check: (team: string) => Promise<void>;
  /** What does not work now, without anything secret. */
  readonly complaint: () => string | undefined;
}

export function slackWorkspaces(config: SlackConfig, logger: Logger, log: Log): Workspaces {
  const tokens = config.botTokens.map((token) => heldToken(token, config, logger, log));
  const { expected = [] } = config;
  let served: ReadonlyMap<string, Workspace> | undefined;

  const of = (team: string): Workspace => {
    const found = served?.get(team);
    if (found !== undefined) return found;
    throw new Fault("platform-unavailable", `No bot token serves the Slack workspace ${team}`, {
      retryable: true,
    });
  };
  /** A token that was dead at the start may be of any workspace that the roster names and that is not served. */
  const mayBeServed = (team: string) =>
    served === undefined ||
    served.has(team) ||
    (served.size < tokens.length && expected.some((each) => each.team === team));
  const unserved = () => expected.filter(({ team }) => served?.has(team) === false);

  return {
    async identify() {
      const asked = await Promise.all(tokens.map(async (token) => token.ask()));
      const sorted = sortOut(asked, log);
      served = new Map(sorted.map((each) => [each.team, each]));
      for (const { team, tenants } of unserved()) {
        log.error(
          { workspace: team, tenants },
          "No token of SLACK_BOT_TOKEN is for a workspace of the roster, so its cards wait. Install the app there, add the bot token of that installation, and restart",
        );
      }
      for (const { team, name } of served.values()) {
        if (expected.length === 0 || expected.some((each) => each.team === team)) continue;
        log.warn(
          { workspace: team, name },
          "A token of SLACK_BOT_TOKEN is for a workspace that the roster does not name, so nobody there is asked",
        );
      }
    },
    find: (team) => served?.get(team),
    of,
    mustServe(team) {
      if (mayBeServed(team)) return of(team);
      throw new Fault("no-access", `No bot token is for the Slack workspace ${team}`, {
        retryable: false,
      });
    },
    all: () => [...(served?.values() ?? [])],
    only: () => (tokens.length === 1 ? served?.values().next().value : undefined),
    async check(team) {
      await served
        ?.get(team)
        ?.api.whoAmI()
        .catch(() => undefined);
    },
    complaint() {
      const said = [
        ...unserved().map(({ team }) => `no bot token for ${team}`),
        ...tokens.flatMap((token) => token.complaint() ?? []),
      ];
      return said.length === 0 ? undefined : said.join(", ");
    },
  };
}

/** A token, and whether Slack takes it. What waits is drawn again and again, so a change is told once. */
function heldToken(token: string, config: SlackConfig, logger: Logger, log: Log) {
  let identity: Identity | undefined;
  let refusal: string | undefined;

  const api = slackApi(token, config, logger, {
    answered() {
      if (refusal === undefined) return;
      refusal = undefined;
      log.info({ workspace: identity?.team }, "Slack takes the token of a workspace again");
    },
    failed(fault) {
      // Before it is known whose it is, a refusal is for whoever asked.
      if (identity === undefined || !isTokenRefused(fault)) return fault;
      const { team, name } = identity;
      if (refusal === undefined) {
        log.error(
          { workspace: team, name, reason: slackCode(fault) },
          "Slack does not take the token of a workspace any more: its cards wait, the other workspaces go on. Install the app there again, put its new bot token into SLACK_BOT_TOKEN, and restart",
        );
      }
      refusal = slackCode(fault) ?? "refused";
      const words = `Slack does not take the bot token of ${team} any more (${refusal})`;
      return new Fault("platform-unavailable", words, { retryable: true, cause: fault.cause });
    },
  });

  return {
    /** Asks whose it is, until that is known. */
    async ask(): Promise<Asked<Workspace>> {
      try {
        identity ??= await api.whoAmI();
        return { workspace: { ...identity, api } };
      } catch (error) {
        if (error instanceof Fault) return { fault: error };
        throw error;
      }
    },
    complaint: () =>
      identity === undefined || refusal === undefined
        ? undefined
        : `Slack does not take the token of ${identity.team} (${refusal})`,
  };
}
