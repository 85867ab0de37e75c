import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Config, parseConfig } from "../../src/config.ts";

let folder = "";
let roster = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-config-"));
  roster = join(folder, "roster.yaml");
  writeFileSync(
    roster,
    "{ principals: [{ id: ada, name: Ada, tenants: [acme], accounts: [] }], tenants: [{ id: acme }] }",
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Environment = Record<string, string | undefined>;
const environment = (more: Environment = {}): Environment => ({
  REDIS_URL: "redis://localhost:6379",
  PARLEY_ROSTER: roster,
  DISCORD_TOKEN: "made-up",
  ...more,
});

function problems(more: Environment): readonly string[] {
  const parsed = parseConfig(environment(more));
  return parsed.ok ? [] : parsed.problems;
}

function configOf(more: Environment): Config {
  const parsed = parseConfig(environment(more));
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.config;
}

describe("settings", () => {
  it("need little, and have defaults for the rest", () => {
    expect(configOf({})).toMatchObject({
      redisUrl: "redis://localhost:6379",
      streamPrefix: "parley",
      logLevel: "info",
      http: { host: "0.0.0.0", port: 8080 },
      slack: undefined,
      discord: { token: "made-up", apiUrl: undefined },
    });
  });

  it("that are empty count as absent", () => {
    const config = configOf({
      PARLEY_STREAM_PREFIX: "",
      PARLEY_HTTP_PORT: "",
      SLACK_BOT_TOKEN: "",
      SLACK_APP_TOKEN: "",
      DISCORD_API_URL: "",
    });
    expect(config).toMatchObject({
      streamPrefix: "parley",
      http: { port: 8080 },
      slack: undefined,
    });
    expect(problems({ REDIS_URL: "" })).toEqual([
      "REDIS_URL: is missing; set it to an address like redis://localhost:6379",
    ]);
  });

  it("that are wrong are all told at once, by name and with what would pass", () => {
    const parsed = parseConfig({ PARLEY_LOG_LEVEL: "loud", PARLEY_HTTP_PORT: "http" });
    expect(parsed).toEqual({
      ok: false,
      problems: [
        "REDIS_URL: is missing; set it to an address like redis://localhost:6379",
        "PARLEY_ROSTER: must name the roster file, like ./roster.yaml",
        "PARLEY_LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent",
        "PARLEY_HTTP_PORT: must be a port from 0 to 65535, like 8080",
        "SLACK_BOT_TOKEN, DISCORD_TOKEN: neither is set; set the tokens of Slack, of Discord, or of both",
      ],
    });
  });

  it.each([
    ["REDIS_URL", "redis://h:1", "http://localhost:6379"],
    ["REDIS_URL", "rediss://user:pass@h:1/2", "localhost:6379"],
    ["REDIS_URL", "redis://h", " "],
    ["PARLEY_STREAM_PREFIX", "p".repeat(64), "p".repeat(65)],
    ["PARLEY_STREAM_PREFIX", "a:b.c_d-e", "{a}"],
    ["PARLEY_HTTP_PORT", "0", "-1"],
    ["PARLEY_HTTP_PORT", "65535", "65536"],
    ["PARLEY_HTTP_PORT", "8080", " "],
    ["PARLEY_HTTP_PORT", "08080", "0x1f90"],
    ["PARLEY_HTTP_PORT", "1", "1e3"],
    ["PARLEY_HTTP_PORT", "80", "80.5"],
    ["PARLEY_LOG_LEVEL", "silent", "INFO"],
    ["DISCORD_TOKEN", "abc.def", "Bot abc.def"],
    ["DISCORD_TOKEN", "abc", "abc\n"],
    ["DISCORD_API_URL", "http://localhost:1/api", "ws://localhost"],
    ["SLACK_API_URL", "https://slack.example/api", "slack.example"],
  ])("%s may be %j and not %j", (name, good, bad) => {
    expect(problems({ [name]: good })).toEqual([]);
    const told = problems({ [name]: bad });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(new RegExp(`^${name}: must (be|have) `));
  });

  it("tell no secret when they are wrong", () => {
    const secret = "hunter2 hunter2";
    const told = problems({
      REDIS_URL: `http://:${secret}@h`,
      SLACK_BOT_TOKEN: secret,
      SLACK_APP_TOKEN: secret,
      SLACK_SIGNING_SECRET: secret,
      DISCORD_TOKEN: secret,
    });
    expect(told.length).toBeGreaterThanOrEqual(5);
    expect(told.join("\n")).not.toContain("hunter2");
  });
});

describe("Slack", () => {
  const bot = { SLACK_BOT_TOKEN: "xoxb-made-up" };
  const app = { SLACK_APP_TOKEN: "xapp-made-up" };
  const secret = { SLACK_SIGNING_SECRET: "made-up-secret" };

  it("runs over a socket with an app token, and over HTTP with a signing secret", () => {
    expect(configOf({ ...bot, ...app, DISCORD_TOKEN: "" })).toMatchObject({
      slack: { botToken: "xoxb-made-up", mode: { kind: "socket", appToken: "xapp-made-up" } },
      discord: undefined,
    });
    expect(configOf({ ...bot, ...secret }).slack?.mode).toEqual({
      kind: "http",
      signingSecret: "made-up-secret",
    });
  });

  it("gets its address with one slash at the end", () => {
    for (const SLACK_API_URL of ["http://h/api", "http://h/api/"]) {
      expect(configOf({ ...bot, ...app, SLACK_API_URL }).slack?.apiUrl).toBe("http://h/api/");
    }
  });

  it.each<[Environment, string]>([
    [
      { ...bot, ...app, ...secret },
      "SLACK_APP_TOKEN and SLACK_SIGNING_SECRET: set one of them, not both; the token is for Socket Mode, the secret for HTTP",
    ],
    [
      bot,
      "SLACK_BOT_TOKEN: needs SLACK_APP_TOKEN (Socket Mode, xapp-…) or SLACK_SIGNING_SECRET (HTTP) beside it",
    ],
    [app, "SLACK_APP_TOKEN: needs SLACK_BOT_TOKEN (xoxb-…) beside it"],
    [secret, "SLACK_SIGNING_SECRET: needs SLACK_BOT_TOKEN (xoxb-…) beside it"],
    [
      { SLACK_BOT_TOKEN: "xapp-swapped", ...app },
      "SLACK_BOT_TOKEN: must be a bot token, which begins with xoxb-",
    ],
    [
      { ...bot, SLACK_APP_TOKEN: "xoxb-swapped" },
      "SLACK_APP_TOKEN: must be an app-level token, which begins with xapp-",
    ],
    [
      { ...bot, SLACK_SIGNING_SECRET: "short12" },
      "SLACK_SIGNING_SECRET: must be the signing secret of the Slack app, 8 characters or more without spaces",
    ],
  ])("half set up is an error that says what to do, case %#", (more, problem) => {
    expect(problems(more)).toEqual([problem]);
  });
});

describe("the roster file", () => {
  it("is named in every problem it has", () => {
    const path = join(folder, "wrong.yaml");
    writeFileSync(path, "{ principals: [], tenants: [] }");
    expect(problems({ PARLEY_ROSTER: path })).toEqual([
      `PARLEY_ROSTER (${path}): principals: must not be empty`,
      `PARLEY_ROSTER (${path}): tenants: must not be empty`,
    ]);
  });

  it("that cannot be read is said to be so", () => {
    const path = join(folder, "nowhere.yaml");
    expect(problems({ PARLEY_ROSTER: path })).toEqual([
      `PARLEY_ROSTER: cannot read ${path} (there is no such file)`,
    ]);
    expect(problems({ PARLEY_ROSTER: folder })).toEqual([
      `PARLEY_ROSTER: cannot read ${folder} (EISDIR)`,
    ]);
  });

  it("is read", () => {
    expect(configOf({}).roster.destinationsOf("acme", new Set())).toEqual([]);
  });
});
