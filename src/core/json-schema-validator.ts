import {
  Ajv2020,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type Options,
  type ValidateFunction,
} from "ajv/dist/2020.js";
import { canonicalJson, type Json } from "./json.ts";
import { FORMATS } from "./json-schema-formats.ts";
import {
  isSingle,
  LISTED,
  placeInSchema,
  sayingsOf,
  type JsonSchema,
  type Part,
} from "./json-schema-parts.ts";
import { keptPattern, type KeptPattern } from "./json-schema-kept-pattern.ts";
import type { FormOf } from "./json-schema-problems.ts";
import { ONLY_HOLDING, type References } from "./json-schema-references.ts";
import { ruleOf } from "./json-schema-sentences.ts";

/** ajv as it is used here: it neither logs nor changes values, and trusts no member that is inherited. */
const OPTIONS: Options = {
  strict: false,
  logger: false,
  validateSchema: false,
  ownProperties: true,
  verbose: true,
  messages: false,
};

/** Compiled once, when this file is loaded: nothing of it may be cut off half-way. */
const fitsMetaSchema = new Ajv2020({ ...OPTIONS, validateFormats: false }).getSchema(
  "https://json-schema.org/draft/2020-12/schema",
) as ValidateFunction;

/** Says where and how a schema is no JSON Schema 2020-12, or undefined. */
export function invalidity(schema: JsonSchema): string | undefined {
  fitsMetaSchema(schema);
  const [error] = fitsMetaSchema.errors ?? [];
  if (error === undefined) return undefined;
  const at = error.instancePath.split("/").slice(1);
  return `must be valid JSON Schema 2020-12: ${placeInSchema(at)} ${ruleOf(error)}`;
}

/**
 * A schema that ajv has compiled, and the ones inside that it compiled apart. A check that is cut off leaves
 * nothing behind in it: a function of ajv's begins anew each time, and each pattern knows whether it was searching.
 */
export interface Validator {
  /** Compiles the patterns that have to be, once or again, which is not what the next answer takes. */
  readonly prepare: () => void;
  readonly validate: ValidateFunction;
  readonly formOf: FormOf;
}

/**
 * Compiles the parts of a schema with an instance of ajv that nothing else uses. ajv is given only
 * the keywords of the standard that say something about a value, and references that are resolved already,
 * by names of our own: so it never sees an id, an annotation, or a keyword of its own such as `$async`.
 */
export function validatorOf(all: readonly Part[], references: References): Validator {
  const patterns: KeptPattern[] = [];
  const ajv = new Ajv2020({
    ...OPTIONS,
    meta: false,
    allErrors: true,
    inlineRefs: false,
    // 0.3 is a multiple of 0.1 for people, and not quite for a computer.
    multipleOfPrecision: 6,
    formats: FORMATS,
    code: { regExp: linear(patterns) },
  });
  adapt(ajv);
  const names = new Map(all.map((part, index) => [part, `part${index}`]));
  const apart = new Set([...all.slice(0, 1), ...[...references.values()].flat(), ...formsIn(all)]);
  const refer = (part: Part): JsonSchema => ({ $ref: names.get(part) as string });
  const place = (part: Part) => (apart.has(part) ? refer(part) : written(part));
  const written = (part: Part): JsonSchema | boolean => {
    if (typeof part.schema === "boolean") return part.schema;
    const inside = [...part.inside].map(([keyword, held]) => [
      keyword,
      heldBy(keyword, held, place),
    ]);
    const { allOf = [], ...others } = Object.fromEntries(inside) as Record<string, Json>;
    const together = [
      ...(allOf as Json[]),
      ...(references.get(part) as readonly Part[]).map(refer),
    ];
    return {
      ...sayingsOf(part.schema),
      ...others,
      ...(together.length > 0 ? { allOf: together } : {}),
    };
  };
  for (const part of apart) ajv.addSchema(written(part), names.get(part));
  const formOf: FormOf = (reference) => ajv.getSchema(reference) as ValidateFunction;
  // All of them now: what ajv was compiling when it was cut off would stay half done.
  for (const part of apart) formOf(names.get(part) as string);
  const prepare = () => patterns.forEach((pattern) => pattern.prepare());
  return { prepare, validate: formOf("part0"), formOf };
}

/** The forms of `anyOf` and `oneOf` are compiled apart, so that each can be asked what is wrong. */
function formsIn(all: readonly Part[]): readonly Part[] {
  return all
    .flatMap(({ inside }) =>
      ["anyOf", "oneOf"].flatMap((word) => [...(inside.get(word)?.values() ?? [])]),
    )
    .filter(({ schema }) => typeof schema !== "boolean");
}

function heldBy(
  keyword: string,
  held: ReadonlyMap<string, Part>,
  place: (part: Part) => JsonSchema | boolean,
): Json {
  // What these hold is compiled apart, if anything refers to it.
  if (ONLY_HOLDING.has(keyword)) return {};
  const schemas = [...held].map(([name, part]) => [name, place(part)] as const);
  if (LISTED.includes(keyword)) return schemas.map(([, schema]) => schema);
  const byName = Object.fromEntries(schemas);
  return isSingle(keyword) ? (byName[""] as JsonSchema) : byName;
}

/** ajv tells patterns apart by their text, and so asks for it. Each is put into the list, and compiled when it is needed. */
const linear = (patterns: KeptPattern[]) =>
  Object.assign(
    (source: string) => {
      const pattern = keptPattern(source);
      patterns.push(pattern);
      return { test: pattern.test, toString: () => source };
    },
    { code: "linear" },
  );

/** Puts our own way in the place of what ajv does in a way that untrusted values would make slow or wrong. */
function adapt(ajv: Ajv2020): void {
  // ajv compares values with their own `valueOf`, and entries each with each.
  for (const keyword of ["const", "enum", "uniqueItems"]) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: "const", errors: false, compile: (only: Json) => isOneOf([only]) });
  ajv.addKeyword({ keyword: "enum", errors: false, compile: isOneOf });
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    errors: false,
    compile: (wanted: boolean) => (entries: readonly Json[]) =>
      !wanted || new Set(entries.map(canonicalJson)).size === entries.length,
  });
  // Told is what they mean as a whole, and not every fault of every try.
  for (const keyword of ["anyOf", "oneOf", "contains", "propertyNames"]) {
    const standard = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ ...standard, trackErrors: true, code: asWhole(standard) });
  }
}

function isOneOf(allowed: readonly Json[]): (value: Json) => boolean {
  const texts = new Set(allowed.map(canonicalJson));
  return (value) => texts.has(canonicalJson(value));
}

/** Forgets the errors of the tries before it tells its own. */
function asWhole(standard: CodeKeywordDefinition): CodeKeywordDefinition["code"] {
  return (cxt: KeywordCxt) => {
    const tell = cxt.error.bind(cxt);
    cxt.error = (...told) => {
      cxt.reset();
      tell(...told);
    };
    standard.code(cxt);
  };
}
