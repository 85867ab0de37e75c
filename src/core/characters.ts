/**
 * The length of a text in Unicode code points: what JSON Schema and Discord count in. JavaScript's own
 * `length` counts UTF-16 units, two for an emoji.
 */
export function characters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    // A pair of surrogates is one character; half of one counts for itself.
    if (isBetween(text, at, 0xdc00, 0xdfff) && isBetween(text, at - 1, 0xd800, 0xdbff)) count -= 1;
  }
  return count;
}

function isBetween(text: string, at: number, low: number, high: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= low && unit <= high;
}

/** Something that a reader would see: no space, no control character, nothing invisible. */
const VISIBLE = /[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u;

/** Does the text show nothing, although it may have characters? */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
