import type { Json } from "../json.ts";
import { lengthOf, Field } from "./field.ts";
import { commandName, limits } from "./limits.ts";
import { Problems, type Path } from "./problems.ts";

export interface CommandOptionBody {
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly options?: readonly CommandOptionBody[];
}

export interface CommandBody {
  readonly type?: number;
  readonly name: string;
  readonly description?: string;
  readonly options?: readonly CommandOptionBody[];
  readonly default_member_permissions?: string | null;
}

export function readCommands(value: unknown): CommandBody[] {
  const problems = new Problems();
  const list = new Field(value, [], problems);
  const items = list.items({ ...limits.commandsInScope, max: Number.MAX_SAFE_INTEGER });
  if (!Array.isArray(value)) list.required();
  for (const item of items) checkCommand(item);
  const keys = items.map((item) =>
    JSON.stringify([item.at("type").value ?? 1, item.at("name").value]),
  );
  keys.forEach((key, index) => {
    if (keys.indexOf(key) < index)
      items[index]?.refuse(
        "APPLICATION_COMMANDS_DUPLICATE_NAME",
        "Application command names must be unique",
      );
  });
  problems.throwIfAny();
  return value as CommandBody[];
}

export function readCommand(value: unknown, path: Path = []): CommandBody {
  const problems = new Problems();
  checkCommand(new Field(value, path, problems));
  problems.throwIfAny();
  return value as CommandBody;
}

const chatInput = 1;

function checkCommand(command: Field): void {
  if (!command.required() || !command.object()) return;
  const type = command.at("type");
  type.oneOf([chatInput, 2, 3, 4]);
  if ((type.value ?? chatInput) === chatInput) {
    checkName(command.at("name"));
    const description = command.at("description");
    if (description.required()) description.text(limits.commandDescription);
  } else if (command.at("name").required()) {
    command.at("name").text({ min: 1, max: 32, source: "Discord docs, command naming" });
  }
  checkCommandOptions(command.at("options"));
  if (countText(command.value as Json) > limits.commandTogether.max)
    command.refuse("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)");
}

function checkName(name: Field): void {
  if (!name.required() || typeof name.value !== "string") return;
  const text = name.value;
  if (!commandName.test(text) || text !== text.toLowerCase())
    name.refuse("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
}

function checkCommandOptions(list: Field): void {
  let sawOptional = false;
  const names = new Set<unknown>();
  for (const option of list.items(limits.commandOptions)) {
    checkName(option.at("name"));
    if (option.at("type").required()) option.at("type").oneOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const description = option.at("description");
    if (description.required()) description.text(limits.commandDescription);
    if (names.has(option.at("name").value))
      option.at("name").refuse("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name is used");
    names.add(option.at("name").value);
    const required = option.at("required").value === true;
    if (required && sawOptional)
      option.refuse(
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        "Required options must be placed before non-required options",
      );
    sawOptional ||= !required;
    checkChoices(option);
    checkCommandOptions(option.at("options"));
  }
}

function checkChoices(option: Field): void {
  const choices = option.at("choices").items(limits.commandChoices);
  for (const choice of choices) {
    if (choice.at("name").required()) choice.at("name").text(limits.choiceText);
    const value = choice.at("value");
    if (value.required() && typeof value.value === "string") value.text(limits.choiceText);
  }
  if (choices.length > 0 && option.at("autocomplete").value === true)
    option
      .at("autocomplete")
      .refuse("APPLICATION_COMMAND_AUTOCOMPLETE", "Cannot be used together with choices");
}

/** Names, descriptions and values, of the command and of everything in it. */
function countText(node: Json): number {
  const own = ["name", "description", "value"].map((key) => node[key]);
  const inner = ["options", "choices"].flatMap((key) => (node[key] as Json[] | undefined) ?? []);
  return (
    own.reduce<number>((sum, text) => sum + (typeof text === "string" ? lengthOf(text) : 0), 0) +
    inner.reduce((sum, child) => sum + countText(child), 0)
  );
}
