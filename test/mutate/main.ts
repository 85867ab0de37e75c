import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BROKEN_RULE } from "./break.ts";
import { type Rule, RULES } from "./rules.ts";

/**
 * Breaks each rule once, and expects a test to notice: one line a rule, and a last line with the count.
 * With words behind it, only the rules whose names hold them.
 */

const ROOT = new URL("../..", import.meta.url).pathname;
const AT_ONCE = 2;

const wanted = process.argv.slice(2).join(" ");
const chosen = RULES.filter(({ name }) => name.includes(wanted));
const folder = await mkdtemp(join(tmpdir(), "parley-mutate-"));
let failed = chosen.length === 0 ? 1 : 0;
const left = [...chosen.entries()];
await Promise.all(Array.from({ length: AT_ONCE }, work));
await rm(folder, { recursive: true });
process.stdout.write(`${chosen.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function work(): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [index, rule] = next;
    const noticed = await run(rule, join(folder, `${index}.json`));
    if (noticed.ok) process.stdout.write(`ok   ${rule.name}: ${noticed.by}\n`);
    else {
      failed += 1;
      process.stdout.write(`FAIL ${rule.name}: ${noticed.why}\n`);
    }
  }
}

type Noticed =
  { readonly ok: true; readonly by: string } | { readonly ok: false; readonly why: string };

/** A test has to say no; a run that breaks for another reason proves nothing. */
async function run({ name, tests, project = "unit" }: Rule, report: string): Promise<Noticed> {
  const config = ["--config", "test/mutate/vitest.config.ts", "--project", project];
  const reporter = ["--reporter", "json", "--outputFile", report];
  const child = spawn("npx", ["vitest", "run", ...config, ...reporter, ...tests], {
    cwd: ROOT,
    env: { ...process.env, [BROKEN_RULE]: name },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  await once(child, "close");
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) return { ok: false, why: `the tests did not run: ${errors.slice(-500)}` };
  return verdict(JSON.parse(text) as Report);
}

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function verdict({ testResults }: Report): Noticed {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const first = all.find(({ status }) => status === "failed");
  if (first !== undefined) return { ok: true, by: first.fullName };
  const broken = testResults.find(({ message }) => message !== "");
  if (broken !== undefined) return { ok: false, why: `broke otherwise: ${broken.message}` };
  return { ok: false, why: `all of ${all.length} tests passed` };
}
