import { discordAccount } from "../../src/core/account.ts";
import type { Reference } from "../../src/core/reference.ts";
import type { Inbound } from "../../src/presentation/platform.ts";
import { within } from "../../src/waiting/within.ts";
import { DRAFT_WITHIN_MS } from "./limits.ts";
import type { PlainInteraction } from "./receive.ts";

/**
 * An interaction with the guild it belongs to. Direct messages are of no guild: what is pressed in them
 * belongs to the one whose card the person was sent, if to any. Undefined when that cannot be known now.
 */
export async function withGuild(
  inbound: Inbound,
  interaction: PlainInteraction,
  reference: Reference | undefined,
): Promise<PlainInteraction | undefined> {
  if (interaction.guildId !== undefined || reference === undefined) return interaction;
  const looking = inbound.directWorkspace(reference, discordAccount(interaction.userId)).then(
    (guildId) => ({ ...interaction, guildId }),
    () => undefined,
  );
  return within(looking, DRAFT_WITHIN_MS);
}
