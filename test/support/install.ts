import { execFile, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A program the tests need that npm cannot bring. */
export interface Program {
  /** What it is called in a sentence: "a Redis server". */
  readonly what: string;
  /** Names it may have on PATH, best first. */
  readonly commands: readonly string[];
  readonly debianPackage: string;
  /** What to do elsewhere, as the end of a sentence: "on macOS `brew install redis`". */
  readonly elsewhere: string;
}

/** The path of the program; on Debian and Ubuntu it is installed first if it is not there. */
export async function findOrInstall(program: Program): Promise<string> {
  return (await findOnPath(program.commands)) ?? (await installed(program));
}

async function installed(program: Program): Promise<string> {
  const prefix = await commandPrefixForRoot();
  if (prefix === undefined) throw new Error(howToInstall(program));
  process.stderr.write(`Installing ${program.what} (Debian package ${program.debianPackage})\n`);
  await installWithApt(program, prefix);
  const path = await findOnPath(program.commands);
  if (path === undefined) throw new Error(howToInstall(program));
  return path;
}

function howToInstall({ what, debianPackage, elsewhere }: Program): string {
  return `This needs ${what}: install it on Debian or Ubuntu with \`sudo apt-get install ${debianPackage}\`, ${elsewhere}, and try again.`;
}

async function findOnPath(commands: readonly string[]): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const command of commands) {
    for (const folder of folders) {
      const path = join(folder, command);
      if (await isExecutable(path)) return path;
    }
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** What to put before a command so that it runs as root; undefined where apt or root is not to be had. */
async function commandPrefixForRoot(): Promise<readonly string[] | undefined> {
  if ((await findOnPath(["apt-get"])) === undefined) return undefined;
  if (process.getuid?.() === 0) return [];
  return run("sudo", ["-n", "true"]).then(
    () => ["sudo", "-n"],
    () => undefined,
  );
}

/**
 * Runs with a kernel lock on dpkg's own folder held: two test runs that start together install once, and a lock
 * whose holder was killed is gone with it. policy-rc.d keeps the package from starting a service nobody asked for.
 */
const INSTALL_SCRIPT = `
set -e
package=$1; shift
for command in "$@"; do command -v "$command" >/dev/null && exit 0; done
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\\nexit 101\\n' >"$policy"
  chmod 755 "$policy"
fi
apt-get -qq update
apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$package"
`;

async function installWithApt(program: Program, prefix: readonly string[]): Promise<void> {
  const locked = ["flock", "--wait", "600", "/var/lib/dpkg"];
  const script = ["sh", "-c", INSTALL_SCRIPT, "install", program.debianPackage];
  const [command = "flock", ...rest] = [...prefix, ...locked, ...script, ...program.commands];
  const { code, output } = await collect(command, rest);
  if (code !== 0) {
    throw new Error(`${howToInstall(program)} (apt-get ended with ${code}: ${output.slice(-400)})`);
  }
}

function collect(command: string, args: readonly string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
