import type { Interrupt } from "../core/interrupt.ts";
import type { Interview, InterviewAnswer } from "../core/interview.ts";
import { canonicalJson } from "../core/json.ts";
import { readForm } from "./form-filling.ts";
import type { FormField, FormValues } from "./form.ts";
import { givenWords, type InterviewForm, questionOf, stepOf } from "./interview.ts";
import { ANSWERS_NOT_SENT, ANSWERS_SENT, ASKED_AGAIN, NOT_ASKED_ANY_MORE } from "./wording.ts";
import type { Words } from "./words.ts";

/** What stands where something was asked, once it is not asked any more: without a button to press. */

/** Of the step before the present one; undefined where nothing is known of it. */
export function passedWords(form: InterviewForm, interview: Interview): Words | undefined {
  const { before, changing, answers } = interview;
  const fieldOf = (id: string | undefined) => form.fields.find((field) => field.id === id);
  const answered = fieldOf(before);
  if (answered !== undefined) {
    const answer = answers[answered.id];
    return answer && answeredWords(form, answered, answer);
  }
  const again = fieldOf(changing);
  return again && ASKED_AGAIN(questionOf(form, again));
}

/** Of the present step, when the interrupt has ended. */
export function overWords(interrupt: Interrupt, form: InterviewForm, interview: Interview): Words {
  const step = stepOf(form, interview);
  if (step.type === "question") return NOT_ASKED_ANY_MORE(step.question);
  return isSent(interrupt, interview) ? ANSWERS_SENT : ANSWERS_NOT_SENT;
}

/** A question and what was answered to it, and by whom. */
export function answeredWords(
  form: InterviewForm,
  field: FormField,
  { given, by }: InterviewAnswer,
): Words {
  return [`${questionOf(form, field)}\n${givenWords(field, given)} · ${by}`];
}

/** What was answered one by one, as a form that was filled in. */
export function valuesOf({ answers }: Interview): FormValues {
  return Object.fromEntries(Object.entries(answers).map(([id, { given }]) => [id, given]));
}

/** Is it these answers that the interrupt ended with? */
function isSent({ payload, outcome }: Interrupt, interview: Interview): boolean {
  if (outcome?.kind !== "answered") return false;
  const read = readForm(payload, { type: "answer" }, valuesOf(interview));
  return read?.ok === true && canonicalJson(read.value) === canonicalJson(outcome.resumeValue);
}
