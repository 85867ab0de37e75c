import { type ListName, LISTS } from "../../src/presentation/listing.ts";
import type { Words } from "../../src/presentation/words.ts";
import { NOT_RECORDED, NOT_SERVED_HERE, UNKNOWN_BUTTON } from "../../src/presentation/wording.ts";
import { PENDING } from "./commands.ts";
import { withGuild } from "./direct.ts";
import { handBack } from "./hand-back.ts";
import { openForm } from "./open-form.ts";
import { showAll } from "./opening.ts";
import { showCard, showPending } from "./pending.ts";
import { type Deps, pressButton, type Served } from "./presses.ts";
import {
  isOpening,
  type PlainInteraction,
  type Pressed,
  readCustomId,
  readListButton,
} from "./receive.ts";
import { parseStep } from "../../src/presentation/step-ids.ts";
import { pressStep } from "./steps.ts";
import { submitForm } from "./submit-form.ts";

/** Takes one interaction to whoever handles it. Those of other makers are left alone. */
export async function handleInteraction(
  deps: Deps,
  guilds: readonly string[],
  received: PlainInteraction,
): Promise<void> {
  const { what } = received;
  if (what.kind === "other") return;
  if (what.kind === "command" && what.name !== PENDING.name) return;
  const listed = what.kind === "button" ? readListButton(what.customId) : undefined;
  const step = what.kind === "button" ? parseStep(what.customId) : undefined;
  const pressed = what.kind === "command" ? undefined : readCustomId(what.customId);
  if (what.kind !== "command" && pressed === undefined) return;
  const say = async (words: Words) => void (await deps.respond.say(received, words));
  const reference =
    step?.reference ?? (typeof pressed === "object" ? pressed.reference : undefined);
  const cameAt = performance.now();
  const interaction = await withGuild(deps.inbound, { ...received, cameAt }, reference);
  if (interaction === undefined) return say(NOT_RECORDED);
  if (!isServed(interaction, guilds)) return say(NOT_SERVED_HERE);
  if (what.kind === "command") {
    return showPending(deps, interaction, { list: listNamed(what.list), page: 0 });
  }
  if (listed !== undefined) {
    return "card" in listed
      ? showCard(deps, interaction, listed.card)
      : showPending(deps, interaction, listed.wanted);
  }
  if (step !== undefined) return pressStep(deps, interaction, step);
  if (what.kind === "modal") return takeForm(deps, { ...interaction, what }, pressed);
  if (pressed === undefined || pressed === "unknown") return say(UNKNOWN_BUTTON);
  const { action, place } = pressed;
  if (isOpening(action))
    return openForm(deps, interaction, { action, reference: pressed.reference, place });
  if (action === "show-all") return showAll(deps, interaction, pressed.reference);
  return pressButton(deps, interaction, pressed.reference, action);
}

/** Discord sends only what it was told to offer; without a choice it is one's own. */
function listNamed(name: string | undefined): ListName {
  return LISTS.find((each) => each === name) ?? "mine";
}

type SentForm = Served & { readonly what: { readonly kind: "modal" } };

async function takeForm(
  deps: Deps,
  interaction: SentForm,
  pressed: Pressed | undefined,
): Promise<void> {
  const filledIn = interaction.what;
  if (pressed === undefined || pressed === "unknown" || !isOpening(pressed.action)) {
    return unknownForm(deps, interaction);
  }
  const { action, reference, place } = pressed;
  // A form that an earlier version showed, or none of ours.
  if (place === undefined) return unknownForm(deps, interaction);
  return submitForm(deps, interaction, { action, reference, place, filledIn });
}

async function unknownForm({ respond }: Deps, interaction: SentForm): Promise<void> {
  await respond.say(interaction, UNKNOWN_BUTTON, handBack([...interaction.what.texts.values()]));
}

function isServed(interaction: PlainInteraction, guilds: readonly string[]): interaction is Served {
  const { guildId, isAmongPeople = false } = interaction;
  return guildId !== undefined && guilds.includes(guildId) && !isAmongPeople;
}
