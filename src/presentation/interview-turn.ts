import type { Interview } from "../core/interview.ts";
import type { Payload } from "../core/payload.ts";
import type { FormField } from "./form.ts";
import {
  type InterviewForm,
  problemOf,
  passedOver,
  questionOf,
  type Step,
  stepOf,
  typedGiven,
} from "./interview.ts";
import { answeredWords } from "./interview-past.ts";
import type { Said } from "./platform.ts";
import { ASKED_AGAIN, QUESTION_OVER, SEND_OR_CHANGE, TOO_EARLY } from "./wording.ts";
import type { Words } from "./words.ts";

/** What becomes of an interview when somebody answers, passes over, or has asked again. */

/** An interview as it stands when somebody does something in it. */
export interface InterviewThere {
  readonly payload: Payload;
  readonly form: InterviewForm;
  readonly interview: Interview;
  /** Could whoever wrote see the present question when they did? */
  readonly isSeen: boolean;
}

/** What an interview is after that, or why it stays as it is. */
export type Next =
  { readonly interview: Interview; readonly words?: Words } | { readonly refused: Words };

/** What somebody did in it. */
export function turnOf(there: InterviewThere, did: Said["did"], by: string): Next {
  const { interview, form } = there;
  const step = stepOf(form, interview);
  if (did.type === "typed") return typed(there, step, did, by);
  if (did.step !== interview.step) return { refused: QUESTION_OVER };
  if (did.type === "change") {
    const field = form.fields.find(({ id }) => id === did.field);
    if (field === undefined || step.type !== "summary") return { refused: QUESTION_OVER };
    const next = interview.step + 1;
    const asking = { ...interview, step: next, changing: field.id, before: undefined };
    return { interview: asking, words: ASKED_AGAIN(questionOf(form, field)) };
  }
  if (step.type !== "question") return { refused: QUESTION_OVER };
  if (did.type === "picked") return answered(there, step.field, did.given, by);
  const usual = passedOver(step.field, interview.answers[step.field.id]?.given);
  return usual === undefined ? { refused: QUESTION_OVER } : answered(there, step.field, usual, by);
}

/** As many messages are remembered as are read again after a gap. */
const MOST_HEARD = 60;

/** What somebody wrote before they could see the question is no answer to it. */
function typed(
  there: InterviewThere,
  step: Step,
  { text, message }: { readonly text: string; readonly message: string },
  by: string,
): Next {
  if (!there.isSeen) return { refused: TOO_EARLY };
  if (step.type === "summary") return { refused: SEND_OR_CHANGE };
  const read = typedGiven(step.field, text);
  if ("sentence" in read) return { refused: [read.sentence] };
  const next = answered(there, step.field, read.given, by);
  if ("refused" in next) return next;
  const heard = [...(there.interview.heard ?? []), message].slice(-MOST_HEARD);
  return { interview: { ...next.interview, heard } };
}

function answered(
  { payload, form, interview }: InterviewThere,
  field: FormField,
  given: string | readonly string[],
  by: string,
): Next {
  const problem = problemOf(payload, field, given);
  if (problem !== undefined) return { refused: [problem] };
  const { heard, answers, step } = interview;
  const answer = { given, by };
  return {
    interview: {
      step: step + 1,
      answers: { ...answers, [field.id]: answer },
      before: field.id,
      heard,
    },
    words: answeredWords(form, field, answer),
  };
}
