#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { doctor } from "./doctor.ts";
import { EXIT } from "./exit.ts";
import { start } from "./start.ts";

const HELP = `parley carries the questions of workflow engines to people in Slack and Discord.

Usage:
  parley start            run the bot
  parley doctor [--json]  check settings, roster, Redis, Slack and Discord; changes nothing

Settings come from environment variables; README.md lists them.
Exit codes: 0 done, 1 refused or failed, 2 command line not understood.
`;

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  json: { type: "boolean" },
} as const;

const code = await run(process.argv.slice(2));
// A connection that is still being opened must not keep a command alive that has ended.
process.exit(code);

async function run(argv: readonly string[]): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return misunderstood(sayParseError(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true || positionals[0] === "help") {
    process.stdout.write(HELP);
    return EXIT.done;
  }
  if (values.version === true) {
    process.stdout.write(`${version()}\n`);
    return EXIT.done;
  }
  const [command, ...rest] = positionals;
  if (rest.length > 0) return misunderstood(`"${command}" takes no further words`);
  switch (command) {
    case "start":
      if (values.json === true) return misunderstood("--json goes with doctor");
      return start(process.env);
    case "doctor":
      return doctor(process.env, { json: values.json === true });
    case undefined:
      return misunderstood("a command is missing");
    default:
      return misunderstood(`there is no command "${command}"`);
  }
}

/** Node's own sentence ends in advice about positional arguments, which helps nobody here. */
function sayParseError(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  const option = /'(-[^' ]*)/.exec(text)?.[1];
  return option === undefined ? "an option is not understood" : `there is no option ${option}`;
}

function misunderstood(reason: string): number {
  process.stderr.write(`parley: ${reason}\n\n${HELP}`);
  return EXIT.notUnderstood;
}

function version(): string {
  const file = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
