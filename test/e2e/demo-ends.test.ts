import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const SOON = { timeout: 20_000, interval: 50 };

let folder: string;
let pids: readonly number[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-ends-"));
});

afterEach(async () => {
  pids.filter(isAlive).forEach((pid) => process.kill(pid, "SIGKILL"));
  await rm(folder, { recursive: true, force: true });
});

/** The demo in a process group of its own, as a terminal runs it, with the folders it makes in one place. */
async function runDemo() {
  const args = ["--import", "tsx", "test/demo/main.ts"];
  const demo = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder, REDIS_URL: undefined },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface(demo.stdout).on("line", (line) => lines.push(line));
  await until("the page is served", () => lines.find((line) => line.startsWith("http")), {
    withinMs: 90_000,
  });
  const { pid = 0 } = demo;
  pids = [pid, ...(await descendantsOf(pid))];
  // The bot, its Redis, and the janitor at least.
  expect(pids.length).toBeGreaterThan(3);
  return { demo, pid };
}

async function descendantsOf(root: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid="]);
  const pairs = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([pid = 0]) => [pid, ...below(pid)]);
  return below(root);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function expectNothingLeft() {
  await expect.poll(() => pids.filter(isAlive), SOON).toEqual([]);
  const left = async () => (await readdir(folder)).filter((name) => name.startsWith("parley-"));
  await expect.poll(left, SOON).toEqual([]);
}

describe("when the demo ends", () => {
  it("by Ctrl-C, which npm then sends once more, nothing of it is left", async () => {
    const { demo, pid } = await runDemo();
    const exit = once(demo, "exit");
    process.kill(-pid, "SIGINT");
    process.kill(pid, "SIGINT");
    expect(await exit).toEqual([130, null]);
    await expectNothingLeft();
  });

  it("by SIGTERM to all of it, nothing of it is left", async () => {
    const { demo, pid } = await runDemo();
    const exit = once(demo, "exit");
    process.kill(-pid, "SIGTERM");
    expect(await exit).toEqual([143, null]);
    await expectNothingLeft();
  });

  it("by kill -9, so that it can stop nothing itself, nothing of it is left", async () => {
    const { pid } = await runDemo();
    process.kill(pid, "SIGKILL");
    await expectNothingLeft();
  });
});
