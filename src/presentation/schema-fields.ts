import type { Json } from "../core/json.ts";
import { inputOf } from "./schema-input.ts";
import { isList, isObject, member, resolved, type Schema, text } from "./schema-shape.ts";
import { fieldTexts, type Slot, slotOf } from "./slot.ts";

/** More members than these are no form; they are written as one JSON text. */
export const MAX_MEMBERS = 25;

export interface Place {
  /** Where the value goes in the resume value. */
  readonly path: readonly string[];
  /** Of others; used where the schema is one field, and has no title where `titled`. */
  readonly label: string;
  readonly description?: string | undefined;
  /** Does the schema's own title come before `label`? */
  readonly titled: boolean;
}

/**
 * The fields for a value that follows a schema: one for each member of an object of 1 to 25 members,
 * required ones first; one for anything else. An object that is a choice between shapes is one JSON text.
 * References lead into `root`.
 */
export function schemaSlots(schema: Json | undefined, place: Place, root: Schema): readonly Slot[] {
  const shape = resolved(schema, root);
  const names = shape === undefined ? undefined : memberNames(shape);
  if (shape === undefined || names === undefined) {
    return [schemaSlot(schema, root, place, true)];
  }
  const required = requiredNames(shape);
  const initial = member(shape, "default");
  return names.map((name) => {
    const at = { path: [...place.path, name], label: prettyName(name), titled: true };
    const one = member(member(shape, "properties"), name);
    return schemaSlot(one, root, at, required.has(name), member(initial, name));
  });
}

/** Names of an object's members, required ones first; undefined where one field for it all is better. */
function memberNames(shape: Schema): readonly string[] | undefined {
  const type = member(shape, "type");
  const properties = member(shape, "properties");
  if ((type !== undefined && type !== "object") || !isObject(properties) || branches(shape)) {
    return undefined;
  }
  const required = requiredNames(shape);
  const optional = Object.keys(properties).filter((name) => !required.has(name));
  // In the order of the schema, and then what is required without being described.
  const first = Object.keys(properties).filter((name) => required.has(name));
  const rest = [...required].filter((name) => !Object.hasOwn(properties, name));
  const names = [...first, ...rest, ...optional];
  return names.length === 0 || names.length > MAX_MEMBERS ? undefined : names;
}

export function requiredNames(shape: Schema): ReadonlySet<string> {
  const names = member(shape, "required");
  return new Set(isList(names) ? names.filter((name) => typeof name === "string") : []);
}

/** Has the object members that only some values have? */
function branches(shape: Schema): boolean {
  const lists = ["allOf", "anyOf", "oneOf"].map((name) => member(shape, name));
  const all = [...lists.flatMap((list) => (isList(list) ? list : [])), ...conditions(shape)];
  return all.some(
    (each) => member(each, "properties") !== undefined || member(each, "$ref") !== undefined,
  );
}

function conditions(shape: Schema): readonly (Json | undefined)[] {
  return [member(shape, "then"), member(shape, "else")];
}

/** One field for one schema, whatever it is. `fallback` is the default where the schema has none. */
export function schemaSlot(
  schema: Json | undefined,
  root: Schema,
  { path, label, description, titled }: Place,
  required: boolean,
  fallback?: Json,
): Slot {
  const shape = resolved(schema, root);
  const { input, convert, how, prefilled, empty, inFull } = inputOf(shape, root, fallback);
  const title = titled && shape !== undefined ? text(shape, "title") : undefined;
  const about = shape === undefined ? undefined : text(shape, "description");
  const texts = fieldTexts({
    label: title ?? label,
    description: about ?? description,
    how,
    options: inFull,
    // A list may be there and have no items.
    required: required && empty === undefined,
  });
  return slotOf({ ...texts, ...input }, path, {
    convert,
    prefilled,
    whenEmpty: required ? empty : undefined,
  });
}

/** `dueDate` and `due_date` read as `Due date`, `customerID` as `Customer ID`. */
export function prettyName(name: string): string {
  const words = name
    .slice(0, 200)
    .replace(/[_\-.\s]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .trim()
    .split(" ")
    .map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}` || name.slice(0, 200);
}
