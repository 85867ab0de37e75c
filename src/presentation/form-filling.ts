import type { Json } from "../core/json.ts";
import type { Payload } from "../core/payload.ts";
import { answerPlan } from "./answer-form.ts";
import { approvalPlan } from "./approval-form.ts";
import type { Form, FormPurpose, FormValues, Given } from "./form.ts";
import type { ReadSlot } from "./slot.ts";
import { type FormPlan, placed } from "./form-plan.ts";
import { ACTS } from "./form-wording.ts";
import { CLOSING_DECIDES_NOTHING } from "./wording.ts";

/** What a filled-in form says: the resume value that the engine would get, or what to mend and where. */
export type ReadForm =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** A sentence at a field: what is wrong, and an example that would pass. */
export interface FieldProblem {
  readonly field: string;
  readonly sentence: string;
}

/**
 * The form for doing this with this payload. A pure function: the same payload and purpose always give
 * the same fields with the same ids, so nothing needs to be kept while somebody fills it in. Undefined
 * where the engine does not allow it, or where there is nothing to fill in.
 */
export function formFor(payload: Payload, { type }: FormPurpose): Form | undefined {
  const plan = planFor(payload, type);
  if (plan === undefined) return undefined;
  return {
    ...ACTS[type],
    ...(plan.intro !== undefined && { intro: plan.intro }),
    fields: plan.slots.map(({ field }, index) => ({ id: fieldId(index), ...field })),
    note: CLOSING_DECIDES_NOTHING,
  };
}

/**
 * Reads what a platform handed back for the form of {@link formFor}; undefined where there is none. The
 * value fits the fields; whether it fits the engine's schema is for the core to check. Nothing is added
 * that nobody filled in: no time, no name.
 */
export function readForm(
  payload: Payload,
  { type }: FormPurpose,
  values: FormValues,
): ReadForm | undefined {
  const plan = planFor(payload, type);
  if (plan === undefined) return undefined;
  const problems: FieldProblem[] = [];
  let value = plan.base;
  for (const [index, { path, read }] of plan.slots.entries()) {
    const field = fieldId(index);
    const result = read(Object.hasOwn(values, field) ? values[field] : undefined);
    if (!result.ok) problems.push({ field, sentence: result.sentence });
    else if (result.value !== undefined) value = placed(value, path, result.value);
  }
  if (problems.length > 0) return { ok: false, problems };
  const whole = value ?? null;
  const contradiction = plan.contradiction?.(whole);
  if (contradiction === undefined) return { ok: true, value: plan.finish?.(whole) ?? whole };
  const { path, sentence } = contradiction;
  return { ok: false, problems: [{ field: fieldAt(plan, path) ?? fieldId(0), sentence }] };
}

/** One field of it by itself: its value, and its place among the others. Undefined where there is none. */
export function readField(
  payload: Payload,
  { type }: FormPurpose,
  id: string,
  given: Given,
): (ReadSlot & { readonly index: number }) | undefined {
  const slots = planFor(payload, type)?.slots ?? [];
  const index = slots.findIndex((_, place) => fieldId(place) === id);
  const read = slots[index]?.read(given);
  return read === undefined ? undefined : { ...read, index };
}

/**
 * The field that a place in the resume value was filled in at, for telling what the core found wrong
 * there. Undefined where no single field is meant: then it is said about the form.
 */
export function fieldOfPath(
  payload: Payload,
  { type }: FormPurpose,
  path: readonly (string | number)[],
): string | undefined {
  const plan = planFor(payload, type);
  return plan === undefined ? undefined : fieldAt(plan, path.map(String));
}

function fieldAt({ slots }: FormPlan, path: readonly string[]): string | undefined {
  const begins = (start: readonly string[], all: readonly string[]) =>
    start.every((part, index) => part === all[index]);
  const around = slots.findIndex((slot) => begins(slot.path, path));
  if (around >= 0) return fieldId(around);
  const inside = slots.flatMap((slot, index) => (begins(path, slot.path) ? [index] : []));
  const [only, ...others] = inside;
  return only === undefined || others.length > 0 ? undefined : fieldId(only);
}

function planFor(payload: Payload, type: FormPurpose["type"]): FormPlan | undefined {
  if (type === "answer") return answerPlan(payload);
  return payload.kind === "approval" ? approvalPlan(payload, type) : undefined;
}

function fieldId(index: number): string {
  return `f${index}`;
}
