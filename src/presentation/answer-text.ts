import type { Json } from "../core/json.ts";
import type { Payload } from "../core/payload.ts";
import { flatFields } from "./artifact.ts";
import { prettyName } from "./schema-fields.ts";
import { isObject, member } from "./schema-shape.ts";
import { called, cleanLine, cleanText, clip } from "./text.ts";

/**
 * An answer as people read it: a text in quotation marks, yes and no, a few members a line each, and JSON for
 * anything else. Several answers have the numbers of their questions, in whatever order they came. At most
 * `max` code points of it.
 */
export function answerText(payload: Payload, value: Json, max: number): string {
  const answers = answersIn(payload, value);
  if (answers !== undefined) return clip(answers.join("\n"), max);
  const only = onlyAnswer(value);
  const fields = fieldLines(payload, only);
  return fields === undefined ? `“${clip(cleanText(plain(only)), max)}”` : clip(fields, max);
}

/** To several questions, each with its question's number; undefined where one was asked. */
function answersIn(payload: Payload, value: Json): readonly string[] | undefined {
  if (payload.kind !== "clarification" || payload.data.questions.length < 2) return undefined;
  const answers = member(value, "answers");
  if (!isObject(answers)) return undefined;
  return payload.data.questions.flatMap(({ id }, index) => {
    const answer = member(answers, id);
    return answer === undefined ? [] : [`${index + 1}. ${cleanText(plain(answer))}`];
  });
}

/** The one answer of a clarification, without the id of its question. */
function onlyAnswer(value: Json): Json {
  const answers = member(value, "answers");
  const [only, ...others] = isObject(answers) ? Object.values(answers) : [];
  return only === undefined || others.length > 0 ? value : only;
}

const MAX_TITLE = 60;

/** `Counted: 39`, a line for each member, called as its field was. */
function fieldLines({ resumeSchema }: Payload, value: Json): string | undefined {
  const fields = flatFields(value);
  if (fields === undefined) return undefined;
  const properties = member(resumeSchema, "properties");
  return fields
    .map(({ label, value: text }) => {
      const title = member(member(properties, label), "title");
      const titled = typeof title === "string" ? clip(cleanLine(title), MAX_TITLE) : "";
      const name = titled === "" ? prettyName(label) : titled;
      return `${called(name)} ${text}`;
    })
    .join("\n");
}

function plain(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return JSON.stringify(value);
}
