import { characters } from "../../src/core/characters.ts";
import type { FormField, Given } from "../../src/presentation/form.ts";
import { CHECKBOX_GROUP, RADIO_GROUP, STRING_SELECT, TEXT_INPUT } from "./api-types.ts";
import { valuesIn } from "./collect.ts";
import type { FormInput, OptionGroup, TextPiece } from "./form-layout.ts";
import { MAX_GROUP_OPTIONS, MAX_INPUT, MIN_RADIO_OPTIONS } from "./limits.ts";

/** One input of a form with what stands in it, as Discord takes it inside a Label. */
export function renderInput(input: FormInput, given: Given): object {
  return input.kind === "text"
    ? textInput(input, typeof given === "string" ? given : "")
    : optionsInput(input, valuesIn(given));
}

const SEVERAL_LINES = 2;
const ONE_LINE = 1;
/** Longer than this, one line shows too little of a text. */
const LONG_LINE = 100;
const LINE_END = /[\r\n\v\f\u0085\u2028\u2029]/;

function textInput({ id, field, parts }: TextPiece, value: string): object {
  const required = field.required && parts === 1;
  return {
    type: TEXT_INPUT,
    custom_id: id,
    style: isLong(field, value) ? SEVERAL_LINES : ONE_LINE,
    required,
    ...lengths(field, parts, characters(value)),
    ...(value === "" ? {} : { value }),
  };
}

function isLong({ type }: FormField, value: string): boolean {
  const isProse = type === "long-text" || type === "json";
  // An input of one line would take the line ends out.
  return isProse || value.length > LONG_LINE || LINE_END.test(value);
}

/** Never narrower than what stands in the input: Discord would refuse the form. */
function lengths(field: FormField, parts: number, length: number): object {
  if (parts > 1 || (field.type !== "text" && field.type !== "long-text")) {
    return { max_length: MAX_INPUT };
  }
  const { required, minLength = 0, maxLength = MAX_INPUT } = field;
  const most = Math.max(1, length, Math.min(maxLength, MAX_INPUT));
  const least = Math.max(required ? 1 : 0, minLength);
  const isFit = least <= most && (length === 0 || length >= least);
  return { ...(isFit && least > 0 ? { min_length: least } : {}), max_length: most };
}

/**
 * Radio buttons and checkboxes show everything at a glance, up to ten; what may be left open is a select,
 * since a radio button cannot be taken back.
 */
function optionsInput(group: OptionGroup, chosen: readonly string[]): object {
  const { id, field, parts, many, options } = group;
  const required = field.required && parts === 1;
  const common = { custom_id: id, required, options: optionsOf(group, chosen) };
  const isShort = parts === 1 && options.length <= MAX_GROUP_OPTIONS;
  if (many) {
    const type = isShort ? CHECKBOX_GROUP : STRING_SELECT;
    return { type, ...common, ...counts(group, required, chosen.length) };
  }
  if (required && isShort && options.length >= MIN_RADIO_OPTIONS) {
    return { type: RADIO_GROUP, ...common };
  }
  return { type: STRING_SELECT, ...common, min_values: required ? 1 : 0, max_values: 1 };
}

function counts({ field, options, parts }: OptionGroup, required: boolean, chosen: number): object {
  const { minItems = 0, maxItems = Infinity } = field.type === "choices" ? field : {};
  const most = Math.min(options.length, Math.max(1, chosen, maxItems));
  // How many there are of several lists together is looked at when all of them are read.
  const least = required && parts === 1 ? Math.min(most, Math.max(1, minItems)) : 0;
  return { min_values: least, max_values: most };
}

function optionsOf({ options, many }: OptionGroup, chosen: readonly string[]): readonly object[] {
  const defaults = many ? chosen : chosen.slice(0, 1);
  return options.map(({ value, label, description = "" }) => ({
    value,
    label,
    ...(description === "" ? {} : { description }),
    ...(defaults.includes(value) ? { default: true } : {}),
  }));
}
