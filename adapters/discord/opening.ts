import type { Reference } from "../../src/core/reference.ts";
import type { Words } from "../../src/presentation/words.ts";
import { textBody } from "./api-types.ts";
import { MAX_FILE_BYTES } from "./limits.ts";
import type { Deps, Served } from "./presses.ts";
import { openRequestOf } from "./receive.ts";
import { answerModal } from "./render-modal.ts";

/** Opens the form for an answer. A form has to be the first answer, so the read before it is short. */
export async function openAnswer(
  { inbound, respond }: Deps,
  interaction: Served,
  reference: Reference,
): Promise<void> {
  const opened = await inbound.open(openRequestOf(interaction, reference, "answer"));
  if (!opened.ok) return respond.say(interaction, opened.words);
  await respond.show(interaction, answerModal(opened.card));
}

/** The whole texts as files, byte for byte, for the one who asked. */
export async function showAll(
  { inbound, respond }: Deps,
  interaction: Served,
  reference: Reference,
): Promise<void> {
  const opened = await inbound.open(openRequestOf(interaction, reference, "show-all"));
  if (!opened.ok) return respond.say(interaction, opened.words);
  const files = opened.whole.map(({ name, text }) => ({
    name,
    data: Buffer.from(text),
  }));
  const bytes = files.reduce((sum, { data }) => sum + data.byteLength, 0);
  if (bytes > MAX_FILE_BYTES) return respond.say(interaction, tooLarge(bytes));
  // Large files may take longer to send than the first answer may.
  await respond.promise(interaction);
  await respond.complete(interaction, textBody("Everything, exactly as it was sent:"), files);
}

function tooLarge(bytes: number): Words {
  const mebibytes = (bytes / 1024 / 1024).toFixed(1);
  return [
    `The whole text has ${mebibytes} MiB, more than Discord takes as a file. Nothing changed. Ask whoever runs the workflow for it.`,
  ];
}
