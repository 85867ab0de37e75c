#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { commands } from "./command.ts";
import { doctorCommand } from "./doctor.ts";
import { EXIT } from "./exit.ts";
import { keysCommand } from "./keys.ts";
import { startCommand } from "./start.ts";
import { tokenCommand } from "./token.ts";

const parley = commands(
  { start: startCommand, doctor: doctorCommand, keys: keysCommand, token: tokenCommand },
  {
    before: "parley carries the questions of workflow engines to people in Slack and Discord.\n",
    after: `parley COMMAND --help says more. Settings come from environment variables; README.md lists them.
Exit codes: 0 done, 1 refused or failed, 2 command line not understood.
`,
  },
);

const code = await run(process.argv.slice(2));
// A connection that is still being opened must not keep a command alive that has ended.
process.exit(code);

async function run(args: readonly string[]): Promise<number> {
  if (args.length !== 1 || args[0] !== "--version") return parley.run(args, process.env);
  process.stdout.write(`${version()}\n`);
  return EXIT.done;
}

function version(): string {
  const file = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
