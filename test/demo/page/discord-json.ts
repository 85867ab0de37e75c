export type Json = Readonly<Record<string, unknown>>;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isJson) : [];

export const partOf = (value: unknown, key: string): unknown =>
  isJson(value) ? value[key] : undefined;
