import { refusals } from "./api-error.ts";
import { readCommand, readCommands, type CommandBody } from "./body/command.ts";
import { limits } from "./body/limits.ts";
import type { Json } from "./json.ts";
import type { Snowflakes } from "./snowflake.ts";

export interface Command extends CommandBody {
  readonly id: string;
  readonly guildId?: string;
  readonly version: string;
}

/** Registered commands, global ones and those of a guild. The same name overwrites. */
export class Commands {
  readonly #snowflakes: Snowflakes;
  #all: Command[] = [];

  constructor(snowflakes: Snowflakes) {
    this.#snowflakes = snowflakes;
  }

  in(guildId?: string): Command[] {
    return this.#all.filter((command) => command.guildId === guildId);
  }

  get all(): readonly Command[] {
    return this.#all;
  }

  replace(body: unknown, guildId?: string): Command[] {
    const commands = readCommands(body);
    if (commands.length > limits.commandsInScope.max) throw refusals.tooManyCommands();
    const before = this.in(guildId);
    const kept = this.#all.filter((command) => command.guildId !== guildId);
    const made = commands.map((command) => this.#make(command, before, guildId));
    this.#all = [...kept, ...made];
    return made;
  }

  upsert(body: unknown, guildId?: string): { command: Command; created: boolean } {
    const command = readCommand(body);
    const before = this.in(guildId);
    const same = before.find(({ name }) => name === command.name);
    if (same === undefined && before.length >= limits.commandsInScope.max)
      throw refusals.tooManyCommands();
    const made = this.#make(command, before, guildId);
    this.#all = [...this.#all.filter((other) => other !== same), made];
    return { command: made, created: same === undefined };
  }

  delete(id: string, guildId?: string): void {
    const command = this.in(guildId).find((candidate) => candidate.id === id);
    if (command === undefined) throw refusals.unknownCommand();
    this.#all = this.#all.filter((other) => other !== command);
  }

  #make(body: CommandBody, before: readonly Command[], guildId?: string): Command {
    const id = before.find(({ name }) => name === body.name)?.id ?? this.#snowflakes.next();
    const version = this.#snowflakes.next();
    return { ...body, id, version, ...(guildId === undefined ? {} : { guildId }) };
  }
}

export function wireCommand(command: Command, applicationId: string): Json {
  const { guildId, ...body } = command;
  return {
    type: 1,
    default_member_permissions: null,
    name_localizations: null,
    description_localizations: null,
    nsfw: false,
    ...body,
    application_id: applicationId,
    ...(guildId === undefined ? {} : { guild_id: guildId }),
  };
}
