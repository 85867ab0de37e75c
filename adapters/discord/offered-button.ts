import { clip } from "../../src/presentation/text.ts";
import { BUTTON, type Button } from "./api-types.ts";
import { MAX_BUTTON_LABEL } from "./limits.ts";

/** A button in a note to one person. Blue: it opens something. */
export function offeredButton(label: string, id: string): Button {
  return { type: BUTTON, style: 1, label: clip(label, MAX_BUTTON_LABEL), custom_id: id };
}
