import { type Json, parseJson } from "../core/json.ts";
import type { FormField, NumberInput } from "./form.ts";
import { NOT_READ, notJson, notNumber } from "./form-wording.ts";

/** What a text became; `sentence` says what is wrong with it and gives an example that would pass. */
export type ReadText =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly sentence: string };

type Bounds = Pick<NumberInput, "minimum" | "maximum">;

/**
 * The value of what was typed into a field of this type; of choices, options know the value (see
 * schema-fields.ts). What is read here is never empty. Bounds are the schema's to check, not ours; an example keeps to them.
 */
export function readText(type: FormField["type"], typed: string, bounds: Bounds = {}): ReadText {
  if (!typed.isWellFormed()) return fault(NOT_READ.halfCharacter);
  switch (type) {
    case "long-text":
      return fine(typed);
    // Keyboards of phones leave a space behind a word.
    case "text":
      return fine(typed.trim());
    case "integer":
    case "number":
      return readNumber(type, typed.trim(), bounds);
    case "email":
      return /^[^\s@]+@[^\s@]+$/.test(typed.trim()) ? fine(typed.trim()) : fault(NOT_READ.email);
    // RFC 3986: a scheme, a colon, and no spaces.
    case "url":
      return /^[a-z][a-z\d+.-]*:[^\s]+$/i.test(typed.trim()) && URL.canParse(typed.trim())
        ? fine(typed.trim())
        : fault(NOT_READ.url);
    case "date":
      return isDate(typed.trim()) ? fine(typed.trim()) : fault(NOT_READ.date);
    case "time":
      return readTime(typed.trim());
    case "json": {
      const parsed = parseJson(typed);
      return parsed.ok ? parsed : fault(notJson(parsed.problem));
    }
    case "choice":
    case "choices":
    case "boolean":
      return fault(NOT_READ.choice);
  }
}

/** JSON's numbers (RFC 8259), and a plus sign before them. */
const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:[.]\d+)?(?:e[+-]?\d+)?$/i;

/** As JSON Schema 2020-12 has it, a number without a fraction is an integer: `12.0` and `1e3` are. */
function readNumber(type: NumberInput["type"], typed: string, bounds: Bounds): ReadText {
  if (!NUMBER.test(typed)) return fault(notNumber(type, bounds));
  const parsed = parseJson(typed.replace(/^[+]/, ""));
  if (!parsed.ok) return fault(NOT_READ.inexact);
  if (type === "integer" && !Number.isInteger(parsed.value)) {
    return fault(notNumber(type, bounds));
  }
  return parsed;
}

/** full-date of RFC 3339, of a day that exists. */
function isDate(typed: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? [];
  if (year === undefined) return false;
  const at = new Date(0);
  // setUTCFullYear takes years below 100 as they are.
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}

const TIME =
  /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d(?:[.]\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i;

/**
 * full-time of RFC 3339, which JSON Schema's `time` is: with seconds and an offset. People leave both
 * out; then it is the full minute, and UTC, as the field's hint says.
 */
function readTime(typed: string): ReadText {
  const [, hours, minutes, seconds = ":00", offset = "Z"] = TIME.exec(typed) ?? [];
  if (hours === undefined) return fault(NOT_READ.time);
  return fine(`${hours}:${minutes}${seconds}${offset.toUpperCase()}`);
}

function fine(value: Json): ReadText {
  return { ok: true, value };
}

function fault(sentence: string): ReadText {
  return { ok: false, sentence };
}
