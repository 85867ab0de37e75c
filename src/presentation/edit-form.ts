import { characters, isBlank } from "../core/characters.ts";
import type { Json } from "../core/json.ts";
import { FIELDS, missing, NOT_READ } from "./form-wording.ts";
import { booleanInput, jsonInput, MAX_LINE, readTyped, type SchemaInput } from "./schema-input.ts";
import { isObject, type Schema } from "./schema-shape.ts";
import { MAX_MEMBERS, schemaSlots } from "./schema-fields.ts";
import { fieldTexts, type Slot, slotOf } from "./slot.ts";
import { sameText, typedOver } from "./typed-text.ts";

/** What the engine's schema says of the edited artifact, and the whole schema. */
interface Described {
  readonly schema: Json | undefined;
  readonly root: Schema | undefined;
}

/**
 * The fields in which an artifact is edited, filled in with it. What nobody changed comes back exactly as
 * it is stored: a field whose text is the same but for line ends and outer white space, and a field that
 * was not shown, mean the stored value.
 *
 * An object of 1 to 25 members has a field for each: texts as they are, numbers, yes or no, anything else
 * as JSON. A text is one field. Anything else is one JSON text. An absent artifact is written anew, by
 * its schema where there is one, else as a text.
 */
export function editSlots(
  artifact: Json | undefined,
  path: readonly string[],
  { schema, root }: Described,
): readonly Slot[] {
  const label = FIELDS.artifact.label;
  if (artifact === undefined) {
    if (schema !== undefined && root !== undefined) {
      return schemaSlots(schema, { path, label, titled: true }, root);
    }
    const field = { ...fieldTexts({ label, required: true }), type: "long-text" } as const;
    return [slotOf(field, path, { convert: (given) => readTyped("long-text", given) })];
  }
  const members = isObject(artifact) ? Object.entries(artifact) : [];
  if (members.length === 0 || members.length > MAX_MEMBERS) {
    return [editSlot(artifact, label, path)];
  }
  return members.map(([name, value]) => editSlot(value, name, [...path, name]));
}

function editSlot(stored: Json, label: string, path: readonly string[]): Slot {
  if (typeof stored === "string") return textSlot(stored, label, path);
  const { input, convert, how } = valueInput(stored);
  const field = { ...fieldTexts({ label, how, required: true }), ...input };
  return {
    field,
    path,
    read: (given) => {
      if (given === undefined) return { ok: true, value: stored };
      const { initial } = field;
      const isUnchanged =
        typeof given === "string" && typeof initial === "string" && sameText(initial, given);
      if (isUnchanged) return { ok: true, value: stored };
      const isEmpty = given.length === 0 || (typeof given === "string" && isBlank(given));
      return isEmpty ? { ok: false, sentence: missing(field) } : convert(given);
    },
  };
}

function valueInput(stored: Json): SchemaInput {
  if (typeof stored === "boolean") return booleanInput(stored);
  if (typeof stored !== "number") return jsonInput(stored);
  return {
    input: { type: "number", initial: JSON.stringify(stored) },
    convert: (given) => readTyped("number", given),
  };
}

/** Of a member, nothing is a value, too; a whole text that somebody emptied is a slip, or a rejection. */
function textSlot(stored: string, label: string, path: readonly string[]): Slot {
  const isWhole = path.length === 1;
  const required = isWhole && !isBlank(stored);
  const isLong = characters(stored) > MAX_LINE || /[\r\n\v\f\u0085\u2028\u2029]/.test(stored);
  const field = {
    ...fieldTexts({ label, required }),
    type: isLong || isWhole ? "long-text" : "text",
    initial: stored,
  } as const;
  return {
    field,
    path,
    read: (given) => {
      if (given === undefined) return { ok: true, value: stored };
      if (typeof given !== "string") return { ok: false, sentence: NOT_READ.oneText };
      if (required && isBlank(given)) return { ok: false, sentence: missing(field) };
      const value = typedOver(stored, given);
      return value === stored || value.isWellFormed()
        ? { ok: true, value }
        : { ok: false, sentence: NOT_READ.halfCharacter };
    },
  };
}
