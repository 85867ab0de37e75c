/**
 * Scripts written from right to left. Beside one of them, numbers and separators of our own line change
 * places: a digest after an Arabic name is shown with its digits on the name's other side.
 */
const RTL =
  "\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}";
const ANY = new RegExp(`[${RTL}]`, "u");
/** From its first letter to its last, over what stands between, but not over a Latin word. */
const RUN = new RegExp(`[${RTL}](?:[^\\p{Script=Latin}\\n]*[${RTL}])?`, "gu");

/** First strong isolate and its end: what is between keeps its own direction and moves nothing outside. */
const BEGIN = "\u2068";
const END = "\u2069";

/** One text of others in a line of ours. Those characters themselves cannot be in it: cleaning takes them out. */
export function isolate(text: string): string {
  return ANY.test(text) ? `${BEGIN}${text}${END}` : text;
}

/** A sentence of ours with texts of others in it. */
export function isolateRuns(text: string): string {
  return text.replace(RUN, `${BEGIN}$&${END}`);
}
