import { Fault } from "../../src/core/fault.ts";

/** A member deep in an answer of which nothing is certain; undefined where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (found === null || typeof found !== "object") return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}

/** A text in an answer; a Fault when Discord left it out. */
export function textOf(value: unknown, name: string): string {
  const text = at(value, name);
  if (typeof text === "string") return text;
  throw new Fault("platform-refused", `Discord's answer has no ${name}`, { retryable: false });
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
