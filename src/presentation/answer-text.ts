import type { Json } from "../core/json.ts";
import { cleanText, clip } from "./text.ts";

/**
 * An answer as people read it: a text in quotation marks, yes and no, and JSON for what is neither. Several are
 * numbered as their questions are, whose ids are `ids`, in whatever order they came. At most `max` code points of
 * it.
 */
export function answerText(value: Json, max: number, ids: readonly string[] = []): string {
  const answers = answersIn(value, ids) ?? [value];
  const texts = answers.map((each) => cleanText(plain(each)));
  return texts.length === 1
    ? `“${clip(texts.join(""), max)}”`
    : clip(texts.map((text, index) => `${index + 1}. ${text}`).join("\n"), max);
}

/** The answers of a clarification, without their ids. */
function answersIn(value: Json, ids: readonly string[]): readonly Json[] | undefined {
  if (typeof value !== "object" || value === null || !("answers" in value)) return undefined;
  const { answers } = value;
  if (typeof answers !== "object" || answers === null) return undefined;
  const given = Object.entries(answers as Readonly<Record<string, Json>>);
  return given
    .toSorted(([one], [other]) => ids.indexOf(one) - ids.indexOf(other))
    .map(([, answer]) => answer);
}

function plain(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return JSON.stringify(value);
}
