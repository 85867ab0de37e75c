import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Demo, startDemo } from "../demo/demo.ts";

const COMMAND = new URL("../../dist/src/cli/main.js", import.meta.url).pathname;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function parley(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { PATH: process.env["PATH"] ?? "", ...env } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code);
        resolve({ code, stdout, stderr });
      },
    );
  });
}

let demo: Demo;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-command-"));
  demo = await startDemo({
    rateScale: 50,
    onBotDeath: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("The command line", () => {
  it("explains itself, with 0", async () => {
    for (const args of [["--help"], ["-h"], ["help"]]) {
      const { code, stdout } = await parley(args);
      expect(code).toBe(0);
      for (const name of ["start", "doctor", "keys create"]) {
        expect(stdout).toContain(`parley ${name}`);
      }
    }
    for (const args of [
      ["doctor", "--help"],
      ["doctor", "-h"],
      ["help", "doctor"],
    ]) {
      const { code, stdout } = await parley(args);
      expect(code).toBe(0);
      expect(stdout).toContain("--json");
      expect(stdout).not.toContain("parley start");
    }
    expect((await parley(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [[], "a command is missing"],
    [["strat"], 'there is no command "strat"'],
    [["--json", "doctor"], 'there is no option "--json"'],
    [["help", "strat"], 'there is no command "strat"'],
    [["toString"], 'there is no command "toString"'],
    [["start", "now"], "a word too many"],
    [["start", "--json"], "there is no option --json"],
    [["doctor", "--yaml"], "--yaml"],
  ])("answers %j with 2 and what is wrong", async (args, words) => {
    const { code, stderr } = await parley(args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

describe("parley start", () => {
  it("tells every wrong setting at once, each by its name, and none of the secrets", async () => {
    const { code, stderr } = await parley(["start"], {
      REDIS_URL: "http://somewhere",
      SLACK_BOT_TOKEN: "xoxb-very-secret",
      SLACK_APP_TOKEN: "wrong-secret",
      SLACK_SIGNING_SECRET: "another-secret",
      PARLEY_HTTP_PORT: "99999",
    });
    expect(code).toBe(1);
    for (const name of [
      "REDIS_URL",
      "SLACK_APP_TOKEN",
      "SLACK_SIGNING_SECRET",
      "PARLEY_HTTP_PORT",
      "PARLEY_ROSTER",
    ]) {
      expect(stderr).toContain(name);
    }
    expect(stderr).not.toMatch(/very-secret|wrong-secret|another-secret/);
  });

  it("names the place of every mistake in the roster", async () => {
    const roster = join(folder, "wrong.yaml");
    await writeFile(
      roster,
      `principals: [{ id: ada, name: Ada, tenants: [amce], accounts: [discord:1] }]
tenants: [{ id: acme, discord: { guild: 300000000000000001, channels: ["400000000000000001"] } }]`,
    );
    const { code, stderr } = await parley(["start"], {
      REDIS_URL: "redis://127.0.0.1:1",
      DISCORD_TOKEN: "secret-token",
      PARLEY_ROSTER: roster,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("principals.0.accounts.0");
    expect(stderr).toContain("tenants.0.discord.guild");
    expect(stderr).not.toContain("secret-token");
  });

  it("ends with a sentence that says what to change when Slack refuses the token", async () => {
    const env = { ...demo.botEnv, SLACK_BOT_TOKEN: "xoxb-0000-not-a-token" };
    const { code, stdout } = await parley(["start"], env);
    expect(code).toBe(1);
    expect(stdout).toContain("Copy the bot token again");
    expect(stdout).not.toContain("xoxb-0000-not-a-token");
  });

  it("tells in words what both platforms refuse, with no trace and no secret", async () => {
    const { code, stdout, stderr } = await parley(["start"], {
      ...demo.botEnv,
      SLACK_BOT_TOKEN: "xoxb-0000-not-a-token",
      DISCORD_TOKEN: "not-a-token-either",
    });
    expect(code).toBe(1);
    const [heading, slack, discord, ...rest] = stderr.split("\n");
    expect(heading).toContain("parley doctor");
    expect(slack).toMatch(/^ {2}Slack: .*invalid_auth.*Copy the bot token again/);
    expect(discord).toMatch(/^ {2}Discord: .*token \(401\).*reset it there/);
    expect(rest).toEqual([""]);
    // Who reads only the log learns the same, in one line.
    const fatal = stdout.split("\n").filter((line) => line.includes('"level":60'));
    expect(fatal.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        platforms: ["slack", "discord"],
        msg: expect.stringMatching(/invalid_auth.*token \(401\)/) as unknown,
      }),
    ]);
    for (const text of [stdout, stderr]) {
      expect(text).not.toMatch(/not-a-token|"stack"|node_modules/);
    }
  });
});

describe("parley token mint", () => {
  it.each([
    [[], "--run is missing"],
    [["--run", "acme/0123456789abcdef"], "--node is missing"],
    [["--run", "acme"], "--run must be a tenant-bound id like acme/0123456789abcdef"],
    [["--run", "acme/run-1"], "--run must have 16 to 128 characters after its slash, and has 5"],
    [["--run", "acme/0123456789abcdef", "--node", "a/b"], "--node must be the id of a node"],
  ])("makes no token with %j, and says what to change", async (args, words) => {
    const { code, stdout, stderr } = await parley(["token", "mint", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`parley: ${words}\n`);
  });
});

describe("parley doctor", () => {
  async function checked() {
    const { code, stdout } = await parley(["doctor", "--json"], { ...demo.botEnv });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean }[] };
    expect(checks.length).toBeGreaterThan(10);
    return { code, wrong: checks.filter(({ ok }) => !ok).map(({ name }) => name) };
  }

  it("finds nothing wrong with a bot that serves", async () => {
    expect(await checked()).toEqual({ code: 0, wrong: [] });
  });

  it("has nothing to mend where nothing is wrong", async () => {
    const { stdout } = await parley(["doctor", "--json"], { ...demo.botEnv });
    expect(stdout).toContain('"ok": true');
    expect(stdout).not.toContain('"mend"');
  });

  it("counts only what is to be mended, not what it could not look at", async () => {
    const { code, stdout } = await parley(["doctor"], {
      ...demo.botEnv,
      PARLEY_HTTP_PORT: "99999",
    });
    expect(code).toBe(1);
    const marks = stdout.split("\n").flatMap((line) => /^(ok|MEND|skip) /.exec(line)?.[1] ?? []);
    // The setting; Redis with its version, memory policy and persistence; both platforms.
    expect(marks).toEqual(["MEND", "ok", "ok", "ok", "ok", "skip"]);
    expect(stdout).toContain("skip  Slack and Discord: not looked at");
    expect(stdout).toMatch(/\n1 of 5 to mend\.\n$/);
  });

  it.each(["localhost:6379", "http://127.0.0.1:6379", ""])(
    "says once what is wrong with the address of Redis where it is %j, and dials nothing",
    async (url) => {
      const { stdout } = await parley(["doctor"], { ...demo.botEnv, REDIS_URL: url });
      const lines = stdout.split("\n");
      expect(lines.filter((line) => line.startsWith("MEND"))).toEqual([
        expect.stringMatching(/^MEND {2}settings: REDIS_URL: .*redis:\/\/localhost:6379$/),
      ]);
      expect(stdout).not.toContain("does not answer");
      expect(stdout).toContain("skip  Redis: not looked at");
      expect(stdout).toMatch(/\n1 of 1 to mend\.\n$/);
    },
  );

  it("does not call a Redis well that would forget", async () => {
    const redis = new Redis(demo.redisUrl);
    await redis.config("SET", "appendonly", "no");
    expect(await checked()).toEqual({ code: 1, wrong: ["Redis persistence"] });
    await redis.config("SET", "appendonly", "yes");
    redis.disconnect();
  });

  it("says for each wrong thing how to mend it", async () => {
    const { code, stdout } = await parley(["doctor"], {
      ...demo.botEnv,
      REDIS_URL: "redis://127.0.0.1:1",
      SLACK_BOT_TOKEN: "xoxb-0000-not-a-token",
      DISCORD_TOKEN: "not-a-token-either",
    });
    expect(code).toBe(1);
    const wrong = stdout.split("\n").filter((line) => line.startsWith("MEND"));
    expect(wrong.length).toBeGreaterThanOrEqual(3);
    expect(stdout).toContain("does not answer at REDIS_URL");
    expect(stdout).not.toMatch(/not-a-token/);
  });
});
