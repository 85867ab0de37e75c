/**
 * The answers given so far to questions that are asked one after the other in the thread of a card. Nothing
 * is decided by them: they are a draft that everybody in the thread sees, until somebody sends it.
 */
export interface Interview {
  /** Grows with every change, so that a button of an earlier question is known as one. */
  readonly step: number;
  /** By the field's id. */
  readonly answers: Readonly<Record<string, InterviewAnswer>>;
  /** The field that is being asked once more. */
  readonly changing?: string | undefined;
  /** The field that the step before asked; undefined where that was the summary. */
  readonly before?: string | undefined;
  /** The messages that were taken, the latest last: the platform's ids of them. */
  readonly heard?: readonly string[] | undefined;
}

export interface InterviewAnswer {
  /** As it was typed, or the values that were chosen. Empty: left out. */
  readonly given: string | readonly string[];
  /** Who gave it: the name that others know. */
  readonly by: string;
}

export const NO_ANSWERS: Interview = { step: 0, answers: {} };
