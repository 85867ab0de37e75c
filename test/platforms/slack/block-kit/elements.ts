import { isObject, textOf } from "../json.ts";
import { confirm, filter, initialAmongOptions, option, optionGroup } from "./composition.ts";
import { LIMITS } from "./limits.ts";
import type { Place, Rule } from "./problems.ts";
import { richTextBlock } from "./rich-text.ts";
import {
  anyText,
  anything,
  boolean,
  list,
  matching,
  number,
  oneOf,
  plainText,
  shape,
  string,
  type Shape,
} from "./rules.ts";

const actionId = { action_id: string(LIMITS.identifier, 1) };
const confirmable = { confirm };
const placeholder = { placeholder: plainText(LIMITS.placeholder) };

/** Only one element of a view may ask for the focus. */
const focusable: Record<string, Rule> = {
  focus_on_load: (value, place) => {
    boolean(value, place);
    if (value !== true) return;
    place.payload.focused += 1;
    if (place.payload.focused > 1) place.problem("only one element can have focus_on_load");
  },
};

const dispatchable = {
  dispatch_action_config: shape({
    required: {},
    optional: {
      trigger_actions_on: list(oneOf("on_enter_pressed", "on_character_entered"), 2),
    },
  }),
};

const element = ({ required, optional = {}, whole }: Shape): Rule =>
  shape({
    required: { type: anything, ...required },
    optional: { ...actionId, ...optional },
    ...(whole ? { whole } : {}),
  });

export const image: Rule = shape({
  required: { type: anything, alt_text: string(LIMITS.imageAltText, 1) },
  optional: { image_url: string(LIMITS.url, 1), slack_file: anything },
});

const style = { style: oneOf("primary", "danger") };
const accessibilityLabel = { accessibility_label: string(LIMITS.accessibilityLabel) };

const button = element({
  required: { text: plainText(LIMITS.buttonText) },
  optional: {
    value: string(LIMITS.buttonValue),
    url: string(LIMITS.url),
    ...style,
    ...accessibilityLabel,
    ...confirmable,
  },
});

const iconButton = element({
  required: { icon: string(), text: plainText(LIMITS.buttonText) },
  optional: {
    value: string(LIMITS.buttonValue),
    visible_to_user_ids: anything,
    ...accessibilityLabel,
    ...confirmable,
  },
});

const feedbackButton = shape({
  required: { text: plainText(LIMITS.buttonText), value: string(LIMITS.buttonValue) },
  optional: accessibilityLabel,
});

const ticks = (max: number, isMany: boolean): Rule =>
  element({
    required: { options: list(option(anyText), max) },
    optional: {
      [isMany ? "initial_options" : "initial_option"]: isMany
        ? list(option(anyText), max)
        : option(anyText),
      ...focusable,
      ...confirmable,
    },
    whole: initialAmongOptions,
  });

const overflow = element({
  required: { options: list(option(plainText, true), LIMITS.overflowOptions) },
  optional: confirmable,
});

/** A static list has options or groups of them, never both and never neither. */
const optionsOrGroups: Rule = (value, place) => {
  if (!isObject(value)) return;
  const given = ["options", "option_groups"].filter((key) => value[key] !== undefined);
  if (given.length === 0) place.problem("missing required field: options");
  if (given.length > 1) place.problem("only one of options and option_groups can be used");
  initialAmongOptions(value, place);
};

const select = (optional: Record<string, Rule>, isMany: boolean, whole?: Rule): Rule =>
  element({
    required: {},
    optional: {
      ...placeholder,
      ...focusable,
      ...confirmable,
      ...(isMany ? { max_selected_items: number(1, LIMITS.selectOptions) } : {}),
      ...optional,
    },
    ...(whole ? { whole } : {}),
  });

const staticOptions = {
  options: list(option(plainText), LIMITS.selectOptions),
  option_groups: list(optionGroup, LIMITS.optionGroups),
};
const initial = option(plainText);
const initials = list(initial, LIMITS.selectOptions);
const ids = list(string(), LIMITS.selectOptions);
const minQuery = { min_query_length: number(0, Number.MAX_SAFE_INTEGER) };
const conversation = { default_to_current_conversation: boolean, filter };
const respondable = { response_url_enabled: boolean };

const selects: Record<string, Rule> = {
  static_select: select({ ...staticOptions, initial_option: initial }, false, optionsOrGroups),
  multi_static_select: select(
    { ...staticOptions, initial_options: initials },
    true,
    optionsOrGroups,
  ),
  external_select: select({ initial_option: initial, ...minQuery }, false),
  multi_external_select: select({ initial_options: initials, ...minQuery }, true),
  users_select: select({ initial_user: string() }, false),
  multi_users_select: select({ initial_users: ids }, true),
  conversations_select: select(
    { initial_conversation: string(), ...conversation, ...respondable },
    false,
  ),
  multi_conversations_select: select({ initial_conversations: ids, ...conversation }, true),
  channels_select: select({ initial_channel: string(), ...respondable }, false),
  multi_channels_select: select({ initial_channels: ids }, true),
};

