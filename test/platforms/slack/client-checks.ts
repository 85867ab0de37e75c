import { isObject, textOf, type JsonObject } from "./json.ts";
import { elementsOf, initialValueOf, isEmpty, type Values } from "./state.ts";

/** What Slack's client looks at before it sends a dialog; the app hears nothing of a refusal here. */
export function clientErrors(
  blocks: readonly JsonObject[],
  values: Values,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { blockId, actionId, element, block } of elementsOf(blocks)) {
    if (block["type"] !== "input") continue;
    const value = values[blockId]?.[actionId] ?? initialValueOf(element);
    const error = isEmpty(element, value)
      ? block["optional"] === true
        ? undefined
        : "Please complete this required field."
      : problemWith(element, value);
    if (error) errors[blockId] = error;
  }
  return errors;
}

const CHECKS: Record<string, (element: JsonObject, value: JsonObject) => string | undefined> = {
  plain_text_input: lengthProblem,
  number_input: numberProblem,
  email_text_input: (_, { value }) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(textOf(value))
      ? undefined
      : "Please enter a valid email address.",
  url_text_input: (_, { value }) =>
    /^https?:\/\/\S+$/i.test(textOf(value)) ? undefined : "Please enter a valid URL.",
  datepicker: (_, value) =>
    /^\d{4}-\d{2}-\d{2}$/.test(textOf(value["selected_date"]))
      ? undefined
      : "Please enter a valid date.",
  timepicker: (_, value) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(textOf(value["selected_time"]))
      ? undefined
      : "Please enter a valid time.",
  static_select: optionProblem,
  radio_buttons: optionProblem,
  multi_static_select: (element, value) =>
    optionProblem(element, value) ?? countProblem(element, value),
  checkboxes: optionProblem,
};

function problemWith(element: JsonObject, value: JsonObject): string | undefined {
  return CHECKS[textOf(element["type"])]?.(element, value);
}

function lengthProblem(element: JsonObject, { value }: JsonObject): string | undefined {
  const { length } = textOf(value);
  const min = Number(element["min_length"] ?? 0);
  // Slack's own ceiling holds where the app names none. @slack/types 3.2.0
  const max = Number(element["max_length"] ?? 3_000);
  if (length < min) return `Please enter at least ${min} characters.`;
  return length > max ? `Please enter at most ${max} characters.` : undefined;
}

function numberProblem(element: JsonObject, { value }: JsonObject): string | undefined {
  const text = textOf(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return "Please enter a valid number.";
  if (element["is_decimal_allowed"] !== true && text.includes("."))
    return "Please enter a whole number.";
  const { min_value: min, max_value: max } = element;
  if (typeof min === "string" && Number(text) < Number(min)) return `Please enter at least ${min}.`;
  return typeof max === "string" && Number(text) > Number(max)
    ? `Please enter at most ${max}.`
    : undefined;
}

/** A person can only pick what is offered. */
function optionProblem(element: JsonObject, value: JsonObject): string | undefined {
  const chosen = [value["selected_option"], value["selected_options"]].flat().filter(isObject);
  const offered = JSON.stringify([element["options"], element["option_groups"]]);
  return chosen.every((option) => offered.includes(`"value":${JSON.stringify(option["value"])}`))
    ? undefined
    : "Please choose one of the options.";
}

/** max_selected_items of @slack/types 3.2.0: the list does not take one more. */
function countProblem(element: JsonObject, value: JsonObject): string | undefined {
  const chosen = [value["selected_options"]].flat().filter(isObject);
  const most = element["max_selected_items"];
  return typeof most === "number" && chosen.length > most
    ? `Please choose at most ${most}.`
    : undefined;
}
