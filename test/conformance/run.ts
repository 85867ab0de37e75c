import { startGround } from "./ground.ts";
import { runFolder } from "./run-folder.ts";
import type { Result } from "./run-case.ts";

/**
 * `npm run test:conformance`: runs the cases of a folder against parley and says which fail (FAIL), and which
 * are about what it does not do (OUT). CONFORMANCE_DIR names another folder with files of the same names.
 */
const OWN_CASES = new URL("cases/", import.meta.url).pathname;

const ground = await startGround();
try {
  const folder = process.env["CONFORMANCE_DIR"] ?? OWN_CASES;
  const results = await runFolder(ground, folder);
  for (const line of results.flatMap(lineOf)) console.log(line);
  const count = (kind: Result["verdict"]["kind"]) =>
    results.filter(({ verdict }) => verdict.kind === kind).length;
  console.log(`${count("passed")} passed, ${count("failed")} failed, ${count("out")} skipped`);
  if (count("failed") > 0) process.exitCode = 1;
} finally {
  await ground.stop();
}

function lineOf({ id, verdict }: Result): readonly string[] {
  if (verdict.kind === "passed") return [];
  return [`${verdict.kind === "failed" ? "FAIL" : "OUT"} ${id} ${verdict.why}`];
}
