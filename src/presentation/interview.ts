import { answerable } from "../core/answerable.ts";
import type { Interview } from "../core/interview.ts";
import type { Payload } from "../core/payload.ts";
import { compileSchema } from "../core/json-schema.ts";
import { formFor, readField } from "./form-filling.ts";
import type { Form, FormField, FormOption, Given } from "./form.ts";
import { cleanLine, clip } from "./text.ts";

/** The questions of a clarification, asked one after the other where people talk anyway. */

/** More would be a conversation that nobody gets to the end of; then the form is the way. */
const MOST_ASKED = 25;

/** A form whose fields are asked one by one, with what each of them asks: one line, not cut. */
export interface InterviewForm extends Form {
  readonly questions: readonly string[];
}

/** Undefined where nothing is asked one by one, or where one question in words is. */
export function interviewForm(payload: Payload): InterviewForm | undefined {
  if (payload.kind !== "clarification" || answerable(payload).way !== "form") return undefined;
  const form = formFor(payload, { type: "answer" });
  if (form === undefined || form.fields.length > MOST_ASKED) return undefined;
  const asked = payload.data.questions.map(({ question }) => cleanLine(question));
  // One question whose answer has several members has a field for each, called by itself.
  const isEach = asked.length === form.fields.length;
  const questions = form.fields.map(({ label }, index) => (isEach && asked[index]) || label);
  return { ...form, questions };
}

/** What an interview says next. */
export type Step = QuestionStep | SummaryStep;

export interface QuestionStep {
  readonly type: "question";
  readonly step: number;
  /** What is asked, one line. */
  readonly question: string;
  readonly field: FormField;
  /** From 1. */
  readonly number: number;
  readonly of: number;
  /** What was answered before, where it is asked once more. */
  readonly now?: string | undefined;
  /** What passing it over means, in words; undefined where it has to be answered. */
  readonly usual?: string | undefined;
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

export function stepOf(
  { fields, questions }: InterviewForm,
  { step, answers, changing }: Interview,
): Step {
  const isChanging = fields.some(({ id }) => id === changing);
  const index = fields.findIndex(({ id }) =>
    isChanging ? id === changing : !Object.hasOwn(answers, id),
  );
  const field = fields[index];
  if (field !== undefined) {
    const before = answers[field.id];
    const now = before === undefined ? undefined : givenWords(field, before.given);
    const question = questions[index] ?? field.label;
    const passed = passedOver(field, before?.given);
    const usual = passed === undefined ? undefined : givenWords(field, passed);
    const place = { number: index + 1, of: fields.length };
    return { type: "question", step, question, field, ...place, now, usual };
  }
  const lines = fields.map((each, place) => {
    const { given = "", by = "" } = answers[each.id] ?? {};
    return {
      field: each.id,
      question: questions[place] ?? each.label,
      answer: givenWords(each, given),
      by,
    };
  });
  return { type: "summary", step, lines };
}

/** What a field of it asks: one line. */
export function questionOf({ fields, questions }: InterviewForm, { id, label }: FormField): string {
  return questions[fields.findIndex((field) => field.id === id)] ?? label;
}

/**
 * What passing a question over means: what was answered before, what stands in its field, or nothing. Undefined
 * where it has to be answered.
 */
export function passedOver(field: FormField, before: Given | undefined): Given | undefined {
  const usual = before ?? field.initial;
  if (usual !== undefined) return usual;
  return field.required ? undefined : field.type === "choices" ? [] : "";
}

/** What is wrong with an answer, and one that would fit; undefined where nothing is. */
export function problemOf(payload: Payload, { id }: FormField, given: Given): string | undefined {
  const read = readField(payload, { type: "answer" }, id, given);
  if (read === undefined) return undefined;
  if (!read.ok) return read.sentence;
  const schema = schemaOf(payload, read.index);
  if (schema === undefined || read.value === undefined) return undefined;
  const compiled = compileSchema(schema);
  const [problem] = compiled.ok ? compiled.schema.check(read.value) : [];
  return problem === undefined ? undefined : `This ${problem.rule}.`;
}

/** The schema of one question, where each has a field of its own. */
function schemaOf(payload: Payload, index: number) {
  if (payload.kind !== "clarification") return undefined;
  const { questions } = payload.data;
  return questions.length > 1 ? questions[index]?.schema : undefined;
}

/** What somebody wrote, as a field takes it; a sentence where it is none of the field's options. */
export function typedGiven(
  field: FormField,
  text: string,
): { readonly given: Given } | { readonly sentence: string } {
  if (!("options" in field)) return { given: text };
  const { options, type } = field;
  const chosen = type === "choices" ? severalNamed(options, text) : [optionNamed(options, text)];
  const values = chosen.flatMap((option) => option?.value ?? []);
  if (values.length < chosen.length) return { sentence: optionsSentence(options) };
  return { given: type === "choices" ? [...new Set(values)] : (values[0] ?? "") };
}

type Named = FormOption | undefined;

/** One a line, or between commas: an option may have commas of its own. */
function severalNamed(options: readonly FormOption[], text: string): readonly Named[] {
  const lines = text.split(/[\r\n]+/).filter((line) => cleanLine(line) !== "");
  return lines.flatMap((line) => {
    const whole = optionNamed(options, line);
    return whole === undefined
      ? line.split(",").map((part) => optionNamed(options, part))
      : [whole];
  });
}

/** By its words or, where options are numbered, by its number. */
function optionNamed(options: readonly FormOption[], text: string): Named {
  const written = cleanLine(text);
  const exact = options.find(({ label }) => label === written);
  if (exact !== undefined) return exact;
  const [alike, ...others] = options.filter(
    ({ label }) => label.toLowerCase() === written.toLowerCase(),
  );
  if (alike !== undefined) return others.length === 0 ? alike : undefined;
  if (!/^\d{1,3}$/.test(written)) return undefined;
  const isNumbered = options.every(({ label }, index) => label.startsWith(`${index + 1}. `));
  return isNumbered ? options[Number(written) - 1] : undefined;
}

/** As many options as a sentence can name. */
const MOST_NAMED = 10;

function optionsSentence(options: readonly FormOption[]): string {
  const names = options.slice(0, MOST_NAMED).map(({ label }) => `“${label}”`);
  const left = options.length - names.length;
  return `That is none of the options. Write one of ${names.join(", ")}${left > 0 ? `, and ${left} more` : ""}.`;
}

const MAX_SHOWN = 200;

/** An answer that was not given, and need not be. */
export const LEFT_OUT = "(left out)";

/** An answer as people read it. */
export function givenWords(field: FormField, given: Given): string {
  const values = (typeof given === "string" ? [given] : given).filter((each) => each !== "");
  if (values.length === 0) return LEFT_OUT;
  const options = "options" in field ? field.options : [];
  const words = values.map((value) => options.find((each) => each.value === value)?.label ?? value);
  return clip(cleanLine(words.join(", ")), MAX_SHOWN) || "(blank)";
}
