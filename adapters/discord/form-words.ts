import type { FieldProblem } from "../../src/presentation/form-filling.ts";
import type { Form } from "../../src/presentation/form.ts";
import type { Card } from "../../src/presentation/card.ts";
import type { CardAction } from "../../src/presentation/buttons.ts";
import { called, grouped } from "../../src/presentation/text.ts";
import type { Words } from "../../src/presentation/words.ts";
import type { LaidOut } from "./form-layout.ts";
import { MAX_EDITED, MAX_PAGES } from "./limits.ts";

/** What is said about forms that only Discord shows page by page. */

/** ` (2 of 4)`, for a title or a label; nothing where there is only one. */
export function pageCount(page: number, pages: number): string {
  return pages === 1 ? "" : ` (${page} of ${pages})`;
}

/** Stands in a form that was opened again to be mended. */
export const SENDS_ALL = "Submitting sends all pages, with what you typed before on the others.";

/** Stands in a page that others follow; undefined in the last one. */
export function stillFollows(page: number, pages: number): string | undefined {
  const left = pages - page;
  if (left <= 0) return undefined;
  return `Submitting decides nothing yet: ${left === 1 ? "one more page follows" : `${left} more pages follow`}.`;
}

/** Said after a page that others follow, above the button that opens the next one. */
export function pageKept(page: number, pages: number): Words {
  return [
    `Page ${page} of ${pages} is kept for six hours. Nothing is decided before the last page is submitted.`,
  ];
}

export function continueLabel(page: number, pages: number): string {
  return `Continue${pageCount(page, pages)}`;
}

export const FIX_LABEL = "Fix";

/** Said when a page cannot be joined with the others. */
export const DRAFT_GONE: Words = [
  "What you typed before is not kept any more (that ends after six hours, or when it is sent). Nothing was recorded. Open the form again from the card.",
];

/** Said when a form was laid out by another version. */
export const FORM_CHANGED: Words = [
  "This form has changed since it was opened. Nothing was recorded. Open it again from the card.",
];

/** As many as a message can say, the rest as a number. */
const MOST_PROBLEMS = 8;

/** Tells lines apart that are longer than a phone is wide. */
const ITEM = "• ";

/** What is wrong, a line for each field. */
export function problemWords(
  words: Words,
  problems: readonly FieldProblem[],
  form: Form | undefined,
): Words {
  const labelOf = (id: string) => form?.fields.find((field) => field.id === id)?.label;
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ field, sentence }) => {
    const label = labelOf(field);
    const mark = problems.length === 1 ? "" : ITEM;
    return `\n${mark}${label === undefined ? "" : `${called(label)} `}${sentence}`;
  });
  const left = problems.length - lines.length;
  return [...words, ...lines, ...(left > 0 ? [`\nAnd ${left} more.`] : [])];
}

/** Said when a form is more than Discord can show, with the ways that work. */
export function tooMuchWords(
  { why, length }: Extract<LaidOut, { readonly ok: false }>,
  { buttons }: Card,
  action: CardAction,
): Words {
  const others = buttons.filter((each) => each.action !== action && each.style !== "quiet");
  const names = others.map(({ label }) => label).join(", ");
  const way =
    names === ""
      ? "Ask whoever runs the workflow for another way to answer."
      : `What the card offers besides works here: ${names}.`;
  return [`${tooMuch(why, length)} Nothing changed. ${way}`];
}

function tooMuch(why: "long" | "solid" | "pages", length: number): string {
  switch (why) {
    case "long":
      return `There are ${grouped(length)} characters to edit, and on Discord at most ${grouped(MAX_EDITED)} can be.`;
    case "solid":
      return "The text cannot be edited on Discord, whose inputs would change parts of it that nobody touched.";
    case "pages":
      return `This form has more than ${MAX_PAGES} pages on Discord, which is too many to fill in.`;
  }
}
