export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The members of a JSON object, or none if it is something else: reading what others wrote must not throw. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
