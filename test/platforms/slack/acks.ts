import { isTooLarge, problemsOfView } from "./block-kit/view.ts";
import { isObject, objectsIn, textOf, type JsonObject } from "./json.ts";
import { refusalOf } from "./response-urls.ts";

/** What an acknowledgement of a submitted dialog asks for. */
export type SubmissionAnswer =
  | { action: "close" | "clear" }
  | { action: "errors"; errors: Record<string, string> }
  | { action: "update" | "push"; view: JsonObject }
  | { action: "malformed" };

const MALFORMED: SubmissionAnswer = { action: "malformed" };

/** Keys of `errors` must be block ids of input blocks in the submitted view. bolt-js#554 */
export function submissionAnswer(body: unknown, blocks: readonly JsonObject[]): SubmissionAnswer {
  if (body === undefined || body === "") return { action: "close" };
  if (!isObject(body)) return MALFORMED;
  switch (textOf(body["response_action"])) {
    case "clear":
      return { action: "clear" };
    case "errors":
      return errorsAnswer(body["errors"], blocks);
    case "update":
    case "push":
      return viewAnswer(
        textOf(body["response_action"]) === "push" ? "push" : "update",
        body["view"],
      );
    default:
      return MALFORMED;
  }
}

function errorsAnswer(errors: unknown, blocks: readonly JsonObject[]): SubmissionAnswer {
  if (!isObject(errors)) return MALFORMED;
  const inputs = new Set(
    blocks.filter((block) => block["type"] === "input").map((block) => block["block_id"]),
  );
  const entries = Object.entries(errors);
  const isGood = entries.every(
    ([blockId, text]) => inputs.has(blockId) && typeof text === "string" && text !== "",
  );
  if (entries.length === 0 || !isGood) return MALFORMED;
  return {
    action: "errors",
    errors: Object.fromEntries(entries.map(([blockId, text]) => [blockId, textOf(text)])),
  };
}

function viewAnswer(action: "update" | "push", view: unknown): SubmissionAnswer {
  if (!isObject(view) || isTooLarge(view) || problemsOfView(view).length > 0) return MALFORMED;
  return { action, view };
}

/** A slash command is answered with nothing, with text, or with a message. */
export function commandAnswer(body: unknown): JsonObject | "nothing" | "malformed" {
  if (body === undefined || body === "") return "nothing";
  if (typeof body === "string") return { text: body };
  if (!isObject(body) || refusalOf(body) !== undefined) return "malformed";
  if (!Array.isArray(body["blocks"]) && objectsIn(body["attachments"]).length === 0)
    return textOf(body["text"]) === "" ? "malformed" : body;
  return body;
}
