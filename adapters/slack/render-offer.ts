import { buttonId } from "../../src/presentation/button-ids.ts";
import { openingOf } from "../../src/presentation/buttons.ts";
import type { Offer } from "../../src/presentation/platform.ts";
import { type Block, plain } from "./blocks.ts";
import { LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";

/** An offer with the interrupt that it is about. */
export interface OfferedForm extends Offer {
  /** What the button carries, as those of the card do. */
  readonly reference: string;
}

/** One button that opens the offered form. */
export function offerBlock({ purpose, label, reference }: OfferedForm): Block {
  return {
    type: "actions",
    elements: [
      {
        type: "button",
        action_id: buttonId(openingOf(purpose)),
        text: plain(clipToWeight(label, LIMITS.buttonText)),
        value: reference,
        style: "primary",
      },
    ],
  };
}
