import type { Json } from "../core/json.ts";
import { isObject, member } from "./schema-shape.ts";
import type { Slot } from "./slot.ts";

/** A form before it is drawn or read: its fields, and the value that they are put into. */
export interface FormPlan {
  readonly slots: readonly Slot[];
  /** Undefined where a field is the whole value. */
  readonly base: Json | undefined;
  readonly intro?: string | undefined;
  /** What follows from what was filled in, without having a field. */
  readonly finish?: (value: Json) => Json;
  /** What is wrong with fields that are each right; asked only then. */
  readonly contradiction?: (value: Json) => Contradiction | undefined;
}

export interface Contradiction {
  readonly path: readonly string[];
  readonly sentence: string;
}

/** The value with one member in it, deep inside, at its old place among the others where it has one. */
export function placed(base: Json | undefined, path: readonly string[], value: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  // A computed name makes a member of its own even of `__proto__`.
  return { ...(isObject(base) ? base : {}), [name]: placed(member(base, name), rest, value) };
}
