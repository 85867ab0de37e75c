import { optionsOf } from "./block-kit/composition.ts";
import { isObject, objectsIn, textOf, type JsonObject } from "./json.ts";

/** What a person types or picks, before Slack's client has given it its wire shape. */
export type Given = string | number | readonly string[] | null;

/** How one kind of input spells its value in `state.values`. */
interface Spelling {
  /** The key beside `type`. */
  key: string;
  initial: string;
  empty: unknown;
  read: (given: Given, element: JsonObject) => unknown;
}

const asText = (given: Given): string | null =>
  given === null || given === "" || Array.isArray(given) ? null : String(given);
const asTexts = (given: Given): string[] =>
  Array.isArray(given) ? given.map(String) : [given].flatMap((one) => asText(one ?? null) ?? []);

const optionFor = (value: string, element: JsonObject): JsonObject => {
  const known = optionsOf(element).find((option) => option["value"] === value);
  // An external select's options come from the app, so only its answers are known here.
  return known ?? { text: { type: "plain_text", text: value, emoji: true }, value };
};

const asRichText = (given: Given): JsonObject | null => {
  const text = asText(given);
  if (text === null) return null;
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }],
  };
};

const one = (key: string, initial: string): Spelling => ({
  key,
  initial,
  empty: null,
  read: asText,
});
const many = (key: string, initial: string): Spelling => ({
  key,
  initial,
  empty: [],
  read: asTexts,
});
const oneOption: Spelling = {
  key: "selected_option",
  initial: "initial_option",
  empty: null,
  read: (given, element) => {
    const value = asText(given);
    return value === null ? null : optionFor(value, element);
  },
};
const manyOptions: Spelling = {
  key: "selected_options",
  initial: "initial_options",
  empty: [],
  read: (given, element) => asTexts(given).map((value) => optionFor(value, element)),
};
const typed = one("value", "initial_value");

/** Every element that keeps a value. A new kind of input is one more line. */
const SPELLINGS: Record<string, Spelling> = {
  plain_text_input: typed,
  email_text_input: typed,
  url_text_input: typed,
  number_input: typed,
  rich_text_input: { ...one("rich_text_value", "initial_value"), read: asRichText },
  static_select: oneOption,
  external_select: oneOption,
  radio_buttons: oneOption,
  multi_static_select: manyOptions,
  multi_external_select: manyOptions,
  checkboxes: manyOptions,
  users_select: one("selected_user", "initial_user"),
  conversations_select: one("selected_conversation", "initial_conversation"),
  channels_select: one("selected_channel", "initial_channel"),
  multi_users_select: many("selected_users", "initial_users"),
  multi_conversations_select: many("selected_conversations", "initial_conversations"),
  multi_channels_select: many("selected_channels", "initial_channels"),
  datepicker: one("selected_date", "initial_date"),
  timepicker: one("selected_time", "initial_time"),
  datetimepicker: {
    ...one("selected_date_time", "initial_date_time"),
    read: (given) => (asText(given) === null ? null : Number(given)),
  },
  file_input: { ...many("files", ""), read: () => [] },
};

const spellingOf = (element: JsonObject): Spelling | undefined =>
  SPELLINGS[textOf(element["type"])];

export const keepsValue = (element: JsonObject): boolean => spellingOf(element) !== undefined;

export function initialValueOf(element: JsonObject): JsonObject {
  const spelling = spellingOf(element);
  if (!spelling) return {};
  const value = element[spelling.initial] ?? spelling.empty;
  return { type: element["type"], [spelling.key]: value };
}

export function valueOf(element: JsonObject, given: Given): JsonObject {
  const spelling = spellingOf(element);
  if (!spelling) return {};
  return { type: element["type"], [spelling.key]: spelling.read(given, element) };
}

export const isEmpty = (element: JsonObject, value: JsonObject): boolean => {
  const spelling = spellingOf(element);
  const held = spelling ? value[spelling.key] : null;
  return (
    held === null || held === undefined || held === "" || (Array.isArray(held) && held.length === 0)
  );
};

export interface PlacedElement {
  blockId: string;
  actionId: string;
  element: JsonObject;
  block: JsonObject;
}

/** Every element of these blocks that a person can use. */
export function elementsOf(blocks: readonly JsonObject[]): PlacedElement[] {
  return blocks.flatMap((block) =>
    [...objectsIn(block["elements"]), block["element"], block["accessory"]].flatMap((element) => {
      if (!isObject(element) || typeof element["action_id"] !== "string") return [];
      const blockId = textOf(block["block_id"]);
      return [{ blockId, actionId: element["action_id"], element, block }];
    }),
  );
}

export type Values = Record<string, Record<string, JsonObject>>;

/** The whole `state.values`: what was typed under the same two ids, else what the element starts with. */
export function stateOf(blocks: readonly JsonObject[], typedValues: Values): Values {
  const values: Values = {};
  for (const { blockId, actionId, element } of elementsOf(blocks)) {
    if (!keepsValue(element)) continue;
    const value = typedValues[blockId]?.[actionId] ?? initialValueOf(element);
    values[blockId] = { ...values[blockId], [actionId]: value };
  }
  return values;
}

/** Takes over what a person entered; keys are block ids or action ids. */
export function entered(
  blocks: readonly JsonObject[],
  before: Values,
  given: Readonly<Record<string, Given>>,
): Values {
  const values: Values = { ...before };
  for (const { blockId, actionId, element } of elementsOf(blocks)) {
    const value = given[blockId] ?? given[actionId];
    if (value === undefined || !keepsValue(element)) continue;
    values[blockId] = { ...values[blockId], [actionId]: valueOf(element, value) };
  }
  return values;
}
