import type { ErrorObject } from "ajv/dist/2020.js";
import type { Json } from "./json.ts";
import { MAX_FORMATTED, toldFormat } from "./json-schema-formats.ts";

/** Of names and values that a schema gives, at most so much is told. */
const MOST_CHARACTERS = 60;
const MOST_VALUES = 10;
/** A description that is longer says more than how the text has to look. */
const MOST_DESCRIPTION = 200;

/** JSON Schema's word for a type, as people say it. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

/**
 * Which rule a value breaks, as a fragment that follows its place. Allowed values and descriptions come from
 * the schema; of the value itself only names of members are told, which the rule is about.
 */
export function ruleOf(error: ErrorObject): string {
  const sentence = SENTENCES[error.keyword];
  return sentence === undefined ? "does not fit" : sentence(error);
}

type Sentence = (error: ErrorObject) => string;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  type: ({ schema }) => toldTypes([schema].flat() as string[]),
  const: ({ schema }) => `must be ${shown(schema as Json)}`,
  enum: ({ schema }) => toldChoices(schema as Json[]),
  minimum: ({ schema }) => `must be at least ${String(schema)}`,
  maximum: ({ schema }) => `must be at most ${String(schema)}`,
  exclusiveMinimum: ({ schema }) => `must be more than ${String(schema)}`,
  exclusiveMaximum: ({ schema }) => `must be less than ${String(schema)}`,
  multipleOf: ({ schema }) => `must be a multiple of ${String(schema)}`,
  minLength: ({ schema }) => atLeast(schema, "character", "characters"),
  maxLength: ({ schema }) => atMost(schema, "character", "characters"),
  pattern,
  format: ({ schema, data }) =>
    (data as string).length > MAX_FORMATTED
      ? `must have at most ${MAX_FORMATTED} characters`
      : `must be ${toldFormat(schema as string)}`,
  minItems: ({ schema }) => atLeast(schema, "entry", "entries"),
  maxItems: ({ schema }) => atMost(schema, "entry", "entries"),
  items: ({ params }) => atMost(params["limit"], "entry", "entries"),
  unevaluatedItems: ({ params }) => atMost(params["limit"], "entry", "entries"),
  uniqueItems: () => "must not have the same entry twice",
  contains: ({ params }) => contained(params as { minContains: number; maxContains?: number }),
  minProperties: ({ schema }) => atLeast(schema, "member", "members"),
  maxProperties: ({ schema }) => atMost(schema, "member", "members"),
  required: () => "is missing",
  dependentRequired: ({ params }) => `is missing, since ${shown(params["property"])} is given`,
  additionalProperties: ({ params }) => `must not have ${shown(params["additionalProperty"])}`,
  unevaluatedProperties: ({ params }) => `must not have ${shown(params["unevaluatedProperty"])}`,
  propertyNames: ({ params }) =>
    `must not have ${shown(params["propertyName"])}, a name that is not allowed`,
  oneOf: () => "fits more than one of the allowed forms, and must fit exactly one",
  not: () => "has a form that is not allowed",
  "false schema": () => "must not be given",
};

/** `must be a string or null`, for any of several types. */
export function toldTypes(types: readonly string[]): string {
  return `must be ${types.map((type) => TYPE_WORDS[type]).join(" or ")}`;
}

/** `must be one of "a", "b"`, for values that the schema allows; the first ten are told. */
export function toldChoices(values: readonly Json[]): string {
  if (values.length === 0) return "must not be given";
  const told = values.slice(0, MOST_VALUES).map(shown).join(", ");
  const left = values.length - MOST_VALUES;
  return left > 0 ? `must be one of ${told} and ${left} more` : `must be one of ${told}`;
}

/** A value of a schema, or a name, as JSON; a long one is cut. */
function shown(value: Json): string {
  const text = JSON.stringify(typeof value === "string" ? cut(value) : value);
  return typeof value === "string" ? text : cut(text);
}

function cut(text: string): string {
  const characters = Array.from(text.slice(0, MOST_CHARACTERS * 2 + 1));
  return characters.length <= MOST_CHARACTERS
    ? text
    : `${characters.slice(0, MOST_CHARACTERS).join("")}…`;
}

/** What the engine says of the pattern in its own words is worth more than the pattern. */
function pattern({ schema, parentSchema }: ErrorObject): string {
  const description: unknown = parentSchema?.["description"];
  return typeof description === "string" && description.length <= MOST_DESCRIPTION
    ? `does not have the form that is asked for: ${description}`
    : `must match the pattern ${cut(schema as string)}`;
}

function contained({
  minContains,
  maxContains,
}: {
  minContains: number;
  maxContains?: number;
}): string {
  const range =
    maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`;
  return `must have ${range} of its entries in the form that is asked for`;
}

function atLeast(count: unknown, one: string, many: string): string {
  return count === 1 ? "must not be empty" : `must have at least ${counted(count, one, many)}`;
}

function atMost(count: unknown, one: string, many: string): string {
  return count === 0 ? "must be empty" : `must have at most ${counted(count, one, many)}`;
}

function counted(count: unknown, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
