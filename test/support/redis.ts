import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findOrInstall, type Program } from "./install.ts";
import { until } from "./until.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const OLDEST_MAJOR = 7;

const PROGRAM: Program = {
  what: "a Redis server, 7.0 or newer",
  commands: ["redis-server", "valkey-server"],
  debianPackage: "redis-server",
  elsewhere: "on macOS with `brew install redis`",
};

export interface RedisOptions {
  /** Keep every write in an append-only file, so that `kill` and `restart` lose nothing. */
  readonly appendonly?: boolean;
  /** More of redis-server's own arguments, such as `["--maxmemory", "64mb"]`. */
  readonly args?: readonly string[];
  /** Ctrl-C at this terminal does not reach it: who started it ends it, in order. */
  readonly outOfReach?: boolean;
}

/** A Redis server of our own. Nobody else knows its port, and nothing is left of it after `stop`. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly dir: string;
  /** The server's process now: a new one after `restart`. */
  readonly process: ChildProcess;
  /** The process stops in its tracks: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** As `kill -9`. Port and folder stay ours for `restart`. */
  kill(): Promise<void>;
  /** Starts again on the same port and folder, after `kill` or by killing first. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const program = await findOrInstall(PROGRAM);
  await requireVersion(program);
  const dir = await mkdtemp(join(tmpdir(), "parley-redis-"));
  let { port, child } = await launchOnFreePort(program, dir, options);

  const kill = () => killed(child);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    dir,
    get process() {
      return child;
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    kill,
    async restart() {
      await kill();
      child = await launch(program, port, dir, options);
    },
    async stop() {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function requireVersion(program: string): Promise<void> {
  const { stdout } = await run(program, ["--version"]);
  const version = /v=((\d+)[\d.]*)/.exec(stdout);
  if (version === null || Number(version[2]) < OLDEST_MAJOR) {
    throw new Error(
      `${program} is ${version?.[1] ?? "of an unknown version"}; parley needs Redis ${OLDEST_MAJOR}.0 or newer.`,
    );
  }
}

/** Between finding a free port and listening on it somebody else may take it: then another port is tried. */
async function launchOnFreePort(program: string, dir: string, options: RedisOptions) {
  let lastError: unknown;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort();
    try {
      return { port, child: await launch(program, port, dir, options) };
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

async function launch(
  program: string,
  port: number,
  dir: string,
  { appendonly = false, args = [], outOfReach = false }: RedisOptions,
): Promise<ChildProcess> {
  const settings = {
    port,
    bind: "127.0.0.1",
    dir,
    save: "",
    appendonly: appendonly ? "yes" : "no",
    appendfsync: "always",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(program, [...flags, ...args], {
    detached: outOfReach,
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithThisProcess(child);
  let said = "";
  const keep = (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  let ended = false;
  child.once("exit", () => (ended = true));
  child.once("error", () => (ended = true));
  try {
    await until(`Redis on port ${port} answers`, async () => {
      if (ended) return "ended";
      return (await answersPing(port, child.pid)) ? "up" : undefined;
    });
    if (ended) throw new Error("Redis ended while it started.");
    return child;
  } catch (error) {
    await killed(child);
    throw new Error(`Redis did not start on port ${port}. It said: ${said}`, { cause: error });
  }
}

/** PONG alone could come from a stranger who took the port first, so the answer must name our process. */
function answersPing(port: number, pid: number | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const answer = (up: boolean) => {
      socket.destroy();
      resolve(up);
    };
    let heard = "";
    socket.setTimeout(500, () => answer(false));
    socket.once("error", () => answer(false));
    socket.once("close", () => answer(false));
    socket.on("data", (data) => {
      heard += data.toString();
      // While it still loads its file, Redis answers "-LOADING".
      if (heard.startsWith("-")) answer(false);
      const owner = /process_id:(\d+)\r/.exec(heard);
      if (owner !== null) answer(heard.startsWith("+PONG") && Number(owner[1]) === pid);
    });
    socket.write("PING\r\nINFO server\r\n");
  });
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

const running = new Set<ChildProcess>();
let watching = false;

/** A server must not outlive its test run, even one ended by Ctrl-C: it would hold its port and folder for good. */
function endWithThisProcess(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
  if (watching) return;
  watching = true;
  const killAll = () => {
    for (const each of running) each.kill("SIGKILL");
  };
  process.on("exit", killAll);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      // Somebody else who listens decides when the process ends; "exit" then does the rest.
      if (process.listenerCount(signal) > 0) return;
      killAll();
      process.kill(process.pid, signal);
    });
  }
}
