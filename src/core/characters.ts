/**
 * The length of a text in Unicode code points: what JSON Schema and Discord count in. JavaScript's own
 * `length` counts UTF-16 units, two for an emoji.
 */
export function characters(text: string): number {
  return Array.from(text).length;
}
