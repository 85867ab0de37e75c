import { parseArgs, type ParseArgsConfig } from "node:util";
import { Fault } from "../core/fault.ts";
import { EXIT } from "./exit.ts";

/** How the words of the command line find the function that does what they say. */

export interface Command {
  /** Lines of help: how it is called, behind `parley`, and what it does. */
  readonly usage: readonly (readonly [form: string, does: string])[];
  /** Runs with the words behind its name; gives an exit code. */
  readonly run: (args: readonly string[], environment: NodeJS.ProcessEnv) => Promise<number>;
}

/** What a command gives back instead of doing it when its options do not make sense together. */
export interface Misunderstood {
  readonly misunderstood: string;
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: Known; allowPositionals: true }>
>["values"];

/** One thing that parley does, with options and words of its own. */
interface CommandSpec<Known extends Options> {
  readonly usage: Command["usage"];
  /** More that its own help says. */
  readonly about?: string;
  readonly options: Known;
  /** What each word is that it takes behind its name; all of them are needed. */
  readonly words?: readonly string[];
  readonly run: (
    values: Values<Known>,
    environment: NodeJS.ProcessEnv,
    words: readonly string[],
  ) => Promise<number | Misunderstood>;
}

/**
 * A command that explains itself with `--help`, understands only the options and words it names, and ends
 * with 1 and a sentence when the world is broken (a Fault).
 */
export function command<const Known extends Options>(spec: CommandSpec<Known>): Command {
  const help = helpOf(spec.usage, spec.about);
  const { words = [] } = spec;
  return {
    usage: spec.usage,
    async run(args, environment) {
      const read = readArgs(args, spec.options);
      if ("misunderstood" in read) return misunderstood(read, help);
      if (read.help) return said(help);
      const missing = words[read.words.length];
      if (missing !== undefined)
        return misunderstood({ misunderstood: `${missing} is missing` }, help);
      if (read.words.length > words.length) {
        // Not repeated: it may be a secret in the wrong place.
        return misunderstood({ misunderstood: "there is a word too many" }, help);
      }
      try {
        const ended = await spec.run(read.values, environment, read.words);
        return typeof ended === "number" ? ended : misunderstood(ended, help);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return refused(error.message);
      }
    },
  };
}

/** Several commands under one name: the next word says which. `parley` itself is one of these. */
export function commands(
  table: Readonly<Record<string, Command>>,
  { before, after }: { readonly before?: string; readonly after?: string } = {},
): Command {
  const usage = Object.values(table).flatMap((each) => each.usage);
  const help = helpOf(usage, after, before);
  return {
    usage,
    async run([first, ...rest], environment) {
      if (first === undefined)
        return misunderstood({ misunderstood: "a command is missing" }, help);
      const asksForHelp = first === "help" || first === "--help" || first === "-h";
      if (asksForHelp && rest.length === 0) return said(help);
      const named = asksForHelp ? (rest[0] ?? "") : first;
      const found = Object.hasOwn(table, named) ? table[named] : undefined;
      if (found !== undefined) {
        return found.run(asksForHelp ? [...rest.slice(1), "--help"] : rest, environment);
      }
      const what = named.startsWith("-") ? "option" : "command";
      return misunderstood({ misunderstood: `there is no ${what} "${named}"` }, help);
    },
  };
}

/** Refused or failed: one sentence for people, and 1. */
export function refused(...sentences: readonly string[]): number {
  for (const sentence of sentences) process.stderr.write(`parley: ${sentence}\n`);
  return EXIT.failed;
}

function said(text: string): number {
  process.stdout.write(text);
  return EXIT.done;
}

function misunderstood({ misunderstood: reason }: Misunderstood, help: string): number {
  process.stderr.write(`parley: ${reason}\n\n${help}`);
  return EXIT.notUnderstood;
}

/** What a longer form does stands in the line below it. */
const FORM_WIDTH = 22;
const DOES_AT = "  parley ".length + FORM_WIDTH + "  ".length;

function helpOf(usage: Command["usage"], after?: string, before?: string): string {
  const lines = usage.map(([form, does]) => {
    const gap = form.length > FORM_WIDTH ? `\n${" ".repeat(DOES_AT)}` : "  ";
    return `  parley ${form.padEnd(FORM_WIDTH)}${gap}${does}\n`;
  });
  const parts = [before, `Usage:\n${lines.join("")}`, after];
  return parts.filter((each) => each !== undefined).join("\n");
}

interface Read<Known extends Options> {
  readonly help: boolean;
  readonly values: Values<Known>;
  readonly words: readonly string[];
}

function readArgs<Known extends Options>(
  args: readonly string[],
  options: Known,
): Read<Known> | Misunderstood {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    const { help } = values as { help?: boolean };
    return { help: help === true, values, words: positionals };
  } catch (error) {
    return { misunderstood: sayParseError(error) };
  }
}

/** Node's own sentences end in advice about positional arguments, which helps nobody here. */
function sayParseError(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  const option = /'(?:-\w, )?(-[^' ]*)/.exec(text)?.[1];
  if (option === undefined) return "an option is not understood";
  if (/does not take an argument/.test(text)) return `${option} takes no value`;
  if (/argument (?:missing|is ambiguous)/.test(text)) return `${option} needs a value`;
  return `there is no option ${option}`;
}
