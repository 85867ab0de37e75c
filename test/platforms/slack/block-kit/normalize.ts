import { randomBytes } from "node:crypto";
import { isObject, type JsonObject } from "../json.ts";

const fresh = () => randomBytes(3).toString("base64url").slice(0, 5);

const INTERACTIVE =
  /^(button|overflow|checkboxes|radio_buttons|.*picker|.*_select|.*_input|.*_buttons?)$/;

/** What Slack fills in when it stores blocks: ids nobody gave, and the defaults of text objects. */
export function stored(blocks: readonly JsonObject[]): JsonObject[] {
  return blocks.map((block) => ({ block_id: fresh(), ...filled(block) }));
}

function filled(object: JsonObject): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, filledValue(value)] as const);
  return { ...defaultsOf(object), ...Object.fromEntries(entries) };
}

const filledValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filledValue);
  return isObject(value) ? filled(value) : value;
};

function defaultsOf({ type }: JsonObject): JsonObject {
  if (type === "plain_text") return { emoji: true };
  if (type === "mrkdwn") return { verbatim: false };
  if (type === "input") return { optional: false, dispatch_action: false };
  return typeof type === "string" && INTERACTIVE.test(type) ? { action_id: fresh() } : {};
}