const picker = (optional: Record<string, Rule>): Rule =>
  element({ required: {}, optional: { ...focusable, ...confirmable, ...optional } });

const pickers: Record<string, Rule> = {
  datepicker: picker({
    initial_date: matching(/^\d{4}-\d{2}-\d{2}$/, "must be a date in the format YYYY-MM-DD"),
    ...placeholder,
  }),
  timepicker: picker({
    initial_time: matching(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time in the format HH:mm"),
    timezone: string(),
    ...placeholder,
  }),
  datetimepicker: picker({ initial_date_time: number(1_000_000_000, 9_999_999_999) }),
};

const typed = (optional: Record<string, Rule>, required: Record<string, Rule> = {}, whole?: Rule) =>
  element({
    required,
    optional: { ...placeholder, ...focusable, ...dispatchable, ...optional },
    ...(whole ? { whole } : {}),
  });

const minBelowMax: Rule = (value, place) => {
  if (!isObject(value)) return;
  const [min, max] = [value["min_length"], value["max_length"]];
  if (typeof min === "number" && typeof max === "number" && min > max)
    place.at("min_length").problem("must not be greater than max_length");
};

/** Counted by the sizes that Slack's numbers in strings stand for. @slack/types 3.2.0 */
const leastBelowMost: Rule = (value, place) => {
  if (!isObject(value)) return;
  const [least, most] = [value["min_value"], value["max_value"]];
  if (typeof least === "string" && typeof most === "string" && Number(least) > Number(most))
    place.at("min_value").problem("must not be greater than max_value");
};

const numeric = matching(/^-?\d+(\.\d+)?$/, "must be a number in a string");

const inputs: Record<string, Rule> = {
  plain_text_input: typed(
    {
      initial_value: string(LIMITS.typedMaxLength),
      multiline: boolean,
      min_length: number(0, LIMITS.typedMinLength),
      max_length: number(1, LIMITS.typedMaxLength),
    },
    {},
    minBelowMax,
  ),
  email_text_input: typed({ initial_value: string() }),
  url_text_input: typed({ initial_value: string() }),
  number_input: typed(
    { initial_value: numeric, min_value: numeric, max_value: numeric },
    { is_decimal_allowed: boolean },
    leastBelowMost,
  ),
  rich_text_input: typed({
    initial_value: richTextBlock,
    min_lines: number(1, LIMITS.richTextLines),
    max_lines: number(1, LIMITS.richTextLines),
  }),
};

/** Files can be asked for in a modal only. */
const fileInput: Rule = (value, place) => {
  if (place.payload.surface !== "modal") place.at("type").problem("unsupported type: file_input");
  element({
    required: {},
    optional: { filetypes: list(string(), 100), max_files: number(1, LIMITS.maxFiles) },
  })(value, place);
};

const choices: Record<string, Rule> = {
  checkboxes: ticks(LIMITS.checkboxOptions, true),
  radio_buttons: ticks(LIMITS.radioOptions, false),
  ...selects,
  ...pickers,
};

const workflowButton = element({
  required: { text: plainText(LIMITS.buttonText), workflow: anything },
  optional: { ...style, ...accessibilityLabel, ...confirmable },
});

const pressable = { button, overflow, workflow_button: workflowButton };

/** Which element may stand where: @slack/types 3.2.0, the unions of block elements. */
export const inActions: Record<string, Rule> = {
  ...pressable,
  ...choices,
  ...(inputs["rich_text_input"] ? { rich_text_input: inputs["rich_text_input"] } : {}),
};
export const inInput: Record<string, Rule> = { ...choices, ...inputs, file_input: fileInput };
export const inSection: Record<string, Rule> = { ...pressable, ...choices, image };
export const inContextActions: Record<string, Rule> = {
  icon_button: iconButton,
  feedback_buttons: element({
    required: { positive_button: feedbackButton, negative_button: feedbackButton },
  }),
};

/** Action ids are unique within their block. */
export const uniqueActionIds = (elements: readonly unknown[], place: Place): void => {
  const seen = new Set<string>();
  for (const [index, one] of elements.entries()) {
    const id = isObject(one) ? textOf(one["action_id"]) : "";
    if (id === "") continue;
    if (seen.has(id)) place.at(index).at("action_id").problem(`\`action_id\` ${id} already exists`);
    seen.add(id);
  }
};
