import { isObject, textOf } from "../json.ts";
import type { Place, Rule } from "./problems.ts";

/** How Slack counts is not documented, so the dearer way: UTF-16 units, with bare & already escaped. */
export const lengthOf = (text: string, isMarkup: boolean): number => {
  const ampersands = text.replaceAll(/&(?!amp;|lt;|gt;)/g, "&amp;");
  return isMarkup ? ampersands.length : ampersands.replaceAll(/[<>]/g, "&lt;").length;
};

function lengthWithin(length: number, min: number, max: number, place: Place): void {
  if (length < min) place.problem(`must be more than ${min - 1} characters`);
  if (length > max) place.problem(`must be less than ${max + 1} characters`);
}

export const string =
  (max = Number.POSITIVE_INFINITY, min = 0): Rule =>
  (value, place) => {
    if (typeof value !== "string") return place.problem("must provide a string");
    lengthWithin(value.length, min, max, place);
  };

export const matching =
  (pattern: RegExp, words: string): Rule =>
  (value, place) => {
    if (typeof value !== "string" || !pattern.test(value)) place.problem(words);
  };

export const boolean: Rule = (value, place) => {
  if (typeof value !== "boolean") place.problem("must provide a boolean");
};

export const number =
  (min: number, max: number): Rule =>
  (value, place) => {
    if (typeof value !== "number" || !Number.isInteger(value))
      return place.problem("must provide an integer");
    if (value < min) place.problem(`must be greater than or equal to ${min}`);
    if (value > max) place.problem(`must be less than or equal to ${max}`);
  };

export const oneOf =
  (...allowed: readonly unknown[]): Rule =>
  (value, place) => {
    if (!allowed.includes(value)) place.problem("must be a valid enum value");
  };

export const anything: Rule = () => {};

export const list =
  (rule: Rule, max: number, min = 1): Rule =>
  (value, place) => {
    if (!Array.isArray(value)) return place.problem("must provide an array");
    if (value.length < min) place.problem(`no fewer than ${min} items required`);
    if (value.length > max) place.problem(`no more than ${max} items allowed`);
    for (const [index, item] of value.entries()) rule(item, place.at(index));
  };

export interface Shape {
  required: Record<string, Rule>;
  optional?: Record<string, Rule>;
  /** Rules that look at more than one property. */
  whole?: Rule;
}

export const shape =
  ({ required, optional = {}, whole }: Shape): Rule =>
  (value, place) => {
    if (!isObject(value)) return place.problem("must provide an object");
    for (const [key, rule] of Object.entries(required)) {
      if (value[key] === undefined || value[key] === null)
        place.problem(`missing required field: ${key}`);
      else rule(value[key], place.at(key));
    }
    for (const [key, inner] of Object.entries(value)) {
      const rule = optional[key];
      if (rule) {
        if (inner !== null && inner !== undefined) rule(inner, place.at(key));
      } else if (!(key in required)) place.problem(`invalid additional property: ${key}`);
    }
    whole?.(value, place);
  };

/** The rule of the value's own `type`. A new kind of block or element is a new entry in such a table. */
export const byType =
  (table: Record<string, Rule>): Rule =>
  (value, place) => {
    if (!isObject(value)) return place.problem("must provide an object");
    if (value["type"] === undefined) return place.problem("missing required field: type");
    const rule = table[textOf(value["type"])];
    if (!rule) return place.at("type").problem(`unsupported type: ${textOf(value["type"])}`);
    rule(value, place);
  };

const textLength =
  (max: number, isMarkup: boolean): Rule =>
  (value, place) => {
    if (typeof value !== "string") return place.problem("must provide a string");
    lengthWithin(lengthOf(value, isMarkup), 1, max, place);
  };

export const plainText = (max: number): Rule =>
  byType({
    plain_text: shape({
      required: { type: anything, text: textLength(max, false) },
      optional: { emoji: boolean },
    }),
  });

export const anyText = (max: number): Rule =>
  byType({
    plain_text: plainText(max),
    mrkdwn: shape({
      required: { type: anything, text: textLength(max, true) },
      optional: { verbatim: boolean },
    }),
  });
