import type { Words } from "../../src/presentation/words.ts";
import { NOT_SERVED_HERE, UNKNOWN_BUTTON } from "../../src/presentation/wording.ts";
import { PENDING } from "./commands.ts";
import { openAnswer, showAll } from "./opening.ts";
import { showPending } from "./pending.ts";
import { type Deps, pressButton, type Served, submitAnswer } from "./presses.ts";
import { type PlainInteraction, readCustomId } from "./receive.ts";

/** Takes one interaction to whoever handles it. Those of other makers are left alone. */
export async function handleInteraction(
  deps: Deps,
  guilds: readonly string[],
  interaction: PlainInteraction,
): Promise<void> {
  const { what } = interaction;
  if (what.kind === "other") return;
  if (what.kind === "command" && what.name !== PENDING.name) return;
  const pressed = what.kind === "command" ? undefined : readCustomId(what.customId);
  if (what.kind !== "command" && pressed === undefined) return;
  const say = async (words: Words) => void (await deps.respond.say(interaction, words));
  if (!isServed(interaction, guilds)) return say(NOT_SERVED_HERE);
  if (what.kind === "command") return showPending(deps, interaction);
  if (pressed === undefined || pressed === "unknown") return say(UNKNOWN_BUTTON);
  const { action, reference } = pressed;
  if (what.kind === "modal") {
    if (action !== "answer") return say(UNKNOWN_BUTTON);
    return submitAnswer(deps, { ...interaction, what }, reference);
  }
  switch (action) {
    case "accept":
    case "reject":
    case "go":
    case "stop":
      return pressButton(deps, interaction, reference, action);
    case "answer":
      return openAnswer(deps, interaction, reference);
    case "show-all":
      return showAll(deps, interaction, reference);
    default:
      return say(UNKNOWN_BUTTON);
  }
}

function isServed(interaction: PlainInteraction, guilds: readonly string[]): interaction is Served {
  return interaction.guildId !== undefined && guilds.includes(interaction.guildId);
}
