import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { Json } from "./json.ts";
import { ruleOf, toldChoices, toldTypes } from "./json-schema-sentences.ts";

/** One thing that is wrong with a value: where, and which rule it breaks, as a fragment for people. */
export interface SchemaProblem {
  /** Names of members and indexes of entries, from the whole value inwards. */
  readonly path: readonly (string | number)[];
  /** `is missing`, `must be a whole number`; never holds the value. */
  readonly rule: string;
}

/** So many problems are told at most. */
export const MOST_PROBLEMS = 50;

interface Finding extends SchemaProblem {
  readonly keyword: string;
  /** The values that a `const` or an `enum` allows. */
  readonly choices?: readonly Json[];
  /** The types that a `type` allows. */
  readonly types?: readonly string[];
}

/** The compiled schema that a form of `anyOf` or `oneOf` refers to. */
export type FormOf = (reference: string) => ValidateFunction;

/**
 * Tells what ajv found (with `verbose`) wrong with a value: at most {@link MOST_PROBLEMS}, each once. Where
 * one of several forms would do, only what is wrong with the nearest is told.
 */
export function problemsOfErrors(
  errors: readonly ErrorObject[],
  value: Json,
  formOf: FormOf,
): readonly SchemaProblem[] {
  const findings = found(errors, value, formOf);
  const chosen = new Set(findings.filter(isChoice).map(({ path }) => JSON.stringify(path)));
  const told = new Map<string, SchemaProblem>();
  for (const { path, rule, keyword } of findings) {
    // That it must be a string is no news beside the strings that it may be.
    if (keyword === "type" && chosen.has(JSON.stringify(path))) continue;
    told.set(JSON.stringify([path, rule]), { path, rule });
  }
  return [...told.values()].slice(0, MOST_PROBLEMS);
}

function found(errors: readonly ErrorObject[], value: Json, formOf: FormOf): readonly Finding[] {
  const findings: Finding[] = [];
  for (const error of errors) {
    if (findings.length >= MOST_PROBLEMS) break;
    // What `then` or `else` found says more than that they were not fulfilled.
    if (error.keyword === "if") continue;
    const path = pathOf(error, value);
    const isForms = error.keyword === "anyOf" || error.params["passingSchemas"] === null;
    const inside = isForms ? nearest(error, formOf) : [findingOf(error)];
    findings.push(...inside.map((finding) => ({ ...finding, path: [...path, ...finding.path] })));
  }
  return findings;
}

function findingOf(error: ErrorObject): Finding {
  const { keyword, schema } = error;
  const finding = { path: [], rule: ruleOf(error), keyword };
  if (keyword === "type") return { ...finding, types: [schema].flat() as string[] };
  if (keyword === "const") return { ...finding, choices: [schema as Json] };
  return keyword === "enum" ? { ...finding, choices: schema as Json[] } : finding;
}

function isChoice(finding: Finding): boolean {
  return finding.choices !== undefined;
}

/** What is wrong with a value that fits none of several forms, by the form that it was probably meant for. */
function nearest(error: ErrorObject, formOf: FormOf): readonly Finding[] {
  const references = (error.schema as ({ $ref: string } | boolean)[]).filter(
    (form) => form !== false,
  );
  const forms = references.map((form) => formOf((form as { $ref: string }).$ref));
  const value = error.data as Json;
  const tried = forms.map((form) => {
    form(value);
    // It fits none, so each says why.
    return found(form.errors as ErrorObject[], value, formOf);
  });
  const [meant] = tried
    .filter((findings) => !findings.some(isOtherForm))
    .sort((one, other) => one.length - other.length);
  return meant ?? [choiceOf(tried) ?? typeOf(tried) ?? fitsNone(error)];
}

/** Is the value of another type or kind than the form is for? Its own `kind: "b"` is as good as a type. */
function isOtherForm(finding: Finding): boolean {
  return finding.path.length === 0
    ? finding.keyword === "type" || isChoice(finding)
    : finding.path.length === 1 && finding.keyword === "const";
}

/** When every form allows certain values in the same place: all of them. */
function choiceOf(tried: readonly (readonly Finding[])[]): Finding | undefined {
  const choices = tried.flatMap(
    (findings) => findings.find((one) => isOtherForm(one) && isChoice(one)) ?? [],
  );
  const places = new Set(choices.map(({ path }) => JSON.stringify(path)));
  const [first] = choices;
  if (first === undefined || choices.length < tried.length || places.size > 1) return undefined;
  const values = choices.flatMap((finding) => finding.choices as Json[]);
  return { ...first, rule: toldChoices(values), choices: values };
}

/** When every form is for another type: all of the types. */
function typeOf(tried: readonly (readonly Finding[])[]): Finding | undefined {
  const wrong = tried.flatMap(
    (findings) => findings.find(({ path, types }) => types && path.length === 0) ?? [],
  );
  if (wrong.length === 0 || wrong.length < tried.length) return undefined;
  const types = [...new Set(wrong.flatMap((finding) => finding.types as string[]))];
  return { path: [], rule: toldTypes(types), keyword: "type", types };
}

function fitsNone({ keyword }: ErrorObject): Finding {
  return { path: [], rule: "fits none of the allowed forms", keyword };
}

/** Where an error is; what is missing is told where it should be. */
function pathOf(error: ErrorObject, value: Json): readonly (string | number)[] {
  let at: Json | undefined = value;
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step = Array.isArray(at) ? Number(name) : name;
      at = (at as Readonly<Record<string, Json>>)[step];
      return step;
    });
  const missing: unknown = error.params["missingProperty"];
  return typeof missing === "string" ? [...path, missing] : path;
}
