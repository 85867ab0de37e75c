import type { types } from "@slack/bolt";
import { isolate } from "../../src/presentation/direction.ts";
import type {
  ChoiceInput,
  ChoicesInput,
  FieldTexts,
  FormField,
  FormOption,
  NumberInput,
} from "../../src/presentation/form.ts";
import { type Block, plain, quote } from "./blocks.ts";
import { type Piece, piecesOf } from "./form-pieces.ts";
import { ONE_TEXT, pieceCount } from "./form-words.ts";
import { LIMITS } from "./limits.ts";
import { clipToWeight } from "./measure.ts";

/** Element of an input block, without its id. */
type Element = types.InputBlockElement;

/**
 * The blocks of one field. The block and its element are named like the field, or like its pieces, so
 * that what comes back is found by the form alone. Undefined where no input of Slack's can hold it.
 */
export function fieldBlocks(field: FormField): readonly Block[] | undefined {
  const above = field.whole === undefined ? [] : [quote([{ type: "text", text: field.whole }])];
  const element = pickedElement(field);
  if (element !== undefined) return [...above, inputBlock(field, element)];
  const pieces = piecesOf(field);
  const shortest = textBounds(field).minLength ?? 0;
  if (pieces === undefined || (pieces.length === 1 && shortest > LIMITS.typed)) return undefined;
  const [only, ...others] = pieces;
  if (only !== undefined && others.length === 0) {
    return [...above, inputBlock(field, { ...textElement(field, only), ...boundsOf(field) })];
  }
  return [
    ...above,
    ...pieces.map((piece, index) => pieceBlock(field, piece, index, pieces.length)),
  ];
}

function inputBlock({ id, label, hint, required }: FieldTexts, element: Element): Block {
  return {
    type: "input",
    block_id: id,
    label: plain(label),
    ...(hint === undefined ? {} : { hint: plain(hint) }),
    optional: !required,
    element: { ...element, action_id: id },
  };
}

/** Whether there is enough in all of them together is asked when they are sent. */
function pieceBlock(field: FormField, piece: Piece, index: number, count: number): Block {
  const hint = index === 0 ? [field.hint, ONE_TEXT] : [];
  const said = hint.filter((part) => part !== undefined).join(" · ");
  const texts: FieldTexts = {
    id: piece.id,
    label: isolate(field.label) + pieceCount(index + 1, count),
    ...(said === "" ? {} : { hint: said }),
    required: false,
  };
  return inputBlock(texts, textElement(field, piece));
}

function textElement({ type }: FormField, { initial }: Piece): types.PlainTextInput {
  return {
    type: "plain_text_input",
    multiline: type === "long-text" || type === "json" || /[\r\n]/.test(initial),
    max_length: LIMITS.typed,
    ...(initial === "" ? {} : { initial_value: initial }),
  };
}

/**
 * Ours are code points and Slack's perhaps UTF-16 units, of which a code point has one or two: so that
 * Slack never refuses what the engine allows, the least is as it is and the most is doubled.
 */
function boundsOf(field: FormField): Pick<types.PlainTextInput, "min_length" | "max_length"> {
  const { minLength, maxLength } = textBounds(field);
  return {
    ...(minLength === undefined ? {} : { min_length: minLength }),
    max_length: Math.min(2 * (maxLength ?? LIMITS.typed), LIMITS.typed),
  };
}

function textBounds(field: FormField): { minLength?: number; maxLength?: number } {
  if (field.type !== "text" && field.type !== "long-text") return {};
  const { minLength, maxLength } = field;
  return {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}

/**
 * The element of a field that is more than text. Undefined for text, and where Slack's own element
 * would change what is written or refuse what the engine allows: a time with seconds and an offset,
 * an address that is not of the web, a number with a fraction or an exponent.
 */
function pickedElement(field: FormField): Element | undefined {
  switch (field.type) {
    case "choice":
      return field.required ? oneOf(field) : selectOne(field);
    case "boolean":
      return radioButtons(field.options, field.initial);
    case "choices":
      return anyOf(field);
    case "integer":
      return wholeNumber(field);
    case "email":
      return emailElement(field.initial);
    case "date":
      return dateElement(field.initial);
    case "text":
    case "long-text":
    case "number":
    case "url":
    case "time":
    case "json":
      return undefined;
  }
}

function oneOf(field: ChoiceInput): Element {
  return field.options.length > LIMITS.tickedOptions
    ? selectOne(field)
    : radioButtons(field.options, field.initial);
}

function radioButtons(options: readonly FormOption[], initial: string | undefined): Element {
  const chosen = options.find(({ value }) => value === initial);
  return {
    type: "radio_buttons",
    options: options.map(optionOf),
    ...(chosen === undefined ? {} : { initial_option: optionOf(chosen) }),
  };
}

/** Radio buttons cannot be taken back, so what may be left open is a list. */
function selectOne({ options, initial }: ChoiceInput): Element {
  const chosen = options.find(({ value }) => value === initial);
  return {
    type: "static_select",
    options: options.map(optionOf),
    ...(chosen === undefined ? {} : { initial_option: optionOf(chosen) }),
  };
}

function anyOf({ options, initial = [], maxItems }: ChoicesInput): Element {
  const chosen = options.filter(({ value }) => initial.includes(value)).map(optionOf);
  const filled = chosen.length === 0 ? {} : { initial_options: chosen };
  if (options.length <= LIMITS.tickedOptions) {
    return { type: "checkboxes", options: options.map(optionOf), ...filled };
  }
  const most = maxItems !== undefined && maxItems < options.length && chosen.length <= maxItems;
  return {
    type: "multi_static_select",
    options: options.map(optionOf),
    ...filled,
    ...(most ? { max_selected_items: maxItems } : {}),
  };
}

function optionOf({ value, label, description }: FormOption): types.PlainTextOption {
  return {
    value,
    text: plain(clipToWeight(label, LIMITS.optionText)),
    ...(description === undefined
      ? {}
      : { description: plain(clipToWeight(description, LIMITS.optionText)) }),
  };
}

/** More digits than these a client might round. */
const EXACT_DIGITS = /^-?\d{1,15}$/;

function wholeNumber({ initial, minimum, maximum }: NumberInput): Element | undefined {
  const isPlain = (text: string | undefined) => text === undefined || EXACT_DIGITS.test(text);
  const [least, most] = [minimum, maximum].map((bound) =>
    bound === undefined ? undefined : JSON.stringify(bound),
  );
  if (!isPlain(initial) || !isPlain(least) || !isPlain(most)) return undefined;
  return {
    type: "number_input",
    is_decimal_allowed: false,
    ...(least === undefined ? {} : { min_value: least }),
    ...(most === undefined ? {} : { max_value: most }),
    ...(initial === undefined ? {} : { initial_value: initial }),
  };
}

/** An address that Slack's own input might refuse is kept as text. */
function emailElement(initial: string | undefined): Element | undefined {
  if (initial === undefined) return { type: "email_text_input" };
  if (!/^[\w.+-]{1,64}@[a-z\d-]+(?:[.][a-z\d-]+)+$/i.test(initial) || initial.length > 254) {
    return undefined;
  }
  return { type: "email_text_input", initial_value: initial };
}

function dateElement(initial: string | undefined): Element | undefined {
  if (initial === undefined) return { type: "datepicker" };
  const at = Date.parse(`${initial}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(initial) && !Number.isNaN(at);
  const isSame = isDay && new Date(at).toISOString().startsWith(initial);
  return isSame ? { type: "datepicker", initial_date: initial } : undefined;
}
