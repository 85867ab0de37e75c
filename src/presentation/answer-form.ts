import type { Json } from "../core/json.ts";
import type { Payload, Question } from "../core/payload.ts";
import { MAX_TEXT } from "../core/resume.ts";
import { FIELDS, numberedAnswer } from "./form-wording.ts";
import type { FormPlan } from "./form-plan.ts";
import { cleanLine } from "./text.ts";
import { titleOf } from "./naming.ts";
import { requiredNames, schemaSlots, schemaSlot } from "./schema-fields.ts";
import { readTyped } from "./schema-input.ts";
import { isList, member, resolved, type Schema } from "./schema-shape.ts";
import { fieldTexts, type Slot, slotOf } from "./slot.ts";

/** The form in which a question is answered; undefined where an answer has no form. */
export function answerPlan(payload: Payload): FormPlan | undefined {
  const { resumeSchema } = payload;
  switch (payload.kind) {
    case "clarification":
      return clarificationPlan(payload, payload.data.questions);
    case "conversation.exchange": {
      const schema = payload.data.outcomeSchema ?? resumeSchema;
      const label = payload.data.prompt;
      if (schema !== undefined) return schemaPlan(payload, schema, label, false);
      return { slots: [called(wordsSlot([], label), label, FIELDS.answer.label)], base: undefined };
    }
    case "custom":
    case "low-confidence":
    // The beginning and the end of a conversation wait for nobody, unless a schema says for what.
    case "conversation.start":
    case "conversation.close":
      return resumeSchema === undefined
        ? undefined
        : schemaPlan(payload, resumeSchema, FIELDS.answer.label, true);
    case "approval":
    case "external-event":
      return undefined;
  }
}

/** `titled`: the schema says what is asked, not `label`. */
function schemaPlan(payload: Payload, schema: Schema, label: string, titled: boolean): FormPlan {
  const own = schemaSlots(schema, { path: [], label, titled }, schema);
  const isWhole = own.some(({ path }) => path.length === 0);
  const slots = titled ? own : own.map((slot) => called(slot, label, FIELDS.answer.label));
  return {
    slots,
    base: isWhole ? undefined : {},
    intro: isWhole && !titled ? undefined : titleOf(payload),
  };
}

function clarificationPlan(payload: Payload, questions: readonly Question[]): FormPlan {
  const [first, ...others] = questions;
  const schema = payload.resumeSchema;
  const shape = schema === undefined ? undefined : answerShape(schema);
  if (shape === "value" && schema !== undefined && first !== undefined && others.length === 0) {
    return schemaPlan(payload, schema, first.question, false);
  }
  const base: readonly string[] = shape === "map" ? [] : ["answers"];
  return {
    slots: questions.map((question, index) =>
      called(
        questionSlot(question, [...base, question.id]),
        question.question,
        others.length === 0 ? FIELDS.answer.label : numberedAnswer(index + 1),
      ),
    ),
    base: shape === "map" ? {} : { answers: {} },
  };
}

/** A question too long for a label stands whole above its field, which then has a name of ours. */
function called(slot: Slot, question: string, name: string): Slot {
  const { field } = slot;
  const isCut = field.whole !== undefined && field.label !== cleanLine(question);
  return isCut ? { ...slot, field: { ...field, label: name } } : slot;
}

function questionSlot({ question, schema }: Question, path: readonly string[]): Slot {
  if (schema === undefined) return wordsSlot(path, question);
  return schemaSlot(schema, schema, { path, label: question, titled: false }, true);
}

/** An answer in words. */
function wordsSlot(path: readonly string[], label: string): Slot {
  const field = {
    ...fieldTexts({ label, required: true }),
    type: "long-text",
    maxLength: MAX_TEXT,
  } as const;
  return slotOf(field, path, { convert: (given) => readTyped("long-text", given) });
}

/**
 * What a clarification resumes with. `answers`: `{ answers: { id: answer } }`, as always where the
 * engine's schema does not rule it out; `map`: the bare inner object; `value`: the answer itself.
 */
function answerShape(schema: Schema): "answers" | "map" | "value" {
  const root = resolved(schema, schema);
  if (root === undefined) return "answers";
  if (!takesObjects(root)) return "value";
  const needsOthers = [...requiredNames(root)].some((name) => name !== "answers");
  const hasAnswers = member(member(root, "properties"), "answers") !== undefined;
  const isClosed = member(root, "additionalProperties") === false;
  const noPatterns = member(root, "patternProperties") === undefined;
  return needsOthers || (isClosed && noPatterns && !hasAnswers) ? "map" : "answers";
}

function takesObjects(root: Schema): boolean {
  const type = member(root, "type");
  const isNamed = (each: Json) => typeof each === "object" && each !== null && !isList(each);
  const only = member(root, "const");
  if (only !== undefined) return isNamed(only);
  const values = member(root, "enum");
  if (isList(values)) return values.some(isNamed);
  if (type === undefined) return true;
  return isList(type) ? type.includes("object") : type === "object";
}
