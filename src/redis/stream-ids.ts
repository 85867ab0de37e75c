/** Stream ids are `milliseconds-sequence` of the server's clock. */

/** The server's time in a stream id: milliseconds. */
export function instantOf(id: string): number {
  return Number(id.slice(0, id.indexOf("-")));
}

/** Stream fields arrive as a flat list: name, value, name, value. */
export function fieldsOf(flat: readonly string[]): Readonly<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let i = 0; i + 1 < flat.length; i += 2) fields[flat[i] ?? ""] = flat[i + 1] ?? "";
  return fields;
}
