import type { Json } from "../core/json.ts";

/** Looking into JSON Schemas of others, only as far as a form needs; the core checks the rest. */

/** A JSON object of somebody else's: members are looked up with {@link member} only. */
export type Schema = { readonly [member: string]: Json };

/** So many references in a row are followed; more is a circle, or nothing for people. */
const MAX_HOPS = 16;

export function isObject(value: Json | undefined): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An object's own member: `constructor` and `__proto__` are nothing but names here. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function text(schema: Schema, name: string): string | undefined {
  const value = member(schema, name);
  return typeof value === "string" ? value : undefined;
}

export function count(schema: Schema, name: string): number | undefined {
  const value = member(schema, name);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/**
 * The schema with its references into the same document followed (JSON Schema 2020-12: a JSON pointer
 * after `#`); what stands beside a reference counts, too. An `allOf` of one schema is that schema.
 * Undefined for `true`, `false`, circles and references elsewhere: nothing a field can be made from.
 */
export function resolved(schema: Json | undefined, root: Schema): Schema | undefined {
  let current = schema;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    if (!isObject(current)) return undefined;
    const reference = member(current, "$ref");
    const only = onlyOne(member(current, "allOf"));
    if (reference === undefined && only === undefined) return current;
    const target = reference === undefined ? only : pointedTo(reference, root);
    if (!isObject(target)) return undefined;
    const { $ref: _reference, allOf: _all, ...beside } = current;
    const rest =
      reference === undefined || only === undefined ? beside : { ...beside, allOf: [only] };
    current = { ...target, ...rest };
  }
  return undefined;
}

function onlyOne(all: Json | undefined): Json | undefined {
  return isList(all) && all.length === 1 ? all[0] : undefined;
}

function pointedTo(reference: Json, root: Schema): Json | undefined {
  if (typeof reference !== "string" || !/^#(?:\/|$)/.test(reference)) return undefined;
  let at: Json | undefined = root;
  for (const part of reference.split("/").slice(1)) {
    const name = decoded(part);
    at = name === undefined ? undefined : isList(at) ? at[Number(name)] : member(at, name);
  }
  return at;
}

/** RFC 6901 inside of a URI fragment. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}
