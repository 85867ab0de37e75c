import type { Words } from "../../src/presentation/words.ts";
import { PENDING } from "./commands.ts";
import { openAnswer, showAll } from "./opening.ts";
import { showPending } from "./pending.ts";
import { type Deps, pressButton, type Served, submitAnswer } from "./presses.ts";
import { type PlainInteraction, readCustomId } from "./receive.ts";

const UNKNOWN: Words = ["This button is not known here. Nothing changed."];
const NOT_HERE: Words = [
  "Requests are decided in the channel of a server that parley serves, not here. Nothing changed.",
];

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
  if (!isServed(interaction, guilds)) return deps.respond.say(interaction, NOT_HERE);
  if (what.kind === "command") return showPending(deps, interaction);
  if (pressed === undefined || pressed === "unknown") {
    return deps.respond.say(interaction, UNKNOWN);
  }
  const { action, reference } = pressed;
  if (what.kind === "modal") {
    if (action !== "answer") return deps.respond.say(interaction, UNKNOWN);
    return submitAnswer(deps, { ...interaction, what }, reference);
  }
  switch (action) {
    case "accept":
    case "reject":
      return pressButton(deps, interaction, reference, action);
    case "answer":
      return openAnswer(deps, interaction, reference);
    case "show-all":
      return showAll(deps, interaction, reference);
  }
}

function isServed(interaction: PlainInteraction, guilds: readonly string[]): interaction is Served {
  return interaction.guildId !== undefined && guilds.includes(interaction.guildId);
}
