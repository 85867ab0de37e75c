import { createHash } from "node:crypto";
import { characters } from "../../src/core/characters.ts";
import type { Form, FormField, FormOption } from "../../src/presentation/form.ts";
import { pieceId, splitText } from "../../src/presentation/pieces.ts";
import {
  MAX_EDITED,
  MAX_MODAL_COMPONENTS,
  MAX_PAGES,
  MAX_PIECE,
  MAX_SELECT_OPTIONS,
} from "./limits.ts";

/** A form as Discord can show it: five components a page. The same form always has the same layout. */
export interface FormLayout {
  readonly pages: readonly (readonly FormInput[])[];
  /** Names the form, so that what was typed into another one is never taken for this one's. */
  readonly mark: string;
}

/** One input: a field, or a part of one that no single input can hold. */
export type FormInput = TextPiece | OptionGroup;

interface InputPart {
  /** `f3`, or `f3.1` for the second part of it. */
  readonly id: string;
  readonly field: FormField;
  /** From 1, of how many. */
  readonly part: number;
  readonly parts: number;
}

export interface TextPiece extends InputPart {
  readonly kind: "text";
  /** What it is filled in with at first. */
  readonly original: string;
}

export interface OptionGroup extends InputPart {
  readonly kind: "options";
  readonly options: readonly FormOption[];
  /** The values chosen at first. */
  readonly chosen: readonly string[];
  /** More than one may be chosen. */
  readonly many: boolean;
}

export type LaidOut =
  | { readonly ok: true; readonly layout: FormLayout }
  /** `long`: more than is edited in a chat; `solid`: a text that inputs would change. */
  | { readonly ok: false; readonly why: "long" | "solid" | "pages"; readonly length: number };

export function layoutOf(form: Form): LaidOut {
  const length = form.fields.reduce((sum, field) => sum + characters(textOf(field)), 0);
  if (length > MAX_EDITED) return { ok: false, why: "long", length };
  const inputs: FormInput[] = [];
  for (const field of form.fields) {
    const own = inputsOf(field);
    if (own === undefined) return { ok: false, why: "solid", length };
    inputs.push(...own);
  }
  const pages = paged(inputs);
  if (pages.length > MAX_PAGES) return { ok: false, why: "pages", length };
  return { ok: true, layout: { pages, mark: markOf(form) } };
}

/** Does what a field asks stand above this input in full? Only above the first part of it. */
export function tellsWhole({ field, part }: FormInput): boolean {
  return part === 1 && field.whole !== undefined;
}

/** The page, from 1, on which a field begins; the first one for a field that is none of the form's. */
export function pageOf({ pages }: FormLayout, fieldId: string): number {
  const index = pages.findIndex((inputs) => inputs.some(({ field }) => field.id === fieldId));
  return Math.max(index, 0) + 1;
}

function textOf(field: FormField): string {
  return isChoice(field) ? "" : (field.initial ?? "");
}

type Choosing = Extract<FormField, { readonly options: readonly FormOption[] }>;

function isChoice(field: FormField): field is Choosing {
  return field.type === "choice" || field.type === "choices" || field.type === "boolean";
}

/** Undefined when the text of a field would not come back from inputs as it is. */
function inputsOf(field: FormField): readonly FormInput[] | undefined {
  if (isChoice(field)) return groupsOf(field);
  const text = textOf(field);
  // Half a character cannot be sent, so it would be changed by being shown.
  const pieces = text.isWellFormed() ? splitText(text, MAX_PIECE, "utf-16") : undefined;
  return pieces?.map((original, index) => ({
    kind: "text",
    original,
    field,
    ...partOf(field, index, pieces.length),
  }));
}

function groupsOf(field: Choosing): readonly FormInput[] {
  const { options, initial = [] } = field;
  const count = Math.ceil(options.length / MAX_SELECT_OPTIONS);
  const all = typeof initial === "string" ? [initial] : initial;
  return Array.from({ length: count }, (_, index) => {
    const begin = index * MAX_SELECT_OPTIONS;
    const some = options.slice(begin, begin + MAX_SELECT_OPTIONS);
    return {
      kind: "options",
      options: some,
      chosen: all.filter((value) => some.some((option) => option.value === value)),
      many: field.type === "choices",
      field,
      ...partOf(field, index, count),
    };
  });
}

function partOf({ id }: FormField, index: number, parts: number) {
  return { id: parts === 1 ? id : pieceId(id, index), part: index + 1, parts };
}

/** In order, as many on a page as there is room for; what is asked stays beside its input. */
function paged(inputs: readonly FormInput[]): readonly (readonly FormInput[])[] {
  const pages: FormInput[][] = [];
  let room = 0;
  for (const input of inputs) {
    const needed = tellsWhole(input) ? 2 : 1;
    if (needed > room) {
      pages.push([]);
      room = MAX_MODAL_COMPONENTS;
    }
    pages.at(-1)?.push(input);
    room -= needed;
  }
  return pages;
}

function markOf(form: Form): string {
  return createHash("sha256").update(JSON.stringify(form)).digest("hex").slice(0, 8);
}
