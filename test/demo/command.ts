import { execFile } from "node:child_process";
import { inherited } from "./bot.ts";

const COMMAND = new URL("../../dist/src/cli/main.js", import.meta.url).pathname;

/** The built command as an operator types it, with the settings that the bot was started with. */
export type Command = (...words: readonly string[]) => Promise<Ended>;

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function commandOf(settings: Readonly<Record<string, string>>): Command {
  const env = { ...inherited(), ...settings };
  return (...words) =>
    new Promise((resolve) => {
      execFile(process.execPath, [COMMAND, ...words], { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
}

/** What it prints alone on a line, for a script to take: a key, a token. */
export async function printedBy(command: Command, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await command(...words);
  if (code !== 0) throw new Error(`parley ${words.join(" ")} ended with ${code}: ${stderr}`);
  return stdout.trim();
}
