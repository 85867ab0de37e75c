import { NO_ANSWERS } from "../core/interview.ts";
import type { Copy } from "../core/ports/copies.ts";
import type { Interviews } from "../core/ports/interviews.ts";
import { overWords, passedWords } from "../presentation/interview-past.ts";
import { interviewForm, stepOf } from "../presentation/interview.ts";
import { isStepLine, stepLineName, type ThreadLine } from "../presentation/thread-lines.ts";
import type { Words } from "../presentation/words.ts";
import { addressOf, type AskedBelow, type Target } from "./copy.ts";

/** What is asked one by one below a copy. Undefined where nothing is; not in threads that people began, as with answers in words. */
export async function askedBelow(
  { interviews }: { readonly interviews: Pick<Interviews, "load"> },
  { name, interrupt, cards }: Omit<Target, "asked">,
): Promise<AskedBelow | undefined> {
  const isOwn = addressOf(name).thread === undefined;
  const isAsked = cards.threads?.asks === true && isOwn;
  const form = isAsked ? interviewForm(interrupt.payload) : undefined;
  if (form === undefined) return undefined;
  return { form, interview: (await interviews.load(name)) ?? NO_ANSWERS };
}

/** The step that an interview is at; undefined where none goes on. */
export function presentStep({ interrupt, asked }: Target): number | undefined {
  return interrupt.outcome === undefined ? asked?.interview.step : undefined;
}

/** What an interview says next, while it goes on. */
export function stepLine({ interrupt, asked, card }: Target): ThreadLine | undefined {
  if (asked === undefined || interrupt.outcome !== undefined) return undefined;
  const step = stepOf(asked.form, asked.interview);
  return { name: stepLineName(step.step), step, reference: card.reference };
}

/**
 * What the step that was told last is to say before the thread goes on, since nobody answers it any more.
 * Undefined where it is still asked, and where it is not known what it was.
 */
export function wordsInPlace({ interrupt, asked }: Target, { told = [] }: Copy): Words | undefined {
  const last = told.find(isStepLine);
  if (asked === undefined || last === undefined) return undefined;
  const { form, interview } = asked;
  if (last === stepLineName(interview.step - 1)) return passedWords(form, interview);
  const isOver = interrupt.outcome !== undefined && last === stepLineName(interview.step);
  return isOver ? overWords(interrupt, form, interview) : undefined;
}
