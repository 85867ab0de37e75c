import { characters } from "../core/characters.ts";
import type { Json } from "../core/json.ts";
import type { FormOption, Given } from "./form.ts";
import { EMPTY_OPTION, NOT_READ } from "./form-wording.ts";
import type { ReadText } from "./read-field.ts";
import { isList, member, resolved, type Schema, text } from "./schema-shape.ts";
import { cleanLine, clip } from "./text.ts";

/** What a schema lets people choose from: option `o2` stands for the third value. */
export interface Choices {
  readonly options: readonly FormOption[];
  readonly values: readonly Json[];
  /** The options that had to be cut, whole; all of them begin with their numbers then. */
  readonly inFull?: readonly string[] | undefined;
}

/** More options than these nobody looks through. */
const MAX_OPTIONS = 100;
const MAX_TEXT = 75;

/**
 * The values of a schema that names them all: `const`, `enum`, or a `oneOf` or `anyOf` of constants,
 * each perhaps with a title and a description. Undefined for any other schema, for over 100 values, and
 * for lists and objects as values: nobody recognises one in an option.
 */
export function choicesOf(schema: Schema, root: Schema): Choices | undefined {
  const named = namedValues(schema, root);
  if (named === undefined || named.length === 0 || named.length > MAX_OPTIONS) return undefined;
  if (named.some(({ value }) => typeof value === "object" && value !== null)) return undefined;
  const all = named.map(saysInFull);
  const isLong = (label: string): boolean => characters(label) > MAX_TEXT;
  // Where one is cut, others may begin with the same words.
  const numbered = all.map((label, index) => `${index + 1}. ${label}`);
  const labels = all.some(isLong) ? numbered : all;
  const inFull = labels.filter(isLong);
  return {
    options: named.map(({ description }, index) => {
      const about = clip(cleanLine((description ?? "").slice(0, 4096)), MAX_TEXT);
      return {
        value: `o${index}`,
        label: clip(labels[index] ?? EMPTY_OPTION, MAX_TEXT),
        ...(about !== "" && { description: about }),
      };
    }),
    values: named.map(({ value }) => value),
    ...(inFull.length > 0 && { inFull }),
  };
}

function saysInFull({ value, title }: Named): string {
  const label = title ?? (typeof value === "string" ? value : JSON.stringify(value));
  return cleanLine(label.slice(0, 4096)) || EMPTY_OPTION;
}

interface Named {
  readonly value: Json;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

function namedValues(schema: Schema, root: Schema): readonly Named[] | undefined {
  const only = member(schema, "const");
  if (only !== undefined) return [{ value: only }];
  const values = member(schema, "enum");
  if (isList(values)) return values.map((value) => ({ value }));
  const branches = member(schema, "oneOf") ?? member(schema, "anyOf");
  if (!isList(branches) || branches.length > MAX_OPTIONS) return undefined;
  const named: Named[] = [];
  for (const branch of branches) {
    const one = resolved(branch, root);
    const value = member(one, "const");
    if (one === undefined || value === undefined) return undefined;
    named.push({ value, title: text(one, "title"), description: text(one, "description") });
  }
  return named;
}

/** The option that stands for a value. */
export function optionFor({ options, values }: Choices, value: Json | undefined) {
  if (value === undefined) return undefined;
  return options[values.indexOf(value)]?.value;
}

export function readChoice({ options, values }: Choices, given: Given): ReadText {
  const chosen = typeof given === "string" ? [given] : given;
  if (chosen.length > 1) return { ok: false, sentence: NOT_READ.oneText };
  const value = values[options.findIndex((option) => option.value === chosen[0])];
  return value === undefined ? { ok: false, sentence: NOT_READ.choice } : { ok: true, value };
}

/** The chosen values in the order of the options, each once. */
export function readChoices({ options, values }: Choices, given: Given): ReadText {
  const chosen = new Set(typeof given === "string" ? [given] : given);
  const found = values.filter((_, index) => chosen.has(options[index]?.value ?? ""));
  return found.length === chosen.size
    ? { ok: true, value: found }
    : { ok: false, sentence: NOT_READ.choice };
}
