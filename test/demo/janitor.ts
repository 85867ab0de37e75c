import { type ChildProcess, spawn } from "node:child_process";

const ROOT = new URL("../..", import.meta.url).pathname;
const PROCESS = new URL("janitor-process.ts", import.meta.url).pathname;

/**
 * Takes away what the demo started, however the demo ends, by `kill -9` as well. It lives in a process of its
 * own that hears of the end by its stdin being closed.
 */
export interface Janitor {
  /** Ends this process too, if it still runs then. */
  keep(child: ChildProcess): void;
  /** Removes this folder too. */
  keepFolder(path: string): void;
}

/** One line of what the janitor is told. */
export type Order = { readonly add: Kept } | { readonly drop: Kept };
type Kept = { readonly pid: number } | { readonly folder: string };

export function startJanitor(): Janitor {
  // Detached: Ctrl-C reaches every process of the terminal's group, and this one has work to do then.
  const child = spawn(process.execPath, ["--import", "tsx", PROCESS], {
    cwd: ROOT,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without it the demo works all the same, and still takes away everything itself when it ends in order.
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  child.unref();
  if ("unref" in child.stdin) (child.stdin as { unref(): void }).unref();
  const tell = (order: Order) => void child.stdin.write(`${JSON.stringify(order)}\n`);
  return {
    keep(kept) {
      const { pid } = kept;
      if (pid === undefined) return;
      tell({ add: { pid } });
      kept.once("exit", () => tell({ drop: { pid } }));
    },
    keepFolder: (folder) => tell({ add: { folder } }),
  };
}
