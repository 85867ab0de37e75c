import { discordAccount } from "../../src/core/account.ts";
import type { DraftInputs, DraftName } from "../../src/core/ports/drafts.ts";
import { formatReference, type Reference } from "../../src/core/reference.ts";
import { FORM_OF, type OpeningAction } from "../../src/presentation/buttons.ts";
import { FORM_GONE } from "../../src/presentation/wording.ts";
import type { Words } from "../../src/presentation/words.ts";
import { areThere } from "./collect.ts";
import { type FormLayout, layoutOf } from "./form-layout.ts";
import { formId, type FormPlace } from "./form-place.ts";
import { DRAFT_GONE, FORM_CHANGED, tooMuchWords } from "./form-words.ts";
import { DRAFT_WITHIN_MS } from "./limits.ts";
import { open } from "./opening.ts";
import type { Deps, Served } from "./presses.ts";
import { renderPage } from "./render-form.ts";
import { afterOthers, firstAnswerClock } from "./waiting.ts";

/** A form that somebody asks for: by a button of a card, or a page of it by a button in a note. */
export interface FormAsked {
  readonly action: OpeningAction;
  readonly reference: Reference;
  readonly place?: FormPlace | undefined;
}

/**
 * Opens a page of a form. A form has to be the first answer, so the reads before it are short. What the
 * same person typed into this form before, and did not send, stands in it again.
 */
export async function openForm(deps: Deps, interaction: Served, asked: FormAsked): Promise<void> {
  const { respond, pause } = deps;
  const { action, reference, place } = asked;
  const left = firstAnswerClock(interaction);
  const opened = await open(deps, interaction, reference, FORM_OF[action]);
  if (opened === undefined) return;
  const { form, card } = opened;
  const say = async (words: Words) => void (await respond.say(interaction, words));
  if (form === undefined) return say(FORM_GONE);
  const laid = layoutOf(form);
  if (!laid.ok) return say(tooMuchWords(laid, card, action));
  const { layout } = laid;
  if (place !== undefined && place.mark !== layout.mark) return say(FORM_CHANGED);
  const draft = draftOf(interaction, asked, layout.mark);
  const loaded = await deps.inbound.drafts.load(draft, DRAFT_WITHIN_MS);
  if (!loaded.ok && place !== undefined) {
    await afterOthers(pause, left);
    return say(loaded.words);
  }
  const typed = loaded.ok ? loaded.inputs : {};
  if (place !== undefined && !leadsHere(layout, place, typed)) return say(DRAFT_GONE);
  const { mark, pages } = layout;
  const at: FormPlace = place ?? { page: 1, pages: pages.length, mark, mode: "walk" };
  const customId = formId(action, formatReference(reference), at);
  await respond.show(interaction, renderPage({ form, layout, place: at, customId, typed }));
}

/** Is everything there that this page stands on: the pages before it, or all when it is to be mended? */
function leadsHere({ pages }: FormLayout, { page, mode }: FormPlace, typed: DraftInputs): boolean {
  return areThere(pages.slice(0, mode === "fix" ? pages.length : page - 1).flat(), typed);
}

export function draftOf(
  { userId }: Served,
  { action, reference }: FormAsked,
  mark: string,
): DraftName {
  return { reference, purpose: FORM_OF[action], account: discordAccount(userId), form: mark };
}
