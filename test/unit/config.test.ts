import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Config,
  parseConfig,
  parseRosterSetting,
  parseStoreSettings,
} from "../../src/config.ts";

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
      publicUrl: undefined,
      jwt: undefined,
      tokenSecrets: undefined,
      resolvedShape: "v2.1",
      slack: undefined,
      discord: { token: "made-up", apiUrl: undefined },
    });
  });

  it("take the public key of a Discord application as its page shows it, and nothing else", () => {
    const key = "0123456789abcdefABCDEF0123456789".repeat(2);
    expect(configOf({ DISCORD_PUBLIC_KEY: key }).discord).toMatchObject({ publicKey: key });
    expect(configOf({}).discord?.publicKey).toBeUndefined();
    for (const wrong of [key.slice(1), `${key}0`, `${key.slice(1)}g`]) {
      expect(problems({ DISCORD_PUBLIC_KEY: wrong })).toEqual([
        "DISCORD_PUBLIC_KEY: must be the Public Key of the Discord application, 64 hexadecimal digits",
      ]);
    }
    const alone = { DISCORD_PUBLIC_KEY: key, DISCORD_TOKEN: undefined };
    expect(problems(alone).join()).toContain("DISCORD_PUBLIC_KEY: needs DISCORD_TOKEN beside it");
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
    ["SLACK_RATE_SCALE", "2", "0"],
    ["SLACK_RATE_SCALE", "0.5", "fast"],
    ["PARLEY_PUBLIC_URL", "https://parley.example.com", "parley.example.com"],
    ["PARLEY_PUBLIC_URL", "http://10.0.0.1:8080/parley/", "ftp://parley.example.com"],
    ["PARLEY_PUBLIC_URL", "https://parley.example.com/", "https://me:hunter2@parley.example.com"],
    ["PARLEY_PUBLIC_URL", "http://localhost", "https://parley.example.com/?a=b"],
    ["PARLEY_PUBLIC_URL", "http://localhost", "https://parley.example.com/#top"],
    ["PARLEY_RESOLVED_SHAPE", "wide", "Wide"],
    ["PARLEY_RESOLVED_SHAPE", "v2.1", "v2.2"],
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
      PARLEY_PUBLIC_URL: `https://:${secret}@h`,
      PARLEY_JWKS_URL: `https://:${secret}@h`,
      PARLEY_JWT_ISSUER: secret,
      PARLEY_TOKEN_SECRETS: `k1:${secret}`,
    });
    expect(told.length).toBeGreaterThanOrEqual(9);
    expect(told.join("\n")).not.toContain("hunter2");
  });
});

