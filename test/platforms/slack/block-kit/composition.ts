import { isObject, objectsIn, type JsonObject } from "../json.ts";
import { LIMITS } from "./limits.ts";
import type { Place, Rule } from "./problems.ts";
import { anyText, anything, list, oneOf, plainText, shape, string } from "./rules.ts";

export const confirm: Rule = shape({
  required: { text: anyText(LIMITS.confirmText) },
  optional: {
    title: plainText(LIMITS.confirmTitle),
    confirm: plainText(LIMITS.confirmButton),
    deny: plainText(LIMITS.confirmButton),
    style: oneOf("primary", "danger"),
  },
});

/** `hasUrl`: only an overflow's options may link. `text`: only checkboxes and radio buttons may hold mrkdwn. */
export const option = (text: typeof plainText, hasUrl = false): Rule =>
  shape({
    required: {
      text: text(LIMITS.optionText),
      value: string(LIMITS.optionValue, 1),
    },
    optional: {
      description: text(LIMITS.optionDescription),
      ...(hasUrl ? { url: string(LIMITS.url) } : {}),
    },
  });

export const optionGroup: Rule = shape({
  required: {
    label: plainText(LIMITS.optionGroupLabel),
    options: list(option(plainText), LIMITS.selectOptions),
  },
});

export const filter: Rule = shape({
  required: {},
  optional: {
    include: list(oneOf("im", "mpim", "private", "public"), 4),
    exclude_external_shared_channels: anything,
    exclude_bot_users: anything,
  },
});

export const optionsOf = (element: JsonObject): JsonObject[] => [
  ...objectsIn(element["options"]),
  ...objectsIn(element["option_groups"]).flatMap((group) => objectsIn(group["options"])),
];

const valueAndText = (value: JsonObject): string => {
  const text = isObject(value["text"]) ? value["text"]["text"] : undefined;
  return JSON.stringify([value["value"], text]);
};

/** What is chosen beforehand must be among what can be chosen. */
export const initialAmongOptions = (element: unknown, place: Place): void => {
  if (!isObject(element)) return;
  const known = new Set(optionsOf(element).map(valueAndText));
  const check = (chosen: JsonObject, where: Place) => {
    if (!known.has(valueAndText(chosen)))
      where.problem("initial option must match one of the options");
  };
  if (isObject(element["initial_option"]))
    check(element["initial_option"], place.at("initial_option"));
  for (const [index, chosen] of objectsIn(element["initial_options"]).entries())
    check(chosen, place.at("initial_options").at(index));
};
