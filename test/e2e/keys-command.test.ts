import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";

const COMMAND = new URL("../../dist/src/cli/main.js", import.meta.url).pathname;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let redis: RedisServer;
let folder: string;
let roster: string;
beforeAll(async () => {
  redis = await startRedis();
  folder = await mkdtemp(join(tmpdir(), "parley-keys-"));
  roster = join(folder, "roster.yaml");
  await writeFile(
    roster,
    `principals:
  - { id: ada, name: Ada, tenants: [acme], accounts: [], scopes: [approvals:respond, interrupts:read] }
  - { id: bob, name: Bob, tenants: [other], accounts: [] }
tenants: [{ id: acme }, { id: other }]
`,
  );
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});

/** `parley keys …`; with these settings besides Redis, a prefix and the roster. */
function keys(
  args: readonly string[],
  prefix: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    REDIS_URL: redis.url,
    PARLEY_STREAM_PREFIX: prefix,
    PARLEY_ROSTER: roster,
    ...more,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, "keys", ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const FOR_ADA = ["create", "--tenant", "acme", "--principal", "ada"];

interface Listed {
  readonly id: string;
  readonly tenant: string;
  readonly principal: string;
  readonly scopes: readonly string[] | null;
  readonly label: string | null;
  readonly created: string;
  readonly revoked: string | null;
}

async function listed(prefix: string, ...args: readonly string[]): Promise<readonly Listed[]> {
  const { code, stdout } = await keys(["list", "--json", ...args], prefix);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { keys: readonly Listed[] }).keys;
}

