import { answerable } from "../core/answerable.ts";
import type { Interview } from "../core/interview.ts";
import type { Payload } from "../core/payload.ts";
import { formFor, readForm } from "./form-filling.ts";
import type { Form, FormField, FormOption, Given } from "./form.ts";
import { cleanLine, clip } from "./text.ts";

/** The questions of a clarification, asked one after the other where people talk anyway. */

/** More would be a conversation that nobody gets to the end of; then the form is the way. */
const MOST_ASKED = 25;

/** The form whose fields are asked one by one; undefined where nothing is, or where one question in words is. */
export function interviewForm(payload: Payload): Form | undefined {
  if (payload.kind !== "clarification" || answerable(payload).way !== "form") return undefined;
  const form = formFor(payload, { type: "answer" });
  return form !== undefined && form.fields.length <= MOST_ASKED ? form : undefined;
}

/** What an interview says next. */
export type Step = QuestionStep | SummaryStep;

export interface QuestionStep {
  readonly type: "question";
  readonly step: number;
  readonly field: FormField;
  /** From 1. */
  readonly number: number;
  readonly of: number;
  /** What was answered before, where it is asked once more. */
  readonly now?: string | undefined;
}

export interface SummaryStep {
  readonly type: "summary";
  readonly step: number;
  readonly lines: readonly SummaryLine[];
}

export interface SummaryLine {
  readonly field: string;
  readonly question: string;
  readonly answer: string;
  readonly by: string;
}

export function stepOf({ fields }: Form, { step, answers, changing }: Interview): Step {
  const isChanging = fields.some(({ id }) => id === changing);
  const index = fields.findIndex(({ id }) =>
    isChanging ? id === changing : !Object.hasOwn(answers, id),
  );
  const field = fields[index];
  if (field !== undefined) {
    const before = answers[field.id];
    const now = before === undefined ? undefined : givenWords(field, before.given);
    return { type: "question", step, field, number: index + 1, of: fields.length, now };
  }
  const lines = fields.map((each) => {
    const { given = "", by = "" } = answers[each.id] ?? {};
    return { field: each.id, question: each.label, answer: givenWords(each, given), by };
  });
  return { type: "summary", step, lines };
}

/** May this question be passed over? What stands in its field is then the answer, if anything does. */
export function isSkippable({ required, initial }: FormField): boolean {
  return !required || initial !== undefined;
}

/** What passing over means. */
export function skipped(field: FormField): Given {
  return field.initial ?? (field.type === "choices" ? [] : "");
}

/** What is wrong with an answer, and one that would fit; undefined where nothing is. */
export function problemOf(payload: Payload, { id }: FormField, given: Given): string | undefined {
  const read = readForm(payload, { type: "answer" }, { [id]: given });
  if (read === undefined || read.ok) return undefined;
  return read.problems.find(({ field }) => field === id)?.sentence;
}

/** Options as they can be written: by their words, or by their number. */
const BETWEEN = /[,\r\n]/;

/** What somebody wrote, as a field takes it; a sentence where it is none of the field's options. */
export function typedGiven(
  field: FormField,
  text: string,
): { given: Given } | { sentence: string } {
  if (!("options" in field)) return { given: text };
  const parts = field.type === "choices" ? text.split(BETWEEN) : [text];
  const written = parts.map(cleanLine).filter((part) => part !== "");
  const chosen = written.map((part) => optionNamed(field.options, part)?.value);
  if (chosen.includes(undefined)) return { sentence: optionsSentence(field.options) };
  const values = chosen.flatMap((value) => value ?? []);
  return { given: field.type === "choices" ? [...new Set(values)] : (values[0] ?? "") };
}

function optionNamed(options: readonly FormOption[], written: string): FormOption | undefined {
  const same = ({ label }: FormOption) => label.toLowerCase() === written.toLowerCase();
  return (
    options.find(same) ?? (/^\d{1,3}$/.test(written) ? options[Number(written) - 1] : undefined)
  );
}

/** As many options as a sentence can name. */
const MOST_NAMED = 10;

function optionsSentence(options: readonly FormOption[]): string {
  const names = options.slice(0, MOST_NAMED).map(({ label }) => label);
  const left = options.length - names.length;
  return `That is none of the options. Write one of: ${names.join(", ")}${left > 0 ? `, and ${left} more` : ""}.`;
}

const MAX_SHOWN = 200;

/** An answer as people read it. */
export function givenWords(field: FormField, given: Given): string {
  const values = (typeof given === "string" ? [given] : given).filter((each) => each !== "");
  if (values.length === 0) return "(left out)";
  const options = "options" in field ? field.options : [];
  const words = values.map((value) => options.find((each) => each.value === value)?.label ?? value);
  return clip(cleanLine(words.join(", ")), MAX_SHOWN) || "(blank)";
}
