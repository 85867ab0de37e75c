import type { Json } from "./json.ts";
import { isCheckedFormat } from "./json-schema-formats.ts";
import { compilePattern, MAX_STEPS } from "./json-schema-pattern.ts";

/** A JSON Schema 2020-12 as an engine wrote it, when it is an object. */
export type JsonSchema = Readonly<Record<string, Json>>;

/** One schema inside of a schema (or the whole): its own text, the ones directly inside, where it stands. */
export interface Part {
  readonly schema: JsonSchema | boolean;
  /** The names on the way from the whole to here. */
  readonly at: readonly string[];
  /** By keyword; one, several by name, or several in order (by their index). */
  readonly inside: ReadonlyMap<string, ReadonlyMap<string, Part>>;
}

/** Keywords of JSON Schema 2020-12 that hold one schema. */
const ONE = [
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "items",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
] as const;
/** Keywords that hold several by name. `definitions` is the older name of `$defs` and only holds. */
const NAMED = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
/** Keywords that hold several in order. */
export const LISTED: readonly string[] = ["allOf", "anyOf", "oneOf", "prefixItems"];

export const isSingle = (keyword: string): boolean => (ONE as readonly string[]).includes(keyword);

/** More than this no form has; each is compiled. */
const MAX_PARTS = 1_000;

/** The whole as parts, or the first thing that is refused in any of them, as a sentence. */
export type Parts =
  | { readonly ok: true; readonly all: readonly Part[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Takes a schema that is valid by the meta-schema apart: only what stands where a schema stands is one, so
 * that a property may be called `writeOnly`, and unknown keywords may hold anything. The whole comes first.
 */
export function partsOf(whole: JsonSchema): Parts {
  const all: Part[] = [];
  const problems: string[] = [];
  take(whole, [], { all, problems, steps: 0 });
  if (all.length > MAX_PARTS) {
    return {
      ok: false,
      problem: `must not have more than ${MAX_PARTS} schemas inside; simplify it`,
    };
  }
  // ajv takes every entry for one that `contains` knows, where the standard means those that fit.
  if (hasAny(all, "unevaluatedItems") && hasAny(all, "contains")) {
    problems.push("must not have both unevaluatedItems and contains; use items and prefixItems");
  }
  const [problem] = problems;
  return problem === undefined ? { ok: true, all } : { ok: false, problem };
}

function hasAny(all: readonly Part[], keyword: string): boolean {
  return all.some(({ inside }) => inside.has(keyword));
}

interface Taking {
  readonly all: Part[];
  readonly problems: string[];
  /** Of the patterns so far. */
  steps: number;
}

function take(schema: JsonSchema | boolean, at: readonly string[], taking: Taking): Part {
  const inside = new Map<string, ReadonlyMap<string, Part>>();
  const part: Part = { schema, at, inside };
  taking.all.push(part);
  if (typeof schema === "boolean") return part;
  // One is enough, and the patterns of the rest cost time.
  const problem = taking.problems.length === 0 ? unfit(schema, taking) : undefined;
  if (problem !== undefined) taking.problems.push(`${placeInSchema(at)} ${problem}`);
  const keywords = [...ONE, ...NAMED, ...LISTED].filter((keyword) =>
    Object.hasOwn(schema, keyword),
  );
  for (const keyword of keywords) {
    const held = schema[keyword] as JsonSchema;
    const single = isSingle(keyword);
    const entries = single ? [["", held] as const] : Object.entries(held);
    inside.set(
      keyword,
      new Map(
        entries.map(([name, child]) => {
          const path = single ? [...at, keyword] : [...at, keyword, name];
          return [name, take(child as JsonSchema | boolean, path, taking)];
        }),
      ),
    );
  }
  return part;
}

/** A place in a schema for people, `"properties.age"`, to begin a sentence with. Long ones are cut. */
export function placeInSchema(at: readonly string[]): string {
  return at.length === 0 ? "the schema" : JSON.stringify(at.join(".").slice(0, 120));
}

/** What one schema may not ask for, the ones inside left aside. */
function unfit(schema: JsonSchema, taking: Taking): string | undefined {
  // Chat keeps what people write, and so would we: no place for a secret.
  if (own(schema, "writeOnly") === true || own(schema, "format") === "password") {
    return "asks for a secret (writeOnly, or the format password), which must not be given in chat; leave it out";
  }
  if (namesOf(schema).includes("__proto__")) {
    return 'names a property "__proto__", which is not possible here; call it something else';
  }
  for (const source of patternsOf(schema)) {
    const compiled = compilePattern(source);
    if (!compiled.ok) return `has a pattern that ${compiled.problem}`;
    taking.steps += compiled.pattern.steps;
    if (taking.steps > MAX_STEPS) return "has one pattern too many of this size; shorten them";
  }
  return undefined;
}

/** A keyword of a schema, when it is there: `constructor` is no keyword of an empty one. */
export function own(schema: JsonSchema, keyword: string): Json | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

/** Every name of a property that one schema names itself. */
export function namesOf(schema: JsonSchema): readonly string[] {
  const named = ["properties", "dependentRequired", "dependentSchemas"].flatMap((keyword) =>
    Object.keys(own(schema, keyword) ?? {}),
  );
  const needed = Object.values(
    (own(schema, "dependentRequired") ?? {}) as Record<string, string[]>,
  );
  return [...named, ...((own(schema, "required") ?? []) as string[]), ...needed.flat()];
}

function patternsOf(schema: JsonSchema): readonly string[] {
  const pattern = own(schema, "pattern");
  const named = Object.keys(own(schema, "patternProperties") ?? {});
  return pattern === undefined ? named : [pattern as string, ...named];
}

/** Keywords that say something about a value and hold no schema. All others are annotations. */
const SAYING: readonly string[] = [
  "type",
  "const",
  "enum",
  "multipleOf",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "maxContains",
  "minContains",
  "maxProperties",
  "minProperties",
  "required",
  "dependentRequired",
];

/** What one schema itself says about a value, without annotations and without the schemas inside. */
export function sayingsOf(schema: JsonSchema): JsonSchema {
  const said = SAYING.filter((keyword) => Object.hasOwn(schema, keyword));
  const format = own(schema, "format");
  // A pattern is told to people by what the schema says of it.
  const told = ["description"].filter((word) => said.includes("pattern") && own(schema, word));
  return {
    ...Object.fromEntries([...said, ...told].map((keyword) => [keyword, schema[keyword] as Json])),
    ...(isCheckedFormat(format) ? { format } : {}),
  };
}
