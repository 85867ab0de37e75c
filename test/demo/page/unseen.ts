/**
 * What has no shape of its own or turns its neighbours around. One kind is left out: it asks for the colourful form
 * of the emoji before it.
 */
const UNSEEN = /(?!\n|\u{FE0F})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text with its characters that nobody sees spelled out as JSON does, so that it cannot pretend to be another. */
export function spelledOut(text: string): string {
  return text.replace(UNSEEN, (character) =>
    // One escape for each half of a pair, as JSON has it.
    Array.from({ length: character.length }, (_, index) => {
      const code = character.charCodeAt(index).toString(16);
      return `\\u${code.padStart(4, "0")}`;
    }).join(""),
  );
}
