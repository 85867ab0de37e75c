import type { types } from "@slack/bolt";
import { OURS } from "../../src/presentation/button-ids.ts";
import { FORM_OF } from "../../src/presentation/buttons.ts";
import type { Form, FormPurpose } from "../../src/presentation/form.ts";
import { type Block, plain, quiet } from "./blocks.ts";
import { LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";
import { fieldBlocks } from "./render-input.ts";

type Purpose = FormPurpose["type"];

/** `parley:form:accept`: the callback_id of a form. */
export function formId(purpose: Purpose): string {
  return `${OURS}form:${purpose}`;
}

/** The purpose that {@link formId} wrote; undefined for any other id, such as an earlier version's. */
export function purposeOf(id: string | undefined): Purpose | undefined {
  return Object.values(FORM_OF).find((purpose) => formId(purpose) === id);
}

/**
 * Any form as a modal. `metadata` comes back with the submission. Undefined where it is more than a modal
 * of Slack's can hold: half a form would lose the other half.
 */
export function renderForm(
  form: Form,
  purpose: Purpose,
  metadata: string,
): types.ModalView | undefined {
  const blocks: Block[] = form.intro === undefined ? [] : [quiet(form.intro)];
  for (const field of form.fields) {
    const drawn = fieldBlocks(field);
    if (drawn === undefined) return undefined;
    blocks.push(...drawn);
    if (blocks.length >= LIMITS.blocksInView) return undefined;
  }
  blocks.push(quiet(form.note));
  const view: types.ModalView = {
    type: "modal",
    callback_id: formId(purpose),
    private_metadata: metadata,
    title: plain(clipToWeight(form.title, LIMITS.modalTitle)),
    submit: plain(clipToWeight(form.submit, LIMITS.modalTitle)),
    close: plain("Close"),
    blocks: focused(blocks),
  };
  return Buffer.byteLength(JSON.stringify(view)) > LIMITS.viewBytes ? undefined : view;
}

/** Writing can begin at once where the first field is one to write in. */
function focused(blocks: readonly Block[]): Block[] {
  const first = blocks.findIndex(({ type }) => type === "input");
  return blocks.map((block, index) =>
    index === first && block.type === "input" && block.element.type === "plain_text_input"
      ? { ...block, element: { ...block.element, focus_on_load: true } }
      : block,
  );
}
