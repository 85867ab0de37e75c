import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "../support/until.ts";

const COMMAND = new URL("../../dist/src/cli/main.js", import.meta.url).pathname;

/** The built command, and everything it has said from its first line on. */
export interface Spoken {
  /** Standard output and error, in the order they came. */
  readonly said: () => string;
  /** The logged line with this message, as soon as it is there. */
  logged(message: string): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  /** As an orchestrator ends it. */
  stop(): Promise<number | null>;
}

export function run(args: readonly string[], env: Readonly<Record<string, string>>): Spoken {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  }
  const said = () => chunks.join("");
  const ended = exitOf(child).finally(() => process.off("exit", kill));
  return {
    said,
    ended,
    logged: async (message) =>
      until(`the line "${message}"`, () => linesOf(said()).find(({ msg }) => msg === message), {
        withinMs: 60_000,
      }).catch((error: unknown) => {
        throw new Error(`It said: ${said()}`, { cause: error });
      }),
    async stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  // Not before everything it wrote has arrived.
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}

function linesOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
}
