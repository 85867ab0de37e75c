import type { types } from "@slack/bolt";
import { formatReference } from "../../src/core/reference.ts";
import type { Log } from "../../src/core/log.ts";
import type { Form } from "../../src/presentation/form.ts";
import type { FieldProblem } from "../../src/presentation/form-filling.ts";
import type { Inbound, PressResult, Refused } from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED, RESTARTING } from "../../src/presentation/wording.ts";
import type { Words } from "../../src/presentation/words.ts";
import { type Pause, within } from "../../src/waiting/within.ts";
import type { Acknowledge } from "./acknowledge.ts";
import { blockOf, collectValues } from "./collect.ts";
import { CLOCKS, LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";
import type { SentForm } from "./receive.ts";
import { noteView } from "./render-views.ts";
import { resultOf, resultTeller } from "./results.ts";
import type { ApiOf } from "./workspaces.ts";
import { wordsPlain } from "./words.ts";

/** Answers to a submitted form that this adapter gives; none closes the form. */
export type FormAnswer =
  | { readonly response_action: "errors"; readonly errors: Record<string, string> }
  | { readonly response_action: "update"; readonly view: types.ModalView };

interface SubmittingDeps {
  readonly inbound: Inbound;
  readonly apiOf: ApiOf;
  readonly log: Log;
  readonly stopping: () => boolean;
  readonly pause: Pause;
}

/** Takes a form that was sent; answers beside its fields, in its place, or by closing it. */
export function submitting({ inbound, apiOf, log, stopping, pause }: SubmittingDeps) {
  const tellResult = resultTeller(apiOf, log);

  return async (sent: SentForm, acknowledge: Acknowledge<FormAnswer>): Promise<void> => {
    if (stopping()) return acknowledge(staying(sent, RESTARTING));
    let shown: Form | undefined;
    const collect = (form: Form) => {
      shown = form;
      return collectValues(form, sent.state);
    };
    const { press, purpose } = sent;
    const taking = inbound.submit({ press, purpose, collect }, CLOCKS.submission);
    const teller = { reply: press.reply, reference: formatReference(press.reference) };
    const inTime = await within(taking.then(resultOf), CLOCKS.inTime, pause);
    if (inTime !== undefined) {
      await acknowledge(answerTo(sent, shown, inTime));
      // Whoever closed a form has heard everything but what comes with a success.
      if (inTime.ok) await tellResult(teller, taking, await taking);
      return;
    }
    const taken = await Promise.race([taking, Promise.resolve(undefined)]);
    // A form that closes looks taken: one that is not yet recorded stays, with what was typed in it.
    await acknowledge(taken === undefined ? staying(sent, NOT_CONFIRMED) : undefined);
    await tellResult(teller, taking, taken);
  };
}

/** Undefined closes the form. */
function answerTo(
  sent: SentForm,
  shown: Form | undefined,
  result: PressResult,
): FormAnswer | undefined {
  if (result.ok) return undefined;
  const { problems = [] } = result;
  if (problems.length > 0) return besideFields(sent, shown, problems, result);
  return result.correctable ? staying(sent, result.words) : replaced(sent, result);
}

/** Every problem at its field, those of one block together; what was typed stays. */
function besideFields(
  sent: SentForm,
  shown: Form | undefined,
  problems: readonly FieldProblem[],
  result: Refused,
): FormAnswer {
  const [first] = sent.inputs;
  if (first === undefined) return replaced(sent, result);
  const errors: Record<string, string> = {};
  for (const { field, sentence } of problems) {
    const place = shown === undefined ? field : blockOf(shown, field, sent.state);
    const block = sent.inputs.includes(place) ? place : first;
    errors[block] = errors[block] === undefined ? sentence : `${errors[block]} ${sentence}`;
  }
  const clipped = Object.entries(errors).map(([block, text]) => [block, fieldError(text)] as const);
  return { response_action: "errors", errors: Object.fromEntries(clipped) };
}

/** The form stays with what was typed in it; Slack shows words only beside a field. */
function staying(sent: SentForm, words: Words): FormAnswer {
  const [first] = sent.inputs;
  if (first === undefined) return closedForm(sent.title, words);
  return { response_action: "errors", errors: { [first]: fieldError(wordsPlain(words)) } };
}

/** What was typed stands below the words, so that it can be copied. */
function replaced(sent: SentForm, { words, offer }: Refused): FormAnswer {
  const { title, press, metadata, typed } = sent;
  const reference = formatReference(press.reference);
  const help = offer === undefined ? undefined : { button: { ...offer, reference }, metadata };
  return { response_action: "update", view: noteView(titleOr(title), words, { help, typed }) };
}

/** Words in the place of a form that is of no use any more. */
export function closedForm(title: string, words: Words): FormAnswer {
  return { response_action: "update", view: noteView(titleOr(title), words) };
}

const titleOr = (title: string): string => (title.trim() === "" ? "Form" : title);

const fieldError = (text: string): string => clipToWeight(text, LIMITS.fieldError);
