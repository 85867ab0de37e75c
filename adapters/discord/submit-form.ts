import type { DraftInputs, DraftName } from "../../src/core/ports/drafts.ts";
import { formatReference } from "../../src/core/reference.ts";
import { FORM_OF } from "../../src/presentation/buttons.ts";
import type { Form, FormValues } from "../../src/presentation/form.ts";
import type { Refused, Submitted } from "../../src/presentation/platform.ts";
import { RECORDED } from "../../src/presentation/wording.ts";
import { sameText } from "../../src/presentation/typed-text.ts";
import type { Words } from "../../src/presentation/words.ts";
import { within } from "../../src/waiting/within.ts";
import { collected } from "./collect.ts";
import { type FormLayout, layoutOf, pageOf } from "./form-layout.ts";
import { formId, type FormPlace } from "./form-place.ts";
import {
  continueLabel,
  DRAFT_GONE,
  FIX_LABEL,
  FORM_CHANGED,
  pageKept,
  problemWords,
} from "./form-words.ts";
import { handBack } from "./hand-back.ts";
import { DRAFT_WITHIN_MS, READ_WITHIN_MS, RECORD_WITHIN_MS, RESULT_WITHIN_MS } from "./limits.ts";
import { draftOf, type FormAsked } from "./open-form.ts";
import { type About, beside, type Deps, followResult, type Served, take } from "./presses.ts";
import { offeredButton } from "./offered-button.ts";
import { type FilledIn, inputsOf, pressOf } from "./receive.ts";
import { buttonRows } from "./render.ts";
import type { Extra } from "./respond.ts";
import { afterOthers, firstAnswerClock } from "./waiting.ts";

/** A page of a form that was sent. */
export interface SentPage extends FormAsked {
  readonly place: FormPlace;
  readonly filledIn: FilledIn;
}

/** Keeps a page that others follow, or sends the form. Nothing typed is lost by whatever comes of it. */
export async function submitForm(deps: Deps, interaction: Served, sent: SentPage): Promise<void> {
  const { page, pages, mode } = sent.place;
  return mode === "walk" && page < pages
    ? keepPage(deps, interaction, sent)
    : sendForm(deps, interaction, sent);
}

/** No form can follow a form, so a note with a button comes between two pages. */
async function keepPage(deps: Deps, interaction: Served, sent: SentPage): Promise<void> {
  const { respond, pause, inbound } = deps;
  const { place, filledIn } = sent;
  const left = firstAnswerClock(interaction);
  const draft = draftOf(interaction, sent, place.mark);
  const kept = await inbound.drafts.save(draft, inputsOf(filledIn), READ_WITHIN_MS);
  if (!kept.ok) {
    await afterOthers(pause, left);
    await respond.say(interaction, kept.words, handBack([...filledIn.texts.values()]));
    return;
  }
  const next = { ...place, page: place.page + 1 };
  const label = continueLabel(next.page, next.pages);
  await respond.say(interaction, pageKept(place.page, place.pages), leadingTo(sent, next, label));
}

function leadingTo({ action, reference }: FormAsked, place: FormPlace, label: string): Extra {
  const id = formId(action, formatReference(reference), place);
  return { components: buttonRows([offeredButton(label, id)]) };
}

/**
 * The whole form. The first answer waits for the result for a moment: it alone can say what is wrong
 * beside what was typed.
 */
async function sendForm(deps: Deps, interaction: Served, sent: SentPage): Promise<void> {
  const { respond, pause, inbound } = deps;
  const left = firstAnswerClock(interaction);
  const started = performance.now();
  const draft = draftOf(interaction, sent, sent.place.mark);
  const earlier = await earlierPages(deps, draft, sent.place);
  if (!earlier.ok) {
    await afterOthers(pause, left);
    const typed = handBack([...sent.filledIn.texts.values()]);
    await respond.say(interaction, earlier.words, typed);
    return;
  }
  const inputs = { ...earlier.inputs, ...inputsOf(sent.filledIn) };
  const reading = readingOf(sent, inputs);
  const submission = {
    press: pressOf(interaction, sent.reference),
    purpose: FORM_OF[sent.action],
    collect: reading.collect,
  };
  const since = performance.now() - started;
  const submitting = inbound.submit(submission, RECORD_WITHIN_MS - since);
  const taken = await take(deps, interaction, reading.judged(submitting), reading, left);
  if (taken?.state === "refused") {
    return refuse(deps, interaction, { sent, reading, draft, inputs, left, result: taken.result });
  }
  if (taken === undefined) return;
  const wait = Math.max(0, RESULT_WITHIN_MS - (performance.now() - started));
  const result = await within(taken.result, wait, pause);
  if (result === undefined) await respond.say(interaction, RECORDED);
  else if (!result.ok) await respond.say(interaction, result.words, beside(result, reading));
  else if (result.words !== undefined) await respond.say(interaction, result.words);
  else await respond.acknowledge(interaction);
  const final = result ?? (await taken.result);
  if (result === undefined) await followResult(deps, interaction, final, reading);
  if (final.ok) await inbound.drafts.drop(draft, READ_WITHIN_MS);
}

