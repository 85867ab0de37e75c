import type { Reference } from "../../src/core/reference.ts";
import type { Opened, OpenRequest } from "../../src/presentation/platform.ts";
import { NOT_OPENED, tooLargeWords, WHOLE_FOLLOWS } from "../../src/presentation/wording.ts";
import { textBody } from "./api-types.ts";
import { ANSWER_BY_MS, MAX_FILE_BYTES } from "./limits.ts";
import type { Deps, Served } from "./presses.ts";
import { openRequestOf } from "./receive.ts";
import { within } from "../../src/waiting/within.ts";
import { afterOthers, firstAnswerClock } from "./waiting.ts";

/** The whole texts as files, byte for byte, for the one who asked. */
export async function showAll(
  deps: Deps,
  interaction: Served,
  reference: Reference,
): Promise<void> {
  const { respond } = deps;
  const opened = await open(deps, interaction, reference, "show-all");
  if (opened === undefined) return;
  const files = opened.whole.map(({ name, text }) => ({ name, data: Buffer.from(text) }));
  const bytes = files.reduce((sum, { data }) => sum + data.byteLength, 0);
  if (bytes > MAX_FILE_BYTES) {
    await respond.say(interaction, tooLargeWords(bytes, "discord"));
    return;
  }
  // Large files may take longer to send than the first answer may.
  if (!(await respond.promise(interaction))) return;
  await respond.complete(interaction, textBody(WHOLE_FOLLOWS), files);
}

/** What is to be shown; undefined when the person has heard why it is not. */
export async function open(
  { inbound, respond, pause }: Deps,
  interaction: Served,
  reference: Reference,
  purpose: OpenRequest["purpose"],
): Promise<(Opened & { readonly ok: true }) | undefined> {
  const left = firstAnswerClock(interaction);
  const opening = inbound.open(openRequestOf(interaction, reference, purpose));
  const opened = await within(opening, ANSWER_BY_MS, pause);
  if (opened?.ok === true) return opened;
  // What the rules say, every replica says; the store may be away from this one alone.
  if (opened?.storeAway !== false) await afterOthers(pause, left);
  await respond.say(interaction, opened?.words ?? NOT_OPENED);
  return undefined;
}
