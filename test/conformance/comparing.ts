import { canonicalJson, type Json } from "../../src/core/json.ts";
import { isObject, Unmet } from "./case.ts";

/** Both are the same JSON, whatever the order of members. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one) === canonicalJson(other);
}

/** Objects have at least the expected members; everything else is the same. */
export function hasAll(actual: Json | undefined, expected: Json): boolean {
  if (!isObject(expected)) return isSame(actual, expected);
  if (!isObject(actual)) return false;
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(actual, name) && hasAll(actual[name], value),
  );
}

export function demand(holds: boolean, why: string): void {
  if (!holds) throw new Unmet(why);
}

/** Throws with both values unless they are the same JSON. */
export function demandSame(
  actual: Json | undefined,
  expected: Json | undefined,
  what: string,
): void {
  if (!isSame(actual, expected)) throw new Unmet(differs(actual, expected, what));
}

export function demandAll(actual: Json | undefined, expected: Json, what: string): void {
  if (!hasAll(actual, expected)) throw new Unmet(differs(actual, expected, what));
}

function differs(actual: Json | undefined, expected: Json | undefined, what: string): string {
  return `${what} is ${shown(actual)}, not ${shown(expected)}`;
}

function shown(value: Json | undefined): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 300);
}
