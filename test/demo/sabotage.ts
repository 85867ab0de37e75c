import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

const ROOT = new URL("../..", import.meta.url).pathname;

interface Sabotage {
  readonly file: string;
  /** What stands in the build, to the letter, and what stands there instead. */
  readonly find: string;
  readonly replace: string;
}

/** What protects a decision, each taken out on its own. */
const FAULTS: Readonly<Record<string, Sabotage>> = {
  "version-check": {
    file: "dist/src/redis/commit.js",
    find: "if version ~= ARGV[1] then",
    replace: "if false then",
  },
};

export const SABOTAGES = Object.keys(FAULTS);

/** Copies the build into the folder with one fault in it; the copy uses the same packages. */
export async function sabotagedBuild(name: string, folder: string): Promise<string> {
  const fault = FAULTS[name];
  if (fault === undefined) {
    throw new Error(`There is no sabotage “${name}”. There is: ${SABOTAGES.join(", ")}.`);
  }
  const build = join(folder, "sabotaged");
  await cp(join(ROOT, "dist"), join(build, "dist"), { recursive: true });
  await cp(join(ROOT, "package.json"), join(build, "package.json"));
  await symlink(join(ROOT, "node_modules"), join(build, "node_modules"));
  const path = join(build, fault.file);
  const text = await readFile(path, "utf8");
  if (text.split(fault.find).length !== 2) {
    throw new Error(`${fault.file} does not contain “${fault.find}” exactly once.`);
  }
  await writeFile(path, text.replace(fault.find, fault.replace));
  return build;
}