/** What was typed on the pages before; nothing is looked up for a form of one page, which is all there. */
async function earlierPages({ inbound }: Deps, draft: DraftName, { pages }: FormPlace) {
  if (pages === 1) return { ok: true, inputs: {} } as const;
  return inbound.drafts.load(draft, DRAFT_WITHIN_MS);
}

interface Reading extends About {
  readonly collect: (form: Form) => FormValues;
  /** The form that was read and its layout, once it was. */
  readonly form: () => { readonly form: Form; readonly layout: FormLayout } | undefined;
  /** What became of it, with the true reason where it could not be read. */
  readonly judged: (submitting: Promise<Submitted>) => Promise<Submitted>;
}

/** Reads what was sent, given the form: only if it is still the form that was shown, and nothing is missing. */
function readingOf({ place, reference, filledIn }: SentPage, inputs: DraftInputs): Reading {
  let read: { form: Form; layout: FormLayout; values: FormValues } | undefined;
  let lost: Words | undefined;
  return {
    reference,
    form: () => read,
    typed: () => handBack(read === undefined ? [...filledIn.texts.values()] : typedIn(read)),
    collect(form) {
      const laid = layoutOf(form);
      const layout = laid.ok && laid.layout.mark === place.mark ? laid.layout : undefined;
      const values = layout === undefined ? undefined : collected(form, layout, inputs);
      if (layout === undefined || values === undefined) {
        lost = layout === undefined ? FORM_CHANGED : DRAFT_GONE;
        // Whatever was returned instead might be taken for an answer.
        throw new Error("a form that was sent is not whole, or is another one by now");
      }
      read = { form, layout, values };
      return values;
    },
    async judged(submitting) {
      const submitted = await submitting;
      if (lost === undefined) return submitted;
      return { state: "refused", result: { ok: false, words: lost, correctable: false } };
    },
  };
}

/** The texts that somebody wrote or changed. */
function typedIn({ form, values }: { form: Form; values: FormValues }): readonly string[] {
  return form.fields.flatMap((field) => {
    const value = values[field.id];
    if ("options" in field || typeof value !== "string") return [];
    return sameText(field.initial ?? "", value) ? [] : [value];
  });
}

interface Refusal {
  readonly sent: SentPage;
  readonly reading: Reading;
  readonly draft: DraftName;
  readonly inputs: DraftInputs;
  readonly left: () => number;
  readonly result: Refused;
}

/** What is wrong, with the way back into the form as it was filled in, where that would help. */
async function refuse(deps: Deps, interaction: Served, refusal: Refusal): Promise<void> {
  const { respond, pause, inbound } = deps;
  const { sent, reading, draft, inputs, left, result } = refusal;
  const { problems = [] } = result;
  const read = reading.form();
  const [first] = problems;
  if (first === undefined || read === undefined) {
    // Another replica may have recorded this very form, and then this one finds nothing left to decide.
    await afterOthers(pause, left);
    await respond.say(interaction, result.words, beside(result, reading));
    return;
  }
  const words = problemWords(result.words, problems, read.form);
  const kept = await inbound.drafts.save(draft, inputs, Math.min(DRAFT_WITHIN_MS, left()));
  const page = pageOf(read.layout, first.field);
  const extra = kept.ok
    ? leadingTo(sent, { ...sent.place, page, mode: "fix" }, FIX_LABEL)
    : beside(result, reading);
  await respond.say(interaction, words, extra);
}
