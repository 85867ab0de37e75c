// Holds every body that the tests and the demo sent to the local Discord against a checker that shares no code
// with it: node .ci/discord-bodies.mjs FOLDER CHECKER, where CHECKER exports `validate(body, kind, context)`. A
// warning counts as well: a body without `allowed_mentions` is one. The last line counts what passed.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, checker] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line}\n`);
const { validate } = await import(pathToFileURL(resolve(checker)).href);
const lines = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), "utf8").split("\n"),
);
const bodies = [...new Set(lines)].filter((line) => line !== "").map((line) => JSON.parse(line));

let failed = 0;
const kinds = {};
for (const { kind, body, ...context } of bodies) {
  kinds[kind] = (kinds[kind] ?? 0) + 1;
  const problems = validate(body, kind, context);
  if (problems.length === 0) continue;
  failed += 1;
  for (const { path, rule, msg } of problems) say(`${kind} ${path} ${rule}: ${msg}`);
  say(`  ${JSON.stringify(body).slice(0, 300)}`);
}
say(JSON.stringify(kinds));
say(JSON.stringify({ passed: bodies.length - failed, failed }));
process.exitCode = failed === 0 && bodies.length > 0 ? 0 : 1;
