import { characters, isBlank } from "../core/characters.ts";
import type { Json } from "../core/json.ts";
import type { FieldInput, Given, NumberInput, TextInput } from "./form.ts";
import {
  boundsHint,
  HOW_TO_WRITE,
  JSON_LIST,
  NOT_READ,
  ONE_A_LINE,
  YES_OR_NO,
} from "./form-wording.ts";
import { type ReadText, readText } from "./read-field.ts";
import { type Choices, choicesOf, optionFor, readChoice, readChoices } from "./schema-choices.ts";
import { count, isList, member, resolved, type Schema, text } from "./schema-shape.ts";

/** What is filled in for one schema, and how it is read. */
export interface SchemaInput {
  readonly input: FieldInput;
  readonly convert: (given: Given) => ReadText;
  readonly how?: string | undefined;
  /** The value that the input is filled in with. */
  readonly prefilled?: Json | undefined;
  /** The value of an empty input, where the schema has one: a list that may have no items. */
  readonly empty?: Json | undefined;
  /** Options that had to be cut, whole. */
  readonly inFull?: readonly string[] | undefined;
}

/** Longest text of one line, in code points; anything longer gets several lines. */
export const MAX_LINE = 300;

const FORMATS: Readonly<Record<string, "email" | "url" | "date" | "time">> = {
  email: "email",
  "idn-email": "email",
  uri: "url",
  iri: "url",
  date: "date",
  time: "time",
};

/**
 * The input for one schema. A choice where all values are named; text, numbers, yes or no; a list of
 * named values, or of texts, one a line. Everything else (objects, unions, `type` lists, no type at all)
 * is written as JSON. `schema` is resolved; `fallback` is the default where the schema has none.
 */
export function inputOf(schema: Schema | undefined, root: Schema, fallback?: Json): SchemaInput {
  if (schema === undefined) return jsonInput(fallback);
  const initial = own(schema, "const", own(schema, "default", fallback));
  const choices = choicesOf(schema, root);
  if (choices !== undefined) return choiceInput(choices, initial);
  const type = member(schema, "type");
  switch (type) {
    case "string":
      return stringInput(schema, initial);
    case "integer":
    case "number":
      return numberInput(type, schema, initial);
    case "boolean":
      return booleanInput(initial);
    case "array":
      return listInput(schema, root, initial);
    default:
      return jsonInput(initial);
  }
}

/** A member that may well be null, or what stands in for an absent one. */
function own(schema: Schema, name: string, otherwise: Json | undefined): Json | undefined {
  const value = member(schema, name);
  return value === undefined ? otherwise : value;
}

function choiceInput(choices: Choices, value: Json | undefined): SchemaInput {
  const initial = optionFor(choices, value);
  return {
    input: { type: "choice", options: choices.options, ...(initial !== undefined && { initial }) },
    convert: (given) => readChoice(choices, given),
    inFull: choices.inFull,
  };
}

const BOOLEANS: Choices = { options: YES_OR_NO, values: [true, false] };

/** Yes or no. Undefined fills in neither. */
export function booleanInput(value: Json | undefined): SchemaInput {
  const initial = optionFor(BOOLEANS, value);
  return {
    input: { type: "boolean", options: YES_OR_NO, ...(initial !== undefined && { initial }) },
    convert: (given) => readChoice(BOOLEANS, given),
  };
}

function stringInput(schema: Schema, value: Json | undefined): SchemaInput {
  const format = text(schema, "format");
  const isNamed = format !== undefined && Object.hasOwn(FORMATS, format);
  const named = isNamed ? FORMATS[format] : undefined;
  const bounds = textBounds(schema);
  const fits =
    typeof value === "string" &&
    value !== "" &&
    characters(value) <= (bounds.maxLength ?? Number.POSITIVE_INFINITY);
  const filled = fits ? { initial: value } : {};
  const prefilled = fits ? value : undefined;
  if (named !== undefined) {
    return { ...typedInput({ type: named, ...filled }), how: HOW_TO_WRITE[named], prefilled };
  }
  // A format or a pattern is about something short, whatever its length may be.
  const isShort =
    format !== undefined ||
    member(schema, "pattern") !== undefined ||
    (bounds.maxLength ?? Number.POSITIVE_INFINITY) <= MAX_LINE;
  const isOneLine = isShort && !(fits && /[\r\n\u0085\u2028\u2029]/.test(value));
  return {
    ...typedInput({ type: isOneLine ? "text" : "long-text", ...bounds, ...filled }),
    prefilled,
  };
}

