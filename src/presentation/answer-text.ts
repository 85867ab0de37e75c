import type { Json } from "../core/json.ts";
import { cleanText } from "./text.ts";

/** An answer as people read it: texts as they are, yes and no, and JSON for what is neither. */
export function answerText(value: Json): string {
  const answers = answersIn(value);
  return cleanText(answers === undefined ? plain(value) : answers.map(plain).join("\n"));
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
