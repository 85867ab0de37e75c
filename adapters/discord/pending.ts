import type { Listing } from "../../src/presentation/listing.ts";
import { isWords } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type MessageBody, textBody } from "./api-types.ts";
import { LIST_WITHIN_MS } from "./limits.ts";
import type { Deps, Served } from "./presses.ts";
import { accountOf } from "./receive.ts";
import { renderListing } from "./render-listing.ts";
import { within } from "../../src/waiting/within.ts";
import { afterOthers, firstAnswerClock } from "./waiting.ts";
import { renderWords } from "./words.ts";

/** `/pending`: what waits for the person who asks, shown to nobody else. */
export async function showPending(
  { inbound, respond, pause }: Deps,
  interaction: Served,
): Promise<void> {
  const { userId, guildId } = interaction;
  const left = firstAnswerClock();
  const asking = inbound.pending(accountOf(userId), guildId);
  const answer = await within(asking, LIST_WITHIN_MS, pause);
  if (answer === undefined) {
    if (await respond.promise(interaction))
      await respond.complete(interaction, bodyOf(await asking));
    return;
  }
  if (isWords(answer)) await afterOthers(pause, left);
  await respond.answer(interaction, bodyOf(answer));
}

function bodyOf(answer: Listing | Words): MessageBody {
  return isWords(answer) ? textBody(renderWords(answer)) : renderListing(answer);
}
