import { isWords } from "../../src/presentation/platform.ts";
import { textBody } from "./api-types.ts";
import type { Deps, Served } from "./presses.ts";
import { accountOf } from "./receive.ts";
import { renderListing } from "./render-listing.ts";
import { renderWords } from "./words.ts";

/** `/pending`: what waits for the person who asks, shown to nobody else. */
export async function showPending({ inbound, respond }: Deps, interaction: Served): Promise<void> {
  await respond.promise(interaction);
  const { userId, guildId } = interaction;
  const answer = await inbound.pending(accountOf(userId), guildId);
  const body = isWords(answer) ? textBody(renderWords(answer)) : renderListing(answer);
  await respond.complete(interaction, body);
}
