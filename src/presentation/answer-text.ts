import type { Json } from "../core/json.ts";
import { cleanText } from "./text.ts";

/**
 * An answer as people read it: a text in quotation marks, yes and no, and JSON for what is neither. Several are
 * numbered as their questions are.
 */
export function answerText(value: Json): string {
  const answers = answersIn(value) ?? [value];
  const texts = answers.map((each) => cleanText(plain(each)));
  return texts.length === 1
    ? `“${texts.join("")}”`
    : texts.map((text, index) => `${index + 1}. ${text}`).join("\n");
}

/** The answers of a clarification, without their ids. */
function answersIn(value: Json): readonly Json[] | undefined {
  if (typeof value !== "object" || value === null || !("answers" in value)) return undefined;
  const { answers } = value;
  return typeof answers === "object" && answers !== null
    ? (Object.values(answers) as readonly Json[])
    : undefined;
}

function plain(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return JSON.stringify(value);
}
