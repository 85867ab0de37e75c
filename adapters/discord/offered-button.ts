import { clip } from "../../src/presentation/text.ts";
import { BUTTON, type Button } from "./api-types.ts";
import { MAX_BUTTON_LABEL } from "./limits.ts";

/** A button in a note to one person. Blue: it is the one thing to do now; grey among others. */
export function offeredButton(label: string, id: string, style: 1 | 2 = 1): Button {
  return { type: BUTTON, style, label: clip(label, MAX_BUTTON_LABEL), custom_id: id };
}
