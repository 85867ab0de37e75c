import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const ROOT = new URL("..", import.meta.url).pathname;
const READY_WITHIN_MS = 20_000;

/** Somebody whose presses are measured: a process of its own. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** A file of `bench/peers`, told its port and Slack's settings by its environment. */
export async function startPeer(name: string, port: number, env: Environment): Promise<Contestant> {
  const child = forked(`bench/peers/${name}.ts`, { ...env, PORT: String(port) });
  await firstMessage(child);
  return { name, port, pid: child.pid ?? 0, stop: () => ended(child) };
}

/** The built bot, as an operator starts it; with a folder for `node --cpu-prof` where one is given. */
export async function startBuilt(
  port: number,
  env: Environment,
  profile?: string,
): Promise<Contestant> {
  const flags = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];
  const settings = { ...env, PARLEY_HTTP_HOST: "127.0.0.1", PARLEY_HTTP_PORT: String(port) };
  const child = spawn(process.execPath, [...flags, "dist/src/cli/main.js", "start"], {
    cwd: ROOT,
    env: { ...inherited(), ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithThisProcess(child);
  const lines = createInterface(child.stdout);
  const signal = AbortSignal.timeout(READY_WITHIN_MS);
  for (;;) {
    const [line] = (await once(lines, "line", { signal })) as [string];
    if (line.includes('"msg":"ready"')) break;
  }
  lines.on("line", (line) => {
    if (!line.includes('"level":30')) process.stderr.write(`${line}\n`);
  });
  return { name: "parley", port, pid: child.pid ?? 0, stop: () => ended(child) };
}

/** A TypeScript file of ours in a process that speaks to this one. */
export function forked(file: string, env: Environment): ChildProcess {
  const child = fork(new URL(file, `file://${ROOT}`).pathname, {
    cwd: ROOT,
    env: { ...inherited(), ...env },
    execArgv: ["--import", "tsx"],
  });
  endWithThisProcess(child);
  return child;
}

export async function firstMessage(child: ChildProcess): Promise<unknown> {
  const signal = AbortSignal.timeout(READY_WITHIN_MS);
  const [message] = (await once(child, "message", { signal })) as [unknown];
  return message;
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Processor time that a process has used so far, in milliseconds; NaN where nothing says so. */
export function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // utime and stime, in hundredths of a second (proc(5)).
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
}

/** Nothing of the settings of whoever runs this reaches those who are measured. */
function inherited(): Environment {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, NODE_ENV: "production" };
}

function endWithThisProcess(child: ChildProcess): void {
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}
