import { characters, isBlank } from "../core/characters.ts";
import type { Json } from "../core/json.ts";
import type { FieldInput, FieldTexts, Given } from "./form.ts";
import { missing, NO_NAME } from "./form-wording.ts";
import type { ReadText } from "./read-field.ts";
import { cleanLine, cleanText, clip } from "./text.ts";
import { sameText } from "./typed-text.ts";

/** One field of a form together with what its content means for the resume value. */
export interface Slot {
  readonly field: FieldDraft;
  /** Where the value goes: member names from the root of the resume value; none for the root itself. */
  readonly path: readonly string[];
  readonly read: (given: Given | undefined) => ReadSlot;
}

/** A field before it has a place, and by that an id. */
export type FieldDraft = Omit<FieldTexts, "id"> & FieldInput;

/** Without a value, the member is left out. */
export type ReadSlot =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly sentence: string };

interface Meaning {
  /** Reads what is not empty. */
  readonly convert: (given: Given) => ReadText;
  /** What the field was filled in with; unchanged text means exactly this. */
  readonly prefilled?: Json | undefined;
  /** What an empty field means, where it may be empty; undefined leaves the member out. */
  readonly whenEmpty?: Json | undefined;
}

/** A slot whose field is empty unless somebody fills it in. */
export function slotOf(field: FieldDraft, path: readonly string[], meaning: Meaning): Slot {
  const { convert, prefilled, whenEmpty } = meaning;
  const { initial } = field;
  const read = (given: Given | undefined): ReadSlot => {
    const isUnchanged =
      typeof given === "string" && typeof initial === "string" && sameText(initial, given);
    if (isUnchanged && prefilled !== undefined) return { ok: true, value: prefilled };
    if (given !== undefined && !isEmpty(given)) return convert(given);
    if (field.required) return { ok: false, sentence: missing(field) };
    return { ok: true, value: whenEmpty };
  };
  return { field, path, read };
}

function isEmpty(given: Given): boolean {
  return typeof given === "string" ? isBlank(given) : given.length === 0;
}

const MAX_LABEL = 45;
const MAX_HINT = 100;
const MAX_WHOLE = 2000;
/** An option holds as much itself; a list that says less of each would say nothing more. */
const MAX_OPTION = 75;
/** As much of a label or a description as is looked at, in UTF-16 units. */
const HEAD = 8192;
const BETWEEN = " · ";

export interface RawTexts {
  /** Of others, as they wrote it. */
  readonly label: string;
  readonly description?: string | undefined;
  /** Ours: how to write it. Kept whole. */
  readonly how?: string | undefined;
  readonly required: boolean;
  /** What does not fit into the options themselves. Clean lines. */
  readonly options?: readonly string[] | undefined;
}

/** What a field says, cleaned and short, and in `whole` what had to be cut. */
export function fieldTexts({
  label,
  description = "",
  how,
  required,
  options = [],
}: RawTexts): Omit<FieldTexts, "id"> {
  const line = cleanLine(label.slice(0, HEAD));
  const about = cleanLine(description.slice(0, HEAD));
  const room = how === undefined ? MAX_HINT : MAX_HINT - characters(BETWEEN + how);
  const isLong = characters(about) > room;
  // What stands whole above the field is not said at it again.
  const parts = [isLong ? "" : about, how ?? ""].filter((part) => part !== "");
  const asked = [characters(line) > MAX_LABEL ? label : "", isLong ? description : ""]
    .map((text) => cleanText(text.slice(0, HEAD)).trim())
    .filter((text) => !isBlank(text))
    .join("\n\n");
  const list = listOf(options, asked === "" ? MAX_WHOLE : MAX_WHOLE / 2);
  const above = clip(asked, list === "" ? MAX_WHOLE : MAX_WHOLE / 2 - 2);
  const whole = [above, list].filter((part) => part !== "").join("\n\n");
  return {
    label: clip(line, MAX_LABEL) || NO_NAME,
    ...(parts.length > 0 && { hint: parts.join(BETWEEN) }),
    ...(whole !== "" && { whole }),
    required,
  };
}

/** The options one below the other, each as long as all others may be; nothing where that says no more of them. */
function listOf(options: readonly string[], room: number): string {
  const each = Math.floor(room / Math.max(1, options.length)) - 1;
  return each > MAX_OPTION ? options.map((option) => clip(option, each)).join("\n") : "";
}
