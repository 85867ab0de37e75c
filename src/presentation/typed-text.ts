/**
 * Texts that were shown in an input and came back. Platforms may write line ends in their own manner and
 * take white space off both ends, so neither is something that a person changed.
 */

/** White space of any platform's trimming: more than JavaScript's own `trim` takes. */
// oxlint-disable-next-line no-control-regex -- separators that Python's strip takes, too
const OUTER = /[\s\u0085\u001C-\u001F]/;
const LINE_END = /\r\n?/g;

/** Are these one text but for line ends and outer white space? */
export function sameText(shown: string, typed: string): boolean {
  return shown === typed || trimmed(shown) === trimmed(typed);
}

/** By hand: an expression for the spaces at the end tries every run of spaces in the text again and again. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && OUTER.test(text.charAt(start))) start += 1;
  while (end > start && OUTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).replace(LINE_END, "\n");
}

/**
 * What a person meant who was shown `shown`: exactly that when they changed nothing, else what they
 * typed. A text whose line ends were all `\r\n` gets them back, or else every line of it would differ.
 */
export function typedOver(shown: string, typed: string): string {
  if (sameText(shown, typed)) return shown;
  const windows = shown.includes("\r\n") && !/[\r\n]/.test(shown.replaceAll("\r\n", ""));
  return windows ? typed.replace(/\r\n?|\n/g, "\r\n") : typed;
}
