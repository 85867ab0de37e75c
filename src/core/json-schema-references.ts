import { own, placeInSchema, type Part } from "./json-schema-parts.ts";

/** Which part each reference of a part leads to. */
export type References = ReadonlyMap<Part, readonly Part[]>;

export type Resolved =
  | { readonly ok: true; readonly references: References }
  | { readonly ok: false; readonly problem: string };

/** So many ways through a schema are followed at most; a form has one for each of its fields. */
const MAX_WAYS = 10_000;

/** What a schema without `$id` is called, so that references have something to be relative to. */
const NAMELESS = "schema://schema/";

/**
 * Finds what every reference of a schema (its whole is the first part) means, by JSON Schema 2020-12: ids,
 * anchors and JSON pointers, each within this schema. Refused with a sentence: what lies outside or does
 * not exist, what leads to itself on the same value and so would never end, and what branches so often
 * that checking would take too long.
 */
export function resolve(all: readonly Part[]): Resolved {
  const index = indexed(all);
  if (typeof index === "string") return { ok: false, problem: index };
  const references = new Map<Part, readonly Part[]>();
  for (const part of all) {
    const targets = wordsOf(part).map((word) => target(word, part, index));
    const wrong = targets.find((found) => typeof found === "string");
    if (wrong !== undefined) return { ok: false, problem: `${placeInSchema(part.at)} ${wrong}` };
    references.set(part, targets as Part[]);
  }
  const problem = endless(all, references) ?? branching(all[0] as Part, references);
  return problem === undefined ? { ok: true, references } : { ok: false, problem };
}

function wordsOf(part: Part): readonly string[] {
  return ["$ref", "$dynamicRef"]
    .map((keyword) => stringOf(part, keyword))
    .filter((word) => word !== undefined);
}

function stringOf(part: Part, keyword: string): string | undefined {
  return typeof part.schema === "boolean"
    ? undefined
    : (own(part.schema, keyword) as string | undefined);
}

interface Index {
  /** By URI with anchor, by URI with nothing behind `#`. */
  readonly named: ReadonlyMap<string, Part>;
  /** By the JSON pointer from the whole. */
  readonly placed: ReadonlyMap<string, Part>;
  readonly bases: ReadonlyMap<Part, string>;
}

function indexed(all: readonly Part[]): Index | string {
  const named = new Map<string, Part>();
  const placed = new Map(all.map((part) => [pointerOf(part.at), part]));
  const bases = new Map<Part, string>();
  const dynamic = new Set<string>();
  for (const [part, around] of withParents(all)) {
    const id = stringOf(part, "$id");
    const outer = (around && bases.get(around)) ?? NAMELESS;
    const base = id === undefined ? outer : absolute(id.replace(/#$/, ""), outer);
    bases.set(part, base);
    const anchors = ["$anchor", "$dynamicAnchor"].map((keyword) => stringOf(part, keyword));
    const names = anchors.filter((name) => name !== undefined).map((name) => `${base}#${name}`);
    if (id !== undefined || around === undefined) names.push(`${base}#`);
    if (names.some((name) => named.has(name))) {
      return `${placeInSchema(part.at)} has an $id or anchor that another part has already; give each its own`;
    }
    for (const name of names) named.set(name, part);
    const [, moving] = anchors;
    if (moving !== undefined && dynamic.has(moving)) {
      return `${placeInSchema(part.at)} has a $dynamicAnchor that another part has already, which is not possible here; use $ref`;
    }
    if (moving !== undefined) dynamic.add(moving);
  }
  return { named, placed, bases };
}

function* withParents(all: readonly Part[]): Generator<readonly [Part, Part | undefined]> {
  const parents = new Map<Part, Part>();
  for (const part of all) {
    for (const child of childrenOf(part)) parents.set(child, part);
    // A part comes after the one that it is inside of.
    yield [part, parents.get(part)];
  }
}

function childrenOf(part: Part): readonly Part[] {
  return [...part.inside.values()].flatMap((held) => [...held.values()]);
}

/** A JSON pointer (RFC 6901). */
function pointerOf(at: readonly string[]): string {
  return at.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function absolute(reference: string, base: string): string {
  if (reference === "") return base;
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

/**
 * The part that a reference means, or what is wrong with it. A `$dynamicRef` means what a `$ref` means,
 * since no two parts have the same `$dynamicAnchor`.
 */
function target(word: string, part: Part, { named, placed, bases }: Index): Part | string {
  const [uri = "", ...rest] = word.split("#");
  const fragment = decoded(rest.join("#"));
  const base = absolute(uri, bases.get(part) as string);
  const resource = named.get(`${base}#`);
  if (resource === undefined) {
    return 'refers to another schema; only references inside of the same one are possible, such as "#/$defs/name"';
  }
  const found = fragment.startsWith("/")
    ? placed.get(pointerOf(resource.at) + fragment)
    : named.get(`${base}#${fragment}`);
  return (
    found ?? "refers to a schema that is not there; put it under $defs or correct the reference"
  );
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Keywords whose schemas judge the same value, and not one inside of it. */
const SAME_VALUE = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];
/** Keywords whose schemas judge nothing by themselves. */
export const ONLY_HOLDING: ReadonlySet<string> = new Set(["$defs", "definitions", "contentSchema"]);

/** A way that comes back to where it was without going into the value has no end. */
function endless(all: readonly Part[], references: References): string | undefined {
  const done = new Set<Part>();
  const under = new Set<Part>();
  const ends = (part: Part): boolean => {
    if (done.has(part)) return true;
    if (under.has(part)) return false;
    under.add(part);
    const onSame = SAME_VALUE.flatMap((keyword) => [...(part.inside.get(keyword)?.values() ?? [])]);
    const end = [...onSame, ...(references.get(part) as readonly Part[])].every(ends);
    under.delete(part);
    done.add(part);
    return end;
  };
  const circular = all.find((part) => !ends(part));
  return (
    circular &&
    `${placeInSchema(circular.at)} refers to itself for the same value, which would never end`
  );
}

/**
 * Counts the ways through the schema: a chain of ten schemas of which each refers to the next twice has
 * 1,024. Coming back to where a way began counts once: how often it is gone again depends on the value.
 */
function branching(whole: Part, references: References): string | undefined {
  const ways = new Map<Part, number>();
  const count = (part: Part): number => {
    const known = ways.get(part);
    if (known !== undefined) return known;
    ways.set(part, 1);
    const judging = [...part.inside].filter(([keyword]) => !ONLY_HOLDING.has(keyword));
    const next = [
      ...judging.flatMap(([, held]) => [...held.values()]),
      ...(references.get(part) as readonly Part[]),
    ];
    const sum = next.reduce((total, child) => Math.min(total + count(child), MAX_WAYS + 1), 1);
    ways.set(part, sum);
    return sum;
  };
  return count(whole) > MAX_WAYS
    ? `must not branch into more than ${MAX_WAYS} ways; refer to each schema fewer times`
    : undefined;
}
