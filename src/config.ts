import { readFileSync } from "node:fs";
import { z } from "zod";
import { address, JWKS_URL, PUBLIC_URL } from "./address-setting.ts";
import { RESOLVED_SHAPES, type ResolvedShape } from "./core/announce.ts";
import { parseTokenSecrets, type TokenSecrets } from "./core/token-secrets.ts";
import { parseRoster, type Roster } from "./identity/roster.ts";
import type { TokenIssuer } from "./identity/token-callers.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import {
  type PlatformConfig,
  platformConfigOf,
  platformProblems,
  platformShape,
} from "./platform-config.ts";

/** Where everything is kept. */
export interface StoreSettings {
  readonly redisUrl: string;
  readonly streamPrefix: string;
}

/** Settings of the process, all checked before anything is opened. */
export interface Config extends StoreSettings, PlatformConfig {
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

/** A claim that is compared exactly, so a stray space would make every token worth nothing. */
const claim = (example: string) =>
  z
    .string()
    .regex(/^\S{1,500}$/, { error: `must have no spaces, like ${example}` })
    .optional();

const storeShape = {
  REDIS_URL: address(["redis:", "rediss:"], "redis://localhost:6379"),
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
  ...platformShape,
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

/** The address of Redis, if that setting is right, whatever else is wrong. */
export function redisUrlOf(environment: Environment): string | undefined {
  return storeShape.REDIS_URL.safeParse(environment["REDIS_URL"]).data;
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
    ...platformConfigOf(settings),
  };
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
