import { z } from "zod";
import { address } from "./address-setting.ts";

/** Settings of the platforms: each is on when its tokens are there. */
export interface PlatformConfig {
  readonly slack?:
    | {
        /** One for each workspace that the app is installed in. */
        readonly botTokens: readonly string[];
        readonly apiUrl?: string | undefined;
        /** How many times Slack's documented limits cards keep to; undefined where nobody knows them. */
        readonly rateScale?: number | undefined;
        readonly mode:
          | { readonly kind: "socket"; readonly appToken: string }
          | { readonly kind: "http"; readonly signingSecret: string };
      }
    | undefined;
  readonly discord?:
    | {
        readonly token: string;
        readonly apiUrl?: string | undefined;
        /** Where Discord sends interactions over HTTP: 64 hexadecimal digits. */
        readonly publicKey?: string | undefined;
      }
    | undefined;
}

export const platformShape = {
  SLACK_BOT_TOKEN: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((token) => token !== ""))
    .check(({ value, issues }) => {
      for (const message of botTokenProblems(value)) {
        issues.push({ code: "custom", input: undefined, message });
      }
    })
    .optional(),
  SLACK_APP_TOKEN: z
    .string()
    .regex(/^xapp-\S+$/, { error: "must be an app-level token, which begins with xapp-" })
    .optional(),
  SLACK_SIGNING_SECRET: z
    .string()
    .regex(/^\S{8,}$/, {
      error: "must be the signing secret of the Slack app, 8 characters or more without spaces",
    })
    .optional(),
  SLACK_API_URL: address(["http:", "https:"], "https://slack.com/api/").optional(),
  SLACK_RATE_SCALE: z
    .string()
    .refine((text) => /^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0, {
      error: "must be a number over 0, like 1; cards keep to so many times Slack's own limits",
    })
    .transform(Number)
    .optional(),
  DISCORD_TOKEN: z
    .string()
    .regex(/^\S+$/, { error: "must be the bot token alone, without Bot and without spaces" })
    .optional(),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, {
      error: "must be the Public Key of the Discord application, 64 hexadecimal digits",
    })
    .optional(),
  DISCORD_API_URL: address(["http:", "https:"], "https://discord.com/api").optional(),
};

const settingsSchema = z.object(platformShape);

type PlatformSettings = z.infer<typeof settingsSchema>;

/** Everything that is wrong with the bot tokens, by their places and never with what stands there. */
function botTokenProblems(tokens: readonly string[]): readonly string[] {
  const mustBe = "must be a bot token, which begins with xoxb-";
  if (tokens.length === 0) return [mustBe];
  return tokens.flatMap((token, index) => {
    const named = tokens.length === 1 ? "" : `token ${index + 1} of ${tokens.length} `;
    if (token.startsWith("xoxe.")) {
      return [`${named}expires: the app has token rotation on; ${mustBe}, of an app without it`];
    }
    if (!/^xoxb-\S+$/.test(token)) return [`${named}${mustBe}`];
    const first = tokens.indexOf(token);
    return first === index ? [] : [`${named}is the same as token ${first + 1}; leave one out`];
  });
}

export function platformConfigOf(settings: PlatformSettings): PlatformConfig {
  return { slack: slackOf(settings), discord: discordOf(settings) };
}

function slackOf(settings: PlatformSettings): PlatformConfig["slack"] {
  const { SLACK_BOT_TOKEN: botTokens, SLACK_APP_TOKEN: appToken } = settings;
  if (botTokens === undefined) return undefined;
  return {
    botTokens,
    apiUrl: settings.SLACK_API_URL?.replace(/\/?$/, "/"),
    rateScale: settings.SLACK_RATE_SCALE ?? (isSlack(settings.SLACK_API_URL) ? 1 : undefined),
    mode:
      appToken === undefined
        ? { kind: "http", signingSecret: settings.SLACK_SIGNING_SECRET ?? "" }
        : { kind: "socket", appToken },
  };
}

/** The limits that are documented are Slack's; whoever stands in for it has others. */
function isSlack(apiUrl: string | undefined): boolean {
  return apiUrl === undefined || /(?:^|\.)slack(?:-gov)?\.com$/.test(new URL(apiUrl).hostname);
}

function discordOf(settings: PlatformSettings): PlatformConfig["discord"] {
  const { DISCORD_TOKEN: token } = settings;
  if (token === undefined) return undefined;
  return { token, apiUrl: settings.DISCORD_API_URL, publicKey: settings.DISCORD_PUBLIC_KEY };
}

/** A platform is on when its settings are there; half of them is an error. */
export function platformProblems(
  given: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const problems: string[] = [];
  const bot = given["SLACK_BOT_TOKEN"] !== undefined;
  const app = given["SLACK_APP_TOKEN"] !== undefined;
  const secret = given["SLACK_SIGNING_SECRET"] !== undefined;
  if (app && secret) {
    problems.push(
      "SLACK_APP_TOKEN and SLACK_SIGNING_SECRET: set one of them, not both; the token is for Socket Mode, the secret for HTTP",
    );
  }
  if (bot && !app && !secret) {
    problems.push(
      "SLACK_BOT_TOKEN: needs SLACK_APP_TOKEN (Socket Mode, xapp-…) or SLACK_SIGNING_SECRET (HTTP) beside it",
    );
  }
  if (!bot && (app || secret)) {
    const named = app ? "SLACK_APP_TOKEN" : "SLACK_SIGNING_SECRET";
    problems.push(`${named}: needs SLACK_BOT_TOKEN (xoxb-…) beside it`);
  }
  if (given["DISCORD_PUBLIC_KEY"] !== undefined && given["DISCORD_TOKEN"] === undefined) {
    problems.push("DISCORD_PUBLIC_KEY: needs DISCORD_TOKEN beside it");
  }
  if (!bot && !app && !secret && given["DISCORD_TOKEN"] === undefined) {
    problems.push(
      "SLACK_BOT_TOKEN, DISCORD_TOKEN: neither is set; set the tokens of Slack, of Discord, or of both",
    );
  }
  return problems;
}
