// Adds up what the steps of .ci/run left behind. A step that failed without naming a failed test counts as one.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name), "utf8");

function countsOf(step) {
  if (existsSync(join(folder, `${step}.vitest.json`))) {
    const { numPassedTests, numFailedTests } = JSON.parse(read(`${step}.vitest.json`));
    return { passed: numPassedTests, failed: numFailedTests };
  }
  if (existsSync(join(folder, `${step}.out`))) {
    const last = read(`${step}.out`).trimEnd().split("\n").at(-1) ?? "";
    if (last.startsWith("{")) return JSON.parse(last);
  }
  return { passed: 0, failed: 0 };
}

let passed = 0;
let failed = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith(".exit"))) {
  const step = name.slice(0, -".exit".length);
  const counts = countsOf(step);
  const crashed = read(name).trim() !== "0" && counts.failed === 0;
  passed += counts.passed;
  failed += counts.failed + (crashed ? 1 : 0);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
