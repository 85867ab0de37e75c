import { discordAccount } from "../../src/core/account.ts";
import type { Reference } from "../../src/core/reference.ts";
import type { Listing, ListPage } from "../../src/presentation/listing.ts";
import { isWords } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type MessageBody, textBody } from "./api-types.ts";
import { LIST_WITHIN_MS } from "./limits.ts";
import type { Deps, Served } from "./presses.ts";
import { open } from "./opening.ts";
import { renderListing, renderReadOnly } from "./render-listing.ts";
import { within } from "../../src/waiting/within.ts";
import { afterOthers, firstAnswerClock } from "./waiting.ts";
import { renderWords } from "./words.ts";

/** A page of a list, shown to nobody but the person who asks. */
export async function showPending(
  { inbound, respond, pause }: Deps,
  interaction: Served,
  page: ListPage,
): Promise<void> {
  const { userId, guildId: workspace, roles } = interaction;
  const left = firstAnswerClock(interaction);
  const asking = inbound.pending({ account: discordAccount(userId), workspace, roles, ...page });
  const answer = await within(asking, LIST_WITHIN_MS, pause);
  if (answer === undefined) {
    if (await respond.promise(interaction))
      await respond.complete(interaction, bodyOf(await asking));
    return;
  }
  if (isWords(answer)) await afterOthers(pause, left);
  await respond.answer(interaction, bodyOf(answer));
}

/** A line of a list as a card to read, for the one who asks; the message that decides is a link away. */
export async function showCard(
  deps: Deps,
  interaction: Served,
  reference: Reference,
): Promise<void> {
  const opened = await open(deps, interaction, reference, "card");
  if (opened === undefined) return;
  await deps.respond.answer(interaction, renderReadOnly(opened.card, opened.link));
}

function bodyOf(answer: Listing | Words): MessageBody {
  return isWords(answer) ? textBody(renderWords(answer)) : renderListing(answer);
}
