import type { Card } from "../../src/presentation/card.ts";
import { CLOSING_DECIDES_NOTHING } from "../../src/presentation/wording.ts";
import { clip } from "../../src/presentation/text.ts";
import { ANSWER_INPUT, LABEL, type ModalBody, TEXT_DISPLAY, TEXT_INPUT } from "./api-types.ts";
import { MAX_MODAL_TITLE, MAX_TYPED_ANSWER } from "./limits.ts";
import { neutralise, quote } from "./markdown.ts";
import { customId } from "./render.ts";

/** Longest question the form repeats; the card has it whole or says how to get it. */
const MAX_QUESTION = 1000;

/** The form in which a question is answered. */
export function answerModal(card: Card): ModalBody {
  const question = clip(card.question ?? card.title, MAX_QUESTION);
  return {
    custom_id: customId("answer", card.reference),
    title: clip("Answer", MAX_MODAL_TITLE),
    components: [
      { type: TEXT_DISPLAY, content: quote(neutralise(question)) },
      {
        type: LABEL,
        label: "Your answer",
        description: CLOSING_DECIDES_NOTHING,
        component: {
          type: TEXT_INPUT,
          custom_id: ANSWER_INPUT,
          // Several lines.
          style: 2,
          required: true,
          min_length: 1,
          max_length: MAX_TYPED_ANSWER,
        },
      },
    ],
  };
}
