/**
 * A sentence for a person. Instants stay instants until an adapter writes them in the reader's own time
 * zone; everything else is text, to be shown as text.
 */
export type Words = readonly (string | { readonly at: number; readonly as: "time" | "relative" })[];

/** The words as plain text, instants in UTC: for logs, notifications and tests. */
export function plainWords(words: Words): string {
  return words
    .map((part) => (typeof part === "string" ? part : new Date(part.at).toISOString()))
    .join("");
}