describe("Slack", () => {
  const bot = { SLACK_BOT_TOKEN: "xoxb-made-up" };
  const app = { SLACK_APP_TOKEN: "xapp-made-up" };
  const secret = { SLACK_SIGNING_SECRET: "made-up-secret" };

  it("runs over a socket with an app token, and over HTTP with a signing secret", () => {
    expect(configOf({ ...bot, ...app, DISCORD_TOKEN: "" })).toMatchObject({
      slack: { botTokens: ["xoxb-made-up"], mode: { kind: "socket", appToken: "xapp-made-up" } },
      discord: undefined,
    });
    expect(configOf({ ...bot, ...secret }).slack?.mode).toEqual({
      kind: "http",
      signingSecret: "made-up-secret",
    });
  });

  it("takes a bot token for each workspace, separated by commas or spaces", () => {
    const tokensOf = (SLACK_BOT_TOKEN: string) =>
      configOf({ ...app, SLACK_BOT_TOKEN }).slack?.botTokens;
    expect(tokensOf("xoxb-1,xoxb-2")).toEqual(["xoxb-1", "xoxb-2"]);
    expect(tokensOf(" xoxb-1 xoxb-2,\n xoxb-3,\n")).toEqual(["xoxb-1", "xoxb-2", "xoxb-3"]);
  });

  it("is told every bot token that is wrong by its place, and never what it is", () => {
    const told = problems({
      ...app,
      SLACK_BOT_TOKEN: "xoxb-1, xapp-2, xoxb-1, xoxe.xoxb-4, xoxb-5",
    });
    expect(told).toEqual([
      "SLACK_BOT_TOKEN: token 2 of 5 must be a bot token, which begins with xoxb-",
      "SLACK_BOT_TOKEN: token 3 of 5 is the same as token 1; leave one out",
      "SLACK_BOT_TOKEN: token 4 of 5 expires: the app has token rotation on; must be a bot token, which begins with xoxb-, of an app without it",
    ]);
    expect(problems({ ...app, SLACK_BOT_TOKEN: " , " })).toEqual([
      "SLACK_BOT_TOKEN: must be a bot token, which begins with xoxb-",
    ]);
  });

  it("gets its address with one slash at the end", () => {
    for (const SLACK_API_URL of ["http://h/api", "http://h/api/"]) {
      expect(configOf({ ...bot, ...app, SLACK_API_URL }).slack?.apiUrl).toBe("http://h/api/");
    }
  });

  it("keeps to Slack's own limits there, elsewhere to none that nobody named", () => {
    const scaleOf = (more: Environment) => configOf({ ...bot, ...app, ...more }).slack?.rateScale;
    expect(scaleOf({})).toBe(1);
    expect(scaleOf({ SLACK_API_URL: "https://slack-gov.com/api/" })).toBe(1);
    expect(scaleOf({ SLACK_API_URL: "https://notslack.com/api/" })).toBeUndefined();
    expect(scaleOf({ SLACK_API_URL: "http://h/api/", SLACK_RATE_SCALE: "2" })).toBe(2);
    expect(scaleOf({ SLACK_RATE_SCALE: "0.5" })).toBe(0.5);
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

describe("the address that others use", () => {
  it("keeps its path and no slash at the end, so that paths can be put behind it", () => {
    const of = (PARLEY_PUBLIC_URL: string) => configOf({ PARLEY_PUBLIC_URL }).publicUrl;
    expect(of("https://parley.example.com")).toBe("https://parley.example.com");
    expect(of("https://parley.example.com/")).toBe("https://parley.example.com");
    expect(of("http://10.0.0.1:8080/parley//")).toBe("http://10.0.0.1:8080/parley");
  });
});

describe("the issuer of tokens", () => {
  const issuer = { PARLEY_JWT_ISSUER: "https://issuer.example/" };
  const audience = { PARLEY_JWT_AUDIENCE: "parley" };
  const keys = { PARLEY_JWKS_URL: "https://issuer.example/keys?version=2" };

  it("is believed with all three settings, exactly as they are", () => {
    expect(configOf({ ...issuer, ...audience, ...keys }).jwt).toEqual({
      issuer: "https://issuer.example/",
      audience: "parley",
      jwksUrl: "https://issuer.example/keys?version=2",
    });
  });

  it.each<[Environment, string]>([
    [issuer, "PARLEY_JWT_ISSUER: needs PARLEY_JWT_AUDIENCE and PARLEY_JWKS_URL beside it"],
    [audience, "PARLEY_JWT_AUDIENCE: needs PARLEY_JWT_ISSUER and PARLEY_JWKS_URL beside it"],
    [keys, "PARLEY_JWKS_URL: needs PARLEY_JWT_ISSUER and PARLEY_JWT_AUDIENCE beside it"],
    [
      { ...issuer, ...keys },
      "PARLEY_JWT_ISSUER, PARLEY_JWKS_URL: needs PARLEY_JWT_AUDIENCE beside them",
    ],
    [
      { ...audience, ...keys, PARLEY_JWT_ISSUER: "" },
      "PARLEY_JWT_AUDIENCE, PARLEY_JWKS_URL: needs PARLEY_JWT_ISSUER beside them",
    ],
  ])("half set up is an error that names what is missing, case %#", (more, problem) => {
    expect(problems(more)).toEqual([problem]);
  });

  it.each([
    ["https://issuer.example/keys", true],
    ["http://localhost:8080/keys", true],
    ["http://127.0.0.1:8080/keys", true],
    ["http://issuer.example/keys", false],
    ["http://localhost.issuer.example/keys", false],
    ["http://127.0.0.1.issuer.example/keys", false],
    ["http://localhost@issuer.example/keys", false],
    ["https://me:made-up@issuer.example/keys", false],
    ["file:///etc/keys", false],
    ["issuer.example/keys", false],
    ["https://", false],
  ])("gives its keys at %s: %s", (PARLEY_JWKS_URL, ok) => {
    const told = problems({ ...issuer, ...audience, PARLEY_JWKS_URL });
    const refused = [
      "PARLEY_JWKS_URL: must be an https:// address like https://issuer.example.com/.well-known/jwks.json; http:// passes on localhost only",
    ];
    expect(told).toEqual(ok ? [] : refused);
  });

  it("and the audience have no spaces, which would make every token worth nothing", () => {
    expect(problems({ PARLEY_JWT_ISSUER: "a b", PARLEY_JWT_AUDIENCE: "parley ", ...keys })).toEqual(
      [
        "PARLEY_JWT_ISSUER: must have no spaces, like https://issuer.example.com/",
        "PARLEY_JWT_AUDIENCE: must have no spaces, like parley",
      ],
    );
  });
});

describe("the secrets of tokens", () => {
  it("are read as a list whose first signs", () => {
    const first = Buffer.alloc(32, 1).toString("base64");
    const second = Buffer.alloc(32, 2).toString("base64");
    const { tokenSecrets } = configOf({ PARLEY_TOKEN_SECRETS: `k2:${first},k1:${second}` });
    expect(tokenSecrets?.signing.kid).toBe("k2");
    expect([...(tokenSecrets?.held.keys() ?? [])]).toEqual(["k2", "k1"]);
  });

  it("that are wrong are told under their name, without what stands there", () => {
    const [told, ...others] = problems({ PARLEY_TOKEN_SECRETS: "k1:hunter2" });
    expect(others).toEqual([]);
    expect(told).toMatch(/^PARLEY_TOKEN_SECRETS: entry 1 /);
    expect(told).not.toContain("hunter2");
  });
});

describe("a command that only needs the store, or the roster", () => {
  it("reads where the store is and looks at nothing else", () => {
    expect(parseStoreSettings({ REDIS_URL: "redis://h:1", PARLEY_HTTP_PORT: "wrong" })).toEqual({
      ok: true,
      settings: { redisUrl: "redis://h:1", streamPrefix: "parley" },
    });
    expect(parseStoreSettings({ REDIS_URL: "", PARLEY_STREAM_PREFIX: "{a}" })).toEqual({
      ok: false,
      problems: [
        "REDIS_URL: is missing; set it to an address like redis://localhost:6379",
        "PARLEY_STREAM_PREFIX: must have 1 to 64 of A-Z a-z 0-9 : . _ -, like parley",
      ],
    });
  });

  it("reads the roster and looks at nothing else", () => {
    const parsed = parseRosterSetting({ PARLEY_ROSTER: roster });
    expect(parsed.ok && parsed.roster.principalById("acme", "ada")?.name).toBe("Ada");
    expect(parseRosterSetting({ PARLEY_ROSTER: "" })).toEqual({
      ok: false,
      problems: ["PARLEY_ROSTER: must name the roster file, like ./roster.yaml"],
    });
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
    expect(configOf({}).roster.hasTenant("acme")).toBe(true);
  });
});
