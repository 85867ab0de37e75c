const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Makes a text safe inside mrkdwn: no mention, link or date in it is live. Escapes once, `&` too. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** What a text may cost against a limit of Slack's: UTF-16 units after escaping, whether escaped or not. */
export function weight(text: string): number {
  return escapeMarkup(text).length;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** At most `max` of weight, ending in `…` when cut; never inside what a person sees as one character. */
export function clipToWeight(text: string, max: number): string {
  if (weight(text) <= max) return text;
  let kept = "";
  let spent = 1;
  for (const { segment } of graphemes.segment(text)) {
    spent += weight(segment);
    if (spent > max) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
