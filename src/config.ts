import { readFileSync } from "node:fs";
import { z } from "zod";
import { RESOLVED_SHAPES, type ResolvedShape } from "./core/announce.ts";
import { parseTokenSecrets, type TokenSecrets } from "./core/token-secrets.ts";
import { parseRoster, type Roster } from "./identity/roster.ts";
import type { TokenIssuer } from "./identity/token-callers.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

/** Where everything is kept. */
export interface StoreSettings {
  readonly redisUrl: string;
  readonly streamPrefix: string;
}

/** Settings of the process, all checked before anything is opened. */
export interface Config extends StoreSettings {
  readonly logLevel: LogLevel;
  readonly roster: Roster;
  readonly http: { readonly host: string; readonly port: number };
  /** Where people and engines reach the HTTP doors; without a slash at the end. */
  readonly publicUrl?: string | undefined;
  /** Whose JSON web tokens are credentials at the HTTP doors. */
  readonly jwt?: TokenIssuer | undefined;
  /** What links that answer one question are signed with; without it none are made and none is good. */
  readonly tokenSecrets?: TokenSecrets | undefined;
  readonly resolvedShape: ResolvedShape;
  readonly slack?:
    | {
        readonly botToken: string;
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

export type ParsedConfig = { readonly ok: true; readonly config: Config } | Problems;

/** Every problem at once: which setting, what is wrong, and an example. */
interface Problems {
  readonly ok: false;
  readonly problems: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable is an absent one: that is what compose files and shells make of it. */
const present = (environment: Environment) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));

const url = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address like ${example}`,
    abort: true,
  });

/** A name and a password in an address would be shown wherever the address is. */
const isBare = ({ username, password, hash }: URL) => `${username}${password}${hash}` === "";
const isLocal = ({ hostname }: URL) => hostname === "localhost" || hostname === "127.0.0.1";

const PUBLIC_URL = url(["http:", "https:"], "https://parley.example.com").refine(
  (text) => !URL.canParse(text) || (isBare(new URL(text)) && new URL(text).search === ""),
  {
    error: "must be an address alone, without a password, ? and #, like https://parley.example.com",
  },
);

const JWKS_URL = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const read = new URL(text);
    return (
      isBare(read) && (read.protocol === "https:" || (read.protocol === "http:" && isLocal(read)))
    );
  },
  {
    error:
      "must be an https:// address like https://issuer.example.com/.well-known/jwks.json; http:// passes on localhost only",
  },
);

/** A claim that is compared exactly, so a stray space would make every token worth nothing. */
const claim = (example: string) =>
  z
    .string()
    .regex(/^\S{1,500}$/, { error: `must have no spaces, like ${example}` })
    .optional();

const storeShape = {
  REDIS_URL: url(["redis:", "rediss:"], "redis://localhost:6379"),
  PARLEY_STREAM_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9:._-]{1,64}$/, {
      error: "must have 1 to 64 of A-Z a-z 0-9 : . _ -, like parley",
    })
    .default("parley"),
};

const ROSTER_PATH = z.string({ error: "must name the roster file, like ./roster.yaml" });

const environmentSchema = z.object({
  REDIS_URL: storeShape.REDIS_URL,
  PARLEY_ROSTER: ROSTER_PATH,
  PARLEY_STREAM_PREFIX: storeShape.PARLEY_STREAM_PREFIX,
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
  PARLEY_PUBLIC_URL: PUBLIC_URL.optional(),
  PARLEY_JWT_ISSUER: claim("https://issuer.example.com/"),
  PARLEY_JWT_AUDIENCE: claim("parley"),
  PARLEY_JWKS_URL: JWKS_URL.optional(),
  PARLEY_RESOLVED_SHAPE: z.enum(RESOLVED_SHAPES, { error: "must be v2.1 or wide" }).default("v2.1"),
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
  DISCORD_API_URL: url(["http:", "https:"], "https://discord.com/api").optional(),
});

type Settings = z.infer<typeof environmentSchema>;

/** Reads the environment and the roster file it names. */
export function parseConfig(environment: Environment): ParsedConfig {
  const given = present(environment);
  const parsed = environmentSchema.safeParse(given);
  const problems = parsed.success ? [] : [...sayIssues(parsed.error)];
  problems.push(...platformProblems(given), ...issuerProblems(given));
  const tokenSecrets = readTokenSecrets(given["PARLEY_TOKEN_SECRETS"]);
  const roster = readRoster(given["PARLEY_ROSTER"]);
  problems.push(...tokenSecrets.problems, ...roster.problems);
  if (!parsed.success || roster.value === undefined || problems.length > 0) {
    return { ok: false, problems };
  }
  return {
    ok: true,
    config: { ...configOf(parsed.data, roster.value), tokenSecrets: tokenSecrets.value },
  };
}

export type ParsedStoreSettings =
  { readonly ok: true; readonly settings: StoreSettings } | Problems;

/** Reads only where everything is kept: what commands need that speak to Redis and to no platform. */
export function parseStoreSettings(environment: Environment): ParsedStoreSettings {
  const parsed = z.object(storeShape).safeParse(present(environment));
  if (!parsed.success) return { ok: false, problems: sayIssues(parsed.error) };
  const { REDIS_URL: redisUrl, PARLEY_STREAM_PREFIX: streamPrefix } = parsed.data;
  return { ok: true, settings: { redisUrl, streamPrefix } };
}

export type ParsedRosterSetting = { readonly ok: true; readonly roster: Roster } | Problems;

/** Reads only the roster that `PARLEY_ROSTER` names. */
export function parseRosterSetting(environment: Environment): ParsedRosterSetting {
  const parsed = z.object({ PARLEY_ROSTER: ROSTER_PATH }).safeParse(present(environment));
  if (!parsed.success) return { ok: false, problems: sayIssues(parsed.error) };
  const { value, problems } = readRoster(parsed.data.PARLEY_ROSTER);
  return value === undefined ? { ok: false, problems } : { ok: true, roster: value };
}

export type ParsedTokenSettings =
  | {
      readonly ok: true;
      readonly settings: {
        readonly secrets: TokenSecrets;
        readonly publicUrl?: string | undefined;
      };
    }
  | Problems;

/** Reads only what minting and reading tokens needs. */
export function parseTokenSettings(environment: Environment): ParsedTokenSettings {
  const given = present(environment);
  const parsed = z.object({ PARLEY_PUBLIC_URL: PUBLIC_URL.optional() }).safeParse(given);
  const read = readTokenSecrets(given["PARLEY_TOKEN_SECRETS"]);
  const problems = [...(parsed.success ? [] : sayIssues(parsed.error)), ...read.problems];
  if (read.value === undefined && problems.length === 0) {
    problems.push(
      "PARLEY_TOKEN_SECRETS: is missing; tokens are signed with it. Set it to k1: and what openssl rand -base64 32 prints",
    );
  }
  if (!parsed.success || read.value === undefined) return { ok: false, problems };
  const publicUrl = parsed.data.PARLEY_PUBLIC_URL?.replace(/\/+$/, "");
  return { ok: true, settings: { secrets: read.value, publicUrl } };
}

function sayIssues(error: z.ZodError): readonly string[] {
  return error.issues.map((issue) => `${issue.path.join(".")}: ${sayIssue(issue)}`);
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
    publicUrl: settings.PARLEY_PUBLIC_URL?.replace(/\/+$/, ""),
    jwt: issuerOf(settings),
    resolvedShape: settings.PARLEY_RESOLVED_SHAPE,
    slack: slackOf(settings),
    discord:
      settings.DISCORD_TOKEN === undefined
        ? undefined
        : {
            token: settings.DISCORD_TOKEN,
            apiUrl: settings.DISCORD_API_URL,
            publicKey: settings.DISCORD_PUBLIC_KEY,
          },
  };
}

function slackOf(settings: Settings): Config["slack"] {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken } = settings;
  if (botToken === undefined) return undefined;
  return {
    botToken,
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

function issuerOf(settings: Settings): Config["jwt"] {
  const {
    PARLEY_JWT_ISSUER: issuer,
    PARLEY_JWT_AUDIENCE: audience,
    PARLEY_JWKS_URL: jwksUrl,
  } = settings;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) return undefined;
  return { issuer, audience, jwksUrl };
}

/** Tokens are believed with all three settings or with none; with a part of them anybody's might pass. */
function issuerProblems(given: Environment): readonly string[] {
  const names = ["PARLEY_JWT_ISSUER", "PARLEY_JWT_AUDIENCE", "PARLEY_JWKS_URL"];
  const set = names.filter((each) => given[each] !== undefined);
  const missing = names.filter((each) => given[each] === undefined);
  if (set.length === 0 || missing.length === 0) return [];
  return [
    `${set.join(", ")}: needs ${missing.join(" and ")} beside ${set.length === 1 ? "it" : "them"}`,
  ];
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

function readTokenSecrets(list: string | undefined): {
  readonly value?: TokenSecrets;
  readonly problems: readonly string[];
} {
  if (list === undefined) return { problems: [] };
  const parsed = parseTokenSecrets(list);
  if (parsed.ok) return { value: parsed.secrets, problems: [] };
  return { problems: parsed.problems.map((problem) => `PARLEY_TOKEN_SECRETS: ${problem}`) };
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
