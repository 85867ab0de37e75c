import { ambiguity } from "./json-text.ts";

/** Any JSON value, as parsed from text. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** Deeper nesting than this is refused: it is never a question for a person, and recursion must end. */
export const MAX_DEPTH = 64;

/** More values than this are no question for people either, and looking at each of them takes its time. */
export const MAX_VALUES = 100_000;

export type ParsedJson =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: string };

/**
 * Parses untrusted JSON text. Refuses what canonical JSON (RFC 8785) cannot carry faithfully: lone
 * surrogates, numbers out of range or too long to be exact, members named twice; nesting deeper than
 * {@link MAX_DEPTH}; and more than {@link MAX_VALUES} values.
 */
export function parseJson(text: string): ParsedJson {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { ok: false, problem: "is not valid JSON" };
  }
  const problem = unfit(value, 0, { values: 0 }) ?? ambiguity(text);
  return problem === undefined ? { ok: true, value } : { ok: false, problem };
}

/** A value that is looked at, and how many were before it. */
interface Count {
  values: number;
}

function unfit(value: Json, depth: number, count: Count): string | undefined {
  count.values += 1;
  if (count.values > MAX_VALUES) return `has more than ${MAX_VALUES} values`;
  if (typeof value === "string") {
    return value.isWellFormed() ? undefined : "contains half of a surrogate pair";
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : "contains a number out of range";
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
  return isArray(value) ? unfitIn(value, depth, count) : unfitMember(value, depth, count);
}

function unfitIn(list: readonly Json[], depth: number, count: Count): string | undefined {
  for (const child of list) {
    const problem = unfit(child, depth + 1, count);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function unfitMember(
  object: { readonly [member: string]: Json },
  depth: number,
  count: Count,
): string | undefined {
  for (const member of Object.keys(object)) {
    if (!member.isWellFormed()) return "contains half of a surrogate pair";
    const problem = unfit(object[member] as Json, depth + 1, count);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Canonical JSON of RFC 8785: members sorted by UTF-16 code units, no white space, numbers and strings
 * as ECMAScript writes them. Equal values have equal texts, whatever order an engine wrote them in.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((member) => `${JSON.stringify(member)}:${canonicalJson(value[member] ?? null)}`);
  return `{${members.join(",")}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
