import type { CommandOptionBody } from "./body/command.ts";
import type { Json } from "./json.ts";

const type = { subcommand: 1, group: 2, text: 3, integer: 4, boolean: 5, number: 10 } as const;
const ids: ReadonlySet<number> = new Set([6, 7, 8, 9]);

export interface ParsedCommand {
  readonly options: readonly Json[];
  /** People, roles and channels among the values. */
  readonly ids: readonly string[];
  readonly problem?: string;
}

/** Reads what a person typed after the command: `name:value`, values to the next name or the end. */
export function parseCommandText(
  text: string,
  options: readonly CommandOptionBody[],
): ParsedCommand {
  const [first = "", ...rest] = text.trim().split(/\s+/);
  const nested = options.filter(
    (option) => option.type === type.subcommand || option.type === type.group,
  );
  if (nested.length > 0) return parseNested(first, rest.join(" "), nested);
  const given = splitByName(text, options);
  const found: Json[] = [];
  const resolved: string[] = [];
  for (const option of options) {
    const value = given.get(option.name);
    if (value === undefined) {
      if (option.required !== true) continue;
      return {
        options: [],
        ids: [],
        problem: `${option.name}: This option is required. Specify a value.`,
      };
    }
    const read = readValue(option, value);
    if (read === undefined)
      return { options: [], ids: [], problem: `${option.name}: "${value}" does not fit.` };
    if (ids.has(option.type)) resolved.push(String(read));
    found.push({ type: option.type, name: option.name, value: read });
  }
  return { options: found, ids: resolved };
}

function parseNested(
  name: string,
  rest: string,
  nested: readonly CommandOptionBody[],
): ParsedCommand {
  const chosen = nested.find((option) => option.name === name);
  if (chosen === undefined)
    return { options: [], ids: [], problem: `There is no subcommand "${name}".` };
  const inner = parseCommandText(rest, chosen.options ?? []);
  return { ...inner, options: [{ type: chosen.type, name, options: inner.options }] };
}

/** Text before any name belongs to the first option. */
function splitByName(text: string, options: readonly CommandOptionBody[]): Map<string, string> {
  const given = new Map<string, string>();
  let current = options[0]?.name;
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const colon = word.indexOf(":");
    const name = word.slice(0, Math.max(0, colon));
    const named = options.some((option) => option.name === name);
    if (named) current = name;
    if (current === undefined) continue;
    const value = named ? word.slice(colon + 1) : word;
    given.set(current, [given.get(current) ?? "", value].filter((part) => part !== "").join(" "));
  }
  return given;
}

function readValue(option: CommandOptionBody, text: string): string | number | boolean | undefined {
  const choices = option.choices ?? [];
  if (choices.length > 0) {
    const hit = choices.find(({ name, value }) => name === text || String(value) === text);
    return hit?.value;
  }
  if (option.type === type.boolean)
    return text.toLowerCase() === "true"
      ? true
      : text.toLowerCase() === "false"
        ? false
        : undefined;
  if (ids.has(option.type)) return /^<?[@#]?[!&]?(\d+)>?$/.exec(text)?.[1];
  if (option.type !== type.integer && option.type !== type.number) return text;
  const number = Number(text);
  const whole = option.type === type.number || Number.isInteger(number);
  return Number.isFinite(number) && whole ? number : undefined;
}
