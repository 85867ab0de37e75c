import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseRoster, type Roster } from "./identity/roster.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

/** Settings of the process, all checked before anything is opened. */
export interface Config {
  readonly redisUrl: string;
  readonly streamPrefix: string;
  readonly logLevel: LogLevel;
  readonly roster: Roster;
  readonly http: { readonly host: string; readonly port: number };
  readonly slack?:
    | {
        readonly botToken: string;
        readonly apiUrl?: string | undefined;
        readonly mode:
          | { readonly kind: "socket"; readonly appToken: string }
          | { readonly kind: "http"; readonly signingSecret: string };
      }
    | undefined;
  readonly discord?: { readonly token: string; readonly apiUrl?: string | undefined } | undefined;
}

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  /** Every problem at once: which setting, what is wrong, and an example. */
  | { readonly ok: false; readonly problems: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable is an absent one: that is what compose files and shells make of it. */
const present = (environment: Environment) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));

const url = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address like ${example}`,
  });

const environmentSchema = z.object({
  REDIS_URL: url(["redis:", "rediss:"], "redis://localhost:6379"),
  PARLEY_ROSTER: z.string({ error: "must name the roster file, like ./roster.yaml" }),
  PARLEY_STREAM_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9:._-]{1,64}$/, {
      error: "must have 1 to 64 of A-Z a-z 0-9 : . _ -, like parley",
    })
    .default("parley"),
  PARLEY_LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` })
    .default("info"),
  PARLEY_HTTP_HOST: z.string().default("0.0.0.0"),
  PARLEY_HTTP_PORT: z
    .string()
    .refine((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65535, {
      error: "must be a port from 0 to 65535, like 8080",
    })
    .transform(Number)
    .default(8080),
  SLACK_BOT_TOKEN: z
    .string()
    .regex(/^xoxb-\S+$/, { error: "must be a bot token, which begins with xoxb-" })
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
  SLACK_API_URL: url(["http:", "https:"], "https://slack.com/api/").optional(),
  DISCORD_TOKEN: z
    .string()
    .regex(/^\S+$/, { error: "must be the bot token alone, without Bot and without spaces" })
    .optional(),
  DISCORD_API_URL: url(["http:", "https:"], "https://discord.com/api").optional(),
});

type Settings = z.infer<typeof environmentSchema>;

/** Reads the environment and the roster file it names. */
export function parseConfig(environment: Environment): ParsedConfig {
  const given = present(environment);
  const parsed = environmentSchema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${sayIssue(issue)}`);
  problems.push(...platformProblems(given));
  const roster = readRoster(given["PARLEY_ROSTER"]);
  problems.push(...roster.problems);
  if (!parsed.success || roster.value === undefined || problems.length > 0) {
    return { ok: false, problems };
  }
  return { ok: true, config: configOf(parsed.data, roster.value) };
}

function sayIssue(issue: z.core.$ZodIssue): string {
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  if (missing && issue.path[0] === "REDIS_URL") {
    return "is missing; set it to an address like redis://localhost:6379";
  }
  return issue.message;
}

function configOf(settings: Settings, roster: Roster): Config {
  return {
    redisUrl: settings.REDIS_URL,
    streamPrefix: settings.PARLEY_STREAM_PREFIX,
    logLevel: settings.PARLEY_LOG_LEVEL,
    roster,
    http: { host: settings.PARLEY_HTTP_HOST, port: settings.PARLEY_HTTP_PORT },
    slack: slackOf(settings),
    discord:
      settings.DISCORD_TOKEN === undefined
        ? undefined
        : { token: settings.DISCORD_TOKEN, apiUrl: settings.DISCORD_API_URL },
  };
}

function slackOf(settings: Settings): Config["slack"] {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken } = settings;
  if (botToken === undefined) return undefined;
  return {
    botToken,
    apiUrl: settings.SLACK_API_URL?.replace(/\/?$/, "/"),
    mode:
      appToken === undefined
        ? { kind: "http", signingSecret: settings.SLACK_SIGNING_SECRET ?? "" }
        : { kind: "socket", appToken },
  };
}

/** A platform is on when its settings are there; half of them is an error. */
function platformProblems(given: Environment): readonly string[] {
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
  if (!bot && !app && !secret && given["DISCORD_TOKEN"] === undefined) {
    problems.push(
      "SLACK_BOT_TOKEN, DISCORD_TOKEN: neither is set; set the tokens of Slack, of Discord, or of both",
    );
  }
  return problems;
}

function readRoster(path: string | undefined): {
  readonly value?: Roster;
  readonly problems: readonly string[];
} {
  if (path === undefined) return { problems: [] };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    const why = code === "ENOENT" ? "there is no such file" : code;
    return { problems: [`PARLEY_ROSTER: cannot read ${path} (${why})`] };
  }
  const parsed = parseRoster(text);
  if (parsed.ok) return { value: parsed.roster, problems: [] };
  return { problems: parsed.problems.map((problem) => `PARLEY_ROSTER (${path}): ${problem}`) };
}
