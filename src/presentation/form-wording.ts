import type { FieldInput, FormField, FormPurpose, NumberInput } from "./form.ts";

/** Every word of a form that is ours: titles, labels, hints, and what is said at a field. */

interface Act {
  readonly title: string;
  readonly submit: string;
}

/** The act and the button that gives it, at most 24 code points each. */
export const ACTS: Readonly<Record<FormPurpose["type"], Act>> = {
  accept: { title: "Accept", submit: "Accept" },
  override: { title: "Override and accept", submit: "Override and accept" },
  reject: { title: "Reject", submit: "Reject" },
  refine: { title: "Send back", submit: "Send back" },
  "edit-accept": { title: "Edit and accept", submit: "Edit and accept" },
  ask: { title: "Ask", submit: "Ask" },
  answer: { title: "Answer", submit: "Send answer" },
};

interface Texts {
  readonly label: string;
  readonly hint?: string;
}

/** The fields of an approval's actions. */
export const FIELDS = {
  comment: { label: "Comment", hint: "Goes to the workflow with the decision." },
  voteComment: {
    label: "Comment",
    hint: "Stands on the card with your vote. The workflow gets it if your vote decides.",
  },
  overrideReason: {
    label: "Reason",
    hint: "This accepts at once, without the missing approvals. Say why; it is kept.",
  },
  rejectReason: { label: "Reason", hint: "What is wrong, so that it can be mended." },
  refineText: {
    label: "What should change",
    hint: "A sentence, or at least a tag below.",
  },
  refineSection: { label: "Only one section", hint: "Its name or place. Left empty: all of it." },
  refineItems: {
    label: "Only some items",
    hint: "A comma or a line for each. Left empty: all of it.",
  },
  refineTags: { label: "Tags", hint: "A comma between them: tone, too long" },
  question: { label: "Your question", hint: "The request stays open until somebody decides." },
  answer: { label: "Your answer" },
  artifact: { label: "What is accepted" },
} as const satisfies Record<string, Texts>;

/** Said at the items when a section is named as well. */
export const SCOPE_CONTRADICTS =
  "A section is named, too, and only one of the two counts. Empty one.";

/** Said where nobody would know what to change. */
export const REFINE_GAP = "This is empty, and so are the tags. Write a sentence, or a tag.";

/** The name of a field whose question stands above it, among others. */
export function numberedAnswer(place: number): string {
  return `Answer ${place}`;
}

export const YES_OR_NO = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
] as const;

export const NO_NAME = "(no name)";
export const EMPTY_OPTION = "(empty)";

type InputType = FormField["type"];

/** How a field is written, where its input alone may not say it. */
export const HOW_TO_WRITE: Readonly<Partial<Record<InputType, string>>> = {
  email: "Like ada@example.com",
  url: "Like https://example.com/page",
  date: "Like 2026-03-31",
  time: "Like 14:30, in UTC, or 14:30+02:00",
  json: 'JSON, like {"amount": 12}',
};
export const JSON_LIST = 'JSON, like [{"amount": 12}]';
export const ONE_A_LINE = "One a line.";

type Bounds = Pick<NumberInput, "minimum" | "maximum">;

/** Between which numbers an answer has to lie, as it is typed; undefined where it may be any. */
export function boundsHint({ minimum, maximum }: Bounds): string | undefined {
  const [least, most] = [minimum, maximum].map((bound) => JSON.stringify(bound));
  if (least === undefined) return most === undefined ? undefined : `At most ${most}`;
  return most === undefined ? `At least ${least}` : `From ${least} to ${most}`;
}

/** A number that is in bounds: the usual one, or the bound that it lies beyond. */
function exampleNumber(usual: number, { minimum = -Infinity, maximum = Infinity }: Bounds): string {
  return JSON.stringify(Math.min(maximum, Math.max(minimum, usual)));
}

/** Said at a field that has to be filled in and is not. */
export function missing(input: FieldInput): string {
  switch (input.type) {
    case "integer":
      return `This is empty. Write a whole number, for example ${exampleNumber(12, input)}.`;
    case "number":
      return `This is empty. Write a number, for example ${exampleNumber(12.5, input)}.`;
    default:
      return MISSING[input.type];
  }
}

const MISSING: Readonly<Record<Exclude<InputType, NumberInput["type"]>, string>> = {
  text: "This is empty. Write at least one word.",
  "long-text": "This is empty. Write at least one word.",
  email: "This is empty. Write an address, for example ada@example.com.",
  url: "This is empty. Write an address, for example https://example.com/page.",
  date: "This is empty. Write a date, for example 2026-03-31.",
  time: "This is empty. Write a time, for example 14:30.",
  choice: "Nothing is chosen. Choose one of the options.",
  choices: "Nothing is chosen. Choose at least one of the options.",
  boolean: "Nothing is chosen. Choose Yes or No.",
  json: 'This is empty. Write JSON, for example {"amount": 12}, or null for nothing.',
};

/** Said at a field whose text cannot be made the value it stands for. None of these says the text again. */
export const NOT_READ = {
  halfCharacter: "There is half a character in it. Write it again, for example: Friday.",
  inexact: "This number is too long to be exact. Write at most 15 digits, for example 1250.",
  email: "This is not an e-mail address. Write one, for example ada@example.com.",
  url: "This is not a web address. Write it whole, for example https://example.com/page.",
  date: "There is no such date. Write year, month and day, for example 2026-03-31.",
  time: "There is no such time. Write hours and minutes, for example 14:30 or 14:30+02:00.",
  choice: "That is none of the options. Choose one that is shown.",
  oneText: "More was chosen than one. Choose a single option.",
} as const;

/** The same of a number. */
export function notNumber(type: NumberInput["type"], bounds: Bounds): string {
  return type === "integer"
    ? `This is not a whole number. Write digits without spaces or commas, for example ${exampleNumber(1250, bounds)}.`
    : `This is not a number. Write digits without spaces or commas, and a point before decimals, for example ${exampleNumber(1250.5, bounds)}.`;
}

/** `problem` is the end of a sentence, as parseJson says it. */
export function notJson(problem: string): string {
  return `The text ${problem}. Write JSON, for example {"amount": 12}, ["a", "b"] or "a text".`;
}
