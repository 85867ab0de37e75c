import type { Json } from "../../src/core/json.ts";

/** One conformance case: what is given, what is done, and what has to come of it. */
export interface Case {
  readonly id: string;
  readonly area: string;
  readonly given: JsonObject;
  readonly input: JsonObject;
  readonly expect: JsonObject;
}

export type JsonObject = Readonly<Record<string, Json>>;

/** How a case ended. `out`: parley does not do that, and why. */
export type Verdict =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "out"; readonly why: string };

/** The runner does not know a member or a value of the case, so nothing can be said about parley. */
export class NotUnderstood extends Error {
  override readonly name = "NotUnderstood";
}

/** What the case speaks of is not parley's, by a decision of the project. */
export class OutOfScope extends Error {
  override readonly name = "OutOfScope";
}

/** parley did something else than the case expects. */
export class Unmet extends Error {
  override readonly name = "Unmet";
}

const MEMBERS = ["id", "area", "level", "given", "input", "expect", "source", "note"] as const;

/** Reads one entry of a file of cases. */
export function readCase(entry: Json): Case {
  const members = objectOf(entry, "the case");
  only(members, MEMBERS, "the case");
  return {
    id: textOf(members["id"], "id"),
    area: textOf(members["area"], "area"),
    given: objectOf(members["given"], "given"),
    input: objectOf(members["input"], "input"),
    expect: objectOf(members["expect"], "expect"),
  };
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(value: Json | undefined, what: string): JsonObject {
  if (!isObject(value)) throw new NotUnderstood(`${what} is no object`);
  return value;
}

export function textOf(value: Json | undefined, what: string): string {
  if (typeof value !== "string") throw new NotUnderstood(`${what} is no text`);
  return value;
}

export function numberOf(value: Json | undefined, what: string): number {
  if (typeof value !== "number") throw new NotUnderstood(`${what} is no number`);
  return value;
}

export function listOf(value: Json | undefined, what: string): readonly Json[] {
  if (!Array.isArray(value)) throw new NotUnderstood(`${what} is no list`);
  return value;
}

export function textsOf(value: Json | undefined, what: string): readonly string[] {
  return listOf(value, what).map((each) => textOf(each, `an item of ${what}`));
}

/** Every member has to be one of these: what is passed over has not been checked. */
export function only(members: JsonObject, known: readonly string[], what: string): void {
  const other = Object.keys(members).find((name) => !known.includes(name));
  if (other !== undefined) throw new NotUnderstood(`${what}.${other}`);
}

/** A value that is one of a few. */
export function oneOf<const T extends Json>(
  value: Json | undefined,
  all: readonly T[],
  what: string,
): T {
  const found = all.find((each) => each === value);
  if (found === undefined) throw new NotUnderstood(`${what} ${JSON.stringify(value)}`);
  return found;
}