/** Lengths that a field can have; senseless ones are left to the schema. */
export function textBounds(schema: Schema): Pick<TextInput, "minLength" | "maxLength"> {
  const minLength = count(schema, "minLength");
  const maxLength = count(schema, "maxLength");
  if (maxLength === 0 || (minLength ?? 0) > (maxLength ?? Number.POSITIVE_INFINITY)) return {};
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

function numberInput(
  type: "integer" | "number",
  schema: Schema,
  value: Json | undefined,
): SchemaInput {
  const fits = typeof value === "number" && (type === "number" || Number.isInteger(value));
  const filled = fits ? { initial: JSON.stringify(value) } : {};
  const bounds = numberBounds(type, schema);
  return {
    ...typedInput({ type, ...bounds, ...filled }),
    how: boundsHint(bounds),
    prefilled: fits ? value : undefined,
  };
}

/** Of whole numbers, the one next to an excluded bound is the bound. */
function numberBounds(
  type: "integer" | "number",
  schema: Schema,
): Pick<NumberInput, "minimum" | "maximum"> {
  const number = (name: string) => {
    const value = member(schema, name);
    return typeof value === "number" ? value : undefined;
  };
  const above = number("exclusiveMinimum");
  const below = number("exclusiveMaximum");
  const isWhole = type === "integer";
  const minimum = Math.max(
    isWhole ? Math.ceil(number("minimum") ?? -Infinity) : (number("minimum") ?? -Infinity),
    isWhole && above !== undefined ? Math.floor(above) + 1 : -Infinity,
  );
  const maximum = Math.min(
    isWhole ? Math.floor(number("maximum") ?? Infinity) : (number("maximum") ?? Infinity),
    isWhole && below !== undefined ? Math.ceil(below) - 1 : Infinity,
  );
  if (minimum > maximum) return {};
  return {
    ...(Number.isFinite(minimum) && { minimum }),
    ...(Number.isFinite(maximum) && { maximum }),
  };
}

function listInput(schema: Schema, root: Schema, value: Json | undefined): SchemaInput {
  const items = resolved(member(schema, "items"), root);
  const isPlain = member(schema, "prefixItems") === undefined;
  if (items === undefined || !isPlain) return jsonInput(value, true);
  const minItems = count(schema, "minItems") ?? 0;
  const empty = minItems === 0 ? [] : undefined;
  const choices = choicesOf(items, root);
  if (choices !== undefined) {
    const maxItems = count(schema, "maxItems");
    const bounds = {
      ...(minItems > 0 && minItems <= choices.options.length && { minItems }),
      ...(maxItems !== undefined && maxItems >= Math.max(minItems, 1) && { maxItems }),
    };
    const isShort = isList(value) && value.length <= choices.options.length;
    const initial = isShort ? value.map((each) => optionFor(choices, each)) : [];
    const known = initial.filter((each) => each !== undefined);
    const filled = known.length === initial.length && known.length > 0 ? { initial: known } : {};
    return {
      input: { type: "choices", options: choices.options, ...bounds, ...filled },
      convert: (given) => readChoices(choices, given),
      empty,
      inFull: choices.inFull,
    };
  }
  return member(items, "type") === "string" ? linesInput(value, empty) : jsonInput(value, true);
}

const LINE_END = /\r\n?|\n/;

/** Texts, one a line; lines that show nothing and spaces at the ends are dropped. */
function linesInput(value: Json | undefined, empty: Json | undefined): SchemaInput {
  const lines = isList(value) ? value.filter(isLine) : [];
  const fits = isList(value) && value.length > 0 && lines.length === value.length;
  return {
    input: { type: "long-text", ...(fits && { initial: lines.join("\n") }) },
    convert: (given) => readLines(given, LINE_END),
    how: ONE_A_LINE,
    prefilled: fits ? value : undefined,
    empty,
  };
}

function isLine(value: Json): value is string {
  return typeof value === "string" && !isBlank(value) && !LINE_END.test(value);
}

/** The texts between separators that show something, without spaces around them. */
export function readLines(given: Given, separator: RegExp): ReadText {
  const read = readTyped("long-text", given);
  if (!read.ok || typeof read.value !== "string") return read;
  const lines = read.value.split(separator).map((line) => line.trim());
  return { ok: true, value: lines.filter((line) => !isBlank(line)) };
}

/** Any JSON, as text with an indent of two. */
export function jsonInput(value: Json | undefined, isArray = isList(value)): SchemaInput {
  const filled = value === undefined ? {} : { initial: JSON.stringify(value, null, 2) };
  return {
    ...typedInput({ type: "json", ...filled }),
    how: isArray ? JSON_LIST : HOW_TO_WRITE.json,
    prefilled: value,
  };
}

function typedInput(input: FieldInput): SchemaInput {
  const bounds = input.type === "integer" || input.type === "number" ? input : {};
  return { input, convert: (given) => readTyped(input.type, given, bounds) };
}

/** Text of an input. A list of choices in its place is no answer to this field. */
export function readTyped(
  type: FieldInput["type"],
  given: Given,
  bounds: Pick<NumberInput, "minimum" | "maximum"> = {},
): ReadText {
  return typeof given === "string"
    ? readText(type, given, bounds)
    : { ok: false, sentence: NOT_READ.oneText };
}