describe("parley keys", () => {
  it("makes a key that is shown once, lists it without its secret, and ends it", async () => {
    const made = await keys(
      [...FOR_ADA, "--scope", "interrupts:read", "--label", "CI of finance"],
      "life",
    );
    expect(made.code).toBe(0);
    // The key alone, so that a script can take it.
    const [, id = "", secret = ""] =
      /^pk_([A-Za-z0-9]{16})_([A-Za-z0-9_-]{43})\n$/.exec(made.stdout) ?? [];
    expect(id).not.toBe("");
    expect(made.stderr).toContain("shown once");
    expect(made.stderr).not.toContain(secret);

    const [key, ...others] = await listed("life");
    expect(others).toEqual([]);
    expect(key).toEqual({
      id,
      tenant: "acme",
      principal: "ada",
      scopes: ["interrupts:read"],
      label: "CI of finance",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      revoked: null,
    });
    const shown = await keys(["list"], "life");
    for (const cell of [id, "acme", "ada", "interrupts:read", "CI of finance"]) {
      expect(shown.stdout).toContain(cell);
    }
    expect(shown.stdout).not.toContain(secret.slice(0, 8));

    expect(await keys(["revoke", id], "life")).toMatchObject({
      code: 0,
      stdout: `revoked ${id}\n`,
    });
    const [ended] = await listed("life");
    expect(ended?.revoked).not.toBeNull();
    // Again is done as said: it is revoked, since the first time.
    expect((await keys(["revoke", id], "life")).code).toBe(0);
    expect(await listed("life")).toEqual([ended]);
  });

  it("lists the keys of one tenant, and says when there are none", async () => {
    await keys(FOR_ADA, "tenants");
    await keys(["create", "--tenant", "other", "--principal", "bob"], "tenants");
    expect((await listed("tenants")).map(({ tenant }) => tenant).sort()).toEqual(["acme", "other"]);
    expect((await listed("tenants", "--tenant", "other")).map((key) => key.principal)).toEqual([
      "bob",
    ]);
    expect(await listed("tenants", "--tenant", "nowhere")).toEqual([]);
    expect((await keys(["list"], "empty")).stdout).toBe("There are no API keys.\n");
  });

  it.each([
    [["--tenant", "acme", "--principal", "eve"], "no such principal in tenant acme"],
    [["--tenant", "acme", "--principal", "bob"], "no such principal in tenant acme"],
    [["--tenant", "nowhere", "--principal", "ada"], "--tenant must be one of acme, other"],
    [
      ["--tenant", "acme", "--principal", "ada", "--scope", "interrupts:cancel"],
      "does not give interrupts:cancel to ada",
    ],
  ])("makes none for %j, which the roster does not bear out", async (args, words) => {
    const { code, stdout, stderr } = await keys(["create", ...args], "refused");
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(words);
    expect(await listed("refused")).toEqual([]);
  });

  it.each([
    [[], "a command is missing"],
    [["mint"], 'there is no command "mint"'],
    [["create", "--tenant", "acme"], "--principal is missing"],
    [["create", "--principal", "ada"], "--tenant is missing"],
    [["create", "--tenant"], "--tenant needs a value"],
    [["create", "--tenant", "--principal", "ada"], "--tenant needs a value"],
    [[...FOR_ADA, "--scope", "everything"], "--scope must be one of approvals:respond"],
    [[...FOR_ADA, "--label", "two\nlines"], "--label must be one line"],
    [[...FOR_ADA, "--label", "x".repeat(201)], "--label must be one line"],
    [[...FOR_ADA, "--forever"], "there is no option --forever"],
    [["list", "--json=yes"], "--json takes no value"],
    [["list", "acme"], "a word too many"],
    [["revoke"], "the id of a key is missing"],
    [["revoke", "short"], "16 letters and digits"],
    [["revoke", "a".repeat(16), "b"], "a word too many"],
  ])("does not understand %j, with 2 and its help", async (args, words) => {
    const { code, stderr, stdout } = await keys(args, "misunderstood");
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(words);
    expect(stderr).toContain("Usage:");
  });

  it("does not repeat a whole key where its id is asked for", async () => {
    const { stdout } = await keys(FOR_ADA, "whole");
    const { code, stderr } = await keys(["revoke", stdout.trim()], "whole");
    expect(code).toBe(2);
    expect(stderr).not.toContain(stdout.trim().slice(-43));
  });

  it("says with 1 that there is no such key", async () => {
    const { code, stderr } = await keys(["revoke", "0123456789abcdef"], "nothing");
    expect(code).toBe(1);
    expect(stderr).toBe("parley: there is no API key 0123456789abcdef\n");
  });

  it("explains itself, each command by its own options", async () => {
    const all = await keys(["--help"], "help");
    expect(all.code).toBe(0);
    for (const name of ["keys create", "keys list", "keys revoke"]) {
      expect(all.stdout).toContain(name);
    }
    const one = await keys(["create", "-h"], "help");
    expect(one.code).toBe(0);
    expect(one.stdout).toContain("--label");
    expect(one.stdout).not.toContain("keys revoke");
  });

  it("tells wrong settings by name, with 1", async () => {
    const noRedis = await keys(["list"], "settings", { REDIS_URL: "" });
    expect(noRedis).toMatchObject({ code: 1, stdout: "" });
    expect(noRedis.stderr).toContain("REDIS_URL: is missing");
    const noRoster = await keys(FOR_ADA, "settings", { PARLEY_ROSTER: "" });
    expect(noRoster).toMatchObject({ code: 1, stdout: "" });
    expect(noRoster.stderr).toContain("PARLEY_ROSTER: must name the roster file");
    // Only making a key looks at the roster.
    expect((await keys(["list"], "settings", { PARLEY_ROSTER: "" })).code).toBe(0);
  });

  it("says in one sentence that Redis is away, and does not wait for it", async () => {
    const url = `redis://:hunter2@127.0.0.1:${await freePort()}`;
    for (const args of [FOR_ADA, ["list"], ["revoke", "0123456789abcdef"]]) {
      const { code, stdout, stderr } = await keys(args, "away", { REDIS_URL: url });
      expect(code).toBe(1);
      expect(stdout).toBe("");
      expect(stderr).toBe(
        "parley: Redis does not answer at REDIS_URL; check the address, the password and that the server runs\n",
      );
    }
  });
});
