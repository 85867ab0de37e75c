import { isObject, objectsIn, textOf, type JsonObject } from "../json.ts";
import { Refusal } from "../web-api/refusal.ts";
import { blocksRule } from "./blocks.ts";
import { LIMITS } from "./limits.ts";
import { newPayload } from "./message.ts";
import { Place, type Rule } from "./problems.ts";
import { anything, boolean, byType, plainText, shape, string } from "./rules.ts";

/** A dialog that asks something needs a button that sends it. */
const submitWithInput: Rule = (view, place) => {
  if (!isObject(view)) return;
  const asks = objectsIn(view["blocks"]).some((block) => block["type"] === "input");
  if (asks && !view["submit"])
    place.problem("missing required field: submit is required when an input is within blocks");
};

const modal = shape({
  required: { type: anything, title: plainText(LIMITS.modalTitle), blocks: blocksRule },
  optional: {
    submit: plainText(LIMITS.modalButton),
    close: plainText(LIMITS.modalButton),
    private_metadata: string(LIMITS.privateMetadata),
    callback_id: string(LIMITS.identifier),
    external_id: string(LIMITS.identifier),
    clear_on_close: boolean,
    notify_on_close: boolean,
    submit_disabled: boolean,
  },
  whole: submitWithInput,
});

/** docs.slack.dev/reference/views/home-tab-views */
const home = shape({
  required: { type: anything, blocks: blocksRule },
  optional: {
    private_metadata: string(LIMITS.privateMetadata),
    callback_id: string(LIMITS.identifier),
    external_id: string(LIMITS.identifier),
  },
});

const root = byType({ modal, home });

export function problemsOfView(view: unknown): string[] {
  const payload = newPayload(isObject(view) && view["type"] === "home" ? "home" : "modal");
  root(view, new Place(payload, "/view"));
  return payload.problems;
}

export const isTooLarge = (view: JsonObject): boolean =>
  Buffer.byteLength(JSON.stringify(view)) > LIMITS.viewBytes;

/** Refuses what views.open, views.push, views.update and views.publish refuse, with their words. */
export function checkedView(value: unknown, type: "modal" | "home" = "modal"): JsonObject {
  const view = typeof value === "string" ? parsedView(value) : value;
  if (!isObject(view)) throw invalidArguments(["missing required field: view"]);
  if (view["type"] !== type) throw invalidArguments([`unsupported type: ${textOf(view["type"])}`]);
  if (isTooLarge(view)) throw new Refusal("view_too_large");
  const problems = problemsOfView(view);
  if (problems.length > 0) throw invalidArguments(problems);
  return view;
}

export const invalidArguments = (problems: readonly string[]): Refusal =>
  new Refusal("invalid_arguments", {
    response_metadata: { messages: problems.map((problem) => `[ERROR] ${problem}`) },
  });

function parsedView(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidArguments([
      `view is not valid JSON: ${textOf(text).slice(0, 40)} [json-pointer:/view]`,
    ]);
  }
}
