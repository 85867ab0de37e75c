import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Janitor } from "./janitor.ts";
import { members } from "./json.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const COMMAND = ["dist/src/cli/main.js", "start"];
const READY_WITHIN_MS = 60_000;
/** More than the command gives itself. */
const STOP_WITHIN_MS = 25_000;
const KEPT_LINES = 25;

/** The real bot, as an operator starts it: a process of its own that gets everything from its environment. */
export interface Bot {
  /** What it logged last, oldest first. */
  lastLines(): readonly string[];
  /** Where its HTTP doors are; another port after every restart. */
  httpUrl(): string;
  /** As `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again, after `kill` or by killing it first, and waits until it serves. */
  restart(): Promise<void>;
  /** As an orchestrator ends it: SIGTERM. Resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface BotOptions {
  /** Folder of the build that is run; the project's own unless said otherwise. */
  readonly build?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ends it when whoever started it is gone; until then Ctrl-C does not reach it. */
  readonly janitor?: Janitor;
  /** Called when it ends although nobody asked it to. */
  readonly onDeath: (error: Error) => void;
}

export async function startBot(options: BotOptions): Promise<Bot> {
  const { env, onDeath, build = ROOT, janitor } = options;
  const lines: string[] = [];
  const died = (how: string) => new Error(`The bot ${how}. Its last lines:\n${lines.join("\n")}`);
  let wanted = false;
  let httpUrl = "";
  let child = await launch();

  async function launch(): Promise<ChildProcess> {
    const started = spawn(process.execPath, COMMAND, {
      cwd: build,
      env: { ...inherited(), ...env },
      detached: janitor !== undefined,
      stdio: ["ignore", "pipe", "pipe"],
    });
    janitor?.keep(started);
    const endToo = () => started.kill("SIGKILL");
    process.once("exit", endToo);
    started.once("exit", () => process.off("exit", endToo));
    const ready = untilReady(started, lines);
    const deadline = AbortSignal.timeout(READY_WITHIN_MS);
    const outcome = await Promise.race([
      ready.then((http) => {
        httpUrl = `http://${http}`;
        return "ready";
      }),
      once(started, "close", { signal: deadline }).then(
        ([code, signal]) => `ended with ${code ?? signal} before it was ready`,
        () => `was not ready within ${READY_WITHIN_MS} ms`,
      ),
    ]);
    if (outcome !== "ready") {
      started.kill("SIGKILL");
      throw died(outcome);
    }
    wanted = true;
    started.once("close", (code, signal) => {
      if (wanted) onDeath(died(`ended with ${code ?? signal}`));
    });
    return started;
  }

  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    wanted = false;
    return ended(child, signal);
  };
  return {
    lastLines: () => [...lines],
    httpUrl: () => httpUrl,
    kill: async () => void (await end("SIGKILL")),
    async restart() {
      await end("SIGKILL");
      child = await launch();
    },
    stop: () => end("SIGTERM"),
  };
}

/** The bot sees its own settings only: a SLACK_BOT_TOKEN of the person who runs the demo is none of its business. */
export function inherited(): Record<string, string> {
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  const kept = { PATH, HOME, NODE_EXTRA_CA_CERTS };
  return Object.fromEntries(
    Object.entries(kept).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

/** Waits for the line that says it serves, and where: `127.0.0.1:8080`. */
function untilReady(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        if (lines.length > KEPT_LINES) lines.shift();
        const { msg, http } = loggedIn(line);
        if (msg === "ready") resolve(String(http));
      });
    }
  });
}

function loggedIn(line: string): { readonly msg?: unknown; readonly http?: unknown } {
  try {
    return members(JSON.parse(line));
  } catch {
    return {};
  }
}

async function ended(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, "exit");
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  await exit;
  clearTimeout(timer);
  return child.exitCode;
}
