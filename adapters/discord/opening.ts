import type { Reference } from "../../src/core/reference.ts";
import type { Card } from "../../src/presentation/card.ts";
import type { Words } from "../../src/presentation/words.ts";
import { textBody } from "./body.ts";
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

/** The whole text as a file, byte for byte, for the one who asked. */
export async function showAll(
  { inbound, respond }: Deps,
  interaction: Served,
  reference: Reference,
): Promise<void> {
  const opened = await inbound.open(openRequestOf(interaction, reference, "show-all"));
  if (!opened.ok) return respond.say(interaction, opened.words);
  const data = Buffer.from(opened.whole);
  if (data.byteLength > MAX_FILE_BYTES) return respond.say(interaction, tooLarge(data.byteLength));
  // A large file may take longer to send than the first answer may.
  await respond.promise(interaction);
  const name = `artifact.${extensionOf(opened.card)}`;
  await respond.complete(interaction, textBody("Everything, exactly as it was sent:"), [
    { name, data },
  ]);
}

function tooLarge(bytes: number): Words {
  const mebibytes = (bytes / 1024 / 1024).toFixed(1);
  return [
    `The whole text has ${mebibytes} MiB, more than Discord takes as a file. Nothing changed. Ask whoever runs the workflow for it.`,
  ];
}

/** By what the card shows of it: fields and JSON are an object, a diff is one, all else is text. */
function extensionOf({ body }: Card): "json" | "diff" | "txt" {
  for (const block of body) {
    if (block.type === "fields" || (block.type === "code" && block.language === "json"))
      return "json";
    if (block.type === "code" && block.language === "diff") return "diff";
  }
  return "txt";
}
