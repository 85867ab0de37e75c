import { digestOf } from "./digest.ts";
import { Fault } from "./fault.ts";
import { canonicalJson, type Json } from "./json.ts";
import { createAllowance } from "./json-schema-allowance.ts";
import { validatorOf, invalidity } from "./json-schema-validator.ts";
import { namesOf, own, partsOf, type JsonSchema, type Part } from "./json-schema-parts.ts";
import { problemsOfErrors, type SchemaProblem } from "./json-schema-problems.ts";
import { resolve, type References } from "./json-schema-references.ts";
import { inTime } from "./json-schema-time.ts";

export type { JsonSchema, SchemaProblem };

/** A schema that was not refused. */
export interface CompiledSchema {
  /** How many schemas it consists of, itself and those inside of it: what compiling it costs. */
  readonly parts: number;
  /** What is wrong with a value, at most 50 problems; none when it fits. Never throws. */
  readonly check: (value: Json) => readonly SchemaProblem[];
}

export type SchemaResult =
  | { readonly ok: true; readonly schema: CompiledSchema }
  /** `problem` is a fragment for people that says what to change. */
  | { readonly ok: false; readonly problem: string };

/** Of canonical JSON, in bytes of UTF-8. */
const MAX_BYTES = 64 * 1024;
/** Levels of JSON; a field inside of an object costs two. */
const MAX_LEVELS = 40;
/** What compiling may take, in milliseconds; what is within the bounds takes a tenth of it, undisturbed. */
const MAX_COMPILE_MS = 5_000;
/** So many results are kept, those that were asked for longest ago given up first. */
const MAX_KEPT = 500;

/** By digest. */
const kept = new Map<string, SchemaResult>();

/**
 * Takes a JSON Schema 2020-12 that an engine wrote and we do not trust, or refuses it with a sentence: when
 * it is no such schema, is too large, would take too long to check, refers to other schemas, has a pattern
 * that cannot be run in linear time, or asks for a secret. Equal schemas are compiled once, and are one
 * object. Throws a Fault when compiling takes longer than `maxMs`, in which nothing else is done. Formats are checked (json-schema-formats.ts), unknown keywords say nothing.
 */
export function compileSchema(schema: JsonSchema, maxMs = MAX_COMPILE_MS): SchemaResult {
  if (isDeeper(schema, MAX_LEVELS)) {
    return refused(`must not be nested deeper than ${MAX_LEVELS} levels; simplify it`);
  }
  if (Buffer.byteLength(canonicalJson(schema)) > MAX_BYTES) {
    return refused(`must not be larger than ${MAX_BYTES / 1024} KiB; shorten it`);
  }
  const digest = digestOf(schema);
  const result = kept.get(digest) ?? compiledInTime(schema, maxMs);
  if (result === undefined) {
    // No word about the schema: a busy machine was the cause.
    const message = "a schema could not be prepared in time";
    throw new Fault("overloaded", message, { retryable: true });
  }
  kept.delete(digest);
  kept.set(digest, result);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT) kept.delete(oldest as string);
  return result;
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child: Json) => isDeeper(child, levels - 1));
}

function compiledInTime(schema: JsonSchema, maxMs: number): SchemaResult | undefined {
  try {
    const timed = inTime(maxMs, () => compiled(schema));
    return timed.over ? undefined : timed.value;
  } catch {
    // Mostly a chain of references that is longer than the stack is deep.
    return refused("cannot be prepared: too many references lead one to the next; write them out");
  }
}

function compiled(schema: JsonSchema): SchemaResult {
  const problem = otherDraft(schema) ?? invalidity(schema);
  if (problem !== undefined) return refused(problem);
  const parts = partsOf(schema);
  if (!parts.ok) return parts;
  const resolved = resolve(parts.all);
  if (!resolved.ok) return resolved;
  return { ok: true, schema: checking(parts.all, resolved.references) };
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

function otherDraft(schema: JsonSchema): string | undefined {
  const dialect = own(schema, "$schema");
  return dialect === undefined || dialect === DIALECT || dialect === `${DIALECT}#`
    ? undefined
    : `must be JSON Schema 2020-12; set $schema to "${DIALECT}", or leave it out`;
}

/** The rule that a value breaks whose check was cut off. */
export const TOO_LONG = "takes too long to check; make it simpler";

function checking(all: readonly Part[], references: References): CompiledSchema {
  const strangers = strangersTo(all);
  const allowance = createAllowance();
  const { prepare, validate, formOf } = validatorOf(all, references);
  const problems = (value: Json): readonly SchemaProblem[] => {
    validate(value);
    const errors = problemsOfErrors(validate.errors ?? [], value, formOf);
    return errors.length > 0 ? errors : strangers(value);
  };
  const check = (value: Json): readonly SchemaProblem[] => {
    const size = () => JSON.stringify(value).length;
    try {
      prepare();
      const timed = inTime(allowance.ms(size), () => problems(value));
      if (timed.over) allowance.wasCutOff();
      else allowance.wasInTime();
      return timed.over ? [{ path: [], rule: TOO_LONG }] : timed.value;
    } catch {
      return [{ path: [], rule: "is nested too deep to check; make it simpler" }];
    }
  };
  return { check, parts: all.length };
}

/**
 * ajv takes every member that any object inherits (`constructor`) for one that `unevaluatedProperties` knows.
 * With that keyword, a member of such a name has to be named by the schema.
 */
function strangersTo(all: readonly Part[]): (value: Json) => readonly SchemaProblem[] {
  const schemas = all.map(({ schema }) => schema).filter((schema) => typeof schema !== "boolean");
  if (!schemas.some((schema) => own(schema, "unevaluatedProperties") !== undefined))
    return () => [];
  const named = new Set(schemas.flatMap(namesOf));
  const strange = Object.getOwnPropertyNames(Object.prototype).filter((name) => !named.has(name));
  const find = (value: Json, path: readonly (string | number)[]): readonly SchemaProblem[] => {
    if (typeof value !== "object" || value === null) return [];
    const isList = Array.isArray(value);
    const found = isList ? [] : strange.filter((name) => Object.hasOwn(value, name));
    return [
      ...found.map((name) => ({ path, rule: `must not have ${JSON.stringify(name)}` })),
      ...Object.entries(value).flatMap(([name, child]) =>
        find(child, [...path, isList ? Number(name) : name]),
      ),
    ];
  };
  return (value) => find(value, []).slice(0, 50);
}

function refused(problem: string): SchemaResult {
  return { ok: false, problem };
}
