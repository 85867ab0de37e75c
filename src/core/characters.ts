/**
 * The length of a text in Unicode code points: what JSON Schema and Discord count in. JavaScript's own
 * `length` counts UTF-16 units, two for an emoji.
 */
export function characters(text: string): number {
  return Array.from(text).length;
}

/** Something that a reader would see: no space, no control character, nothing invisible. */
const VISIBLE = /[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u;

/** Does the text show nothing, although it may have characters? */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
