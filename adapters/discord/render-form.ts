import { characters } from "../../src/core/characters.ts";
import type { DraftInputs } from "../../src/core/ports/drafts.ts";
import { isolate } from "../../src/presentation/direction.ts";
import type { Form, FormField } from "../../src/presentation/form.ts";
import { clip } from "../../src/presentation/text.ts";
import { LABEL, type ModalBody, TEXT_DISPLAY } from "./api-types.ts";
import { givenIn } from "./collect.ts";
import { type FormInput, type FormLayout, tellsWhole } from "./form-layout.ts";
import type { FormPlace } from "./form-place.ts";
import { pageCount, SENDS_ALL, stillFollows } from "./form-words.ts";
import {
  MAX_LABEL,
  MAX_LABEL_DESCRIPTION,
  MAX_MODAL_COMPONENTS,
  MAX_MODAL_TITLE,
  MAX_TEXT_DISPLAY,
} from "./limits.ts";
import { neutralise, quote } from "./markdown.ts";
import { renderInput } from "./render-input.ts";

interface PageOf {
  readonly form: Form;
  readonly layout: FormLayout;
  readonly place: Pick<FormPlace, "page" | "mode">;
  /** What the form comes back under. */
  readonly customId: string;
  /** What was typed before: it stands in the inputs in place of what they are filled in with. */
  readonly typed: DraftInputs;
}

/**
 * One page of any form. A page with five inputs has no room to say what closing does: below somebody's question
 * that would read as a part of it. Labels, descriptions and options are plain text on Discord and stay as they are;
 * a text display reads Markdown, so what others wrote is neutralised there.
 */
export function renderPage({ form, layout, place, customId, typed }: PageOf): ModalBody {
  const inputs = layout.pages[place.page - 1] ?? [];
  const pages = layout.pages.length;
  const told = inputs.filter(tellsWhole).length;
  const hasRoom = inputs.length + told < MAX_MODAL_COMPONENTS;
  return {
    custom_id: customId,
    title: clip(form.title, MAX_MODAL_TITLE - 12) + pageCount(place.page, pages),
    components: [
      ...(hasRoom ? [textDisplay(head(form, place, pages))] : []),
      ...inputs.flatMap((input) => [
        ...(tellsWhole(input) ? [textDisplay(wholeText(input.field, told))] : []),
        labelled(input, typed),
      ]),
    ],
  };
}

/** What is asked about, then quietly what closing does, and what sending does not do yet. */
function head({ intro, note }: Form, { page, mode }: PageOf["place"], pages: number): string {
  const then = mode === "fix" ? SENDS_ALL : stillFollows(page, pages);
  return [
    ...(intro === undefined ? [] : [quote(isolate(neutralise(intro)))]),
    `-# ${note}`,
    ...(pages === 1 || then === undefined ? [] : [`-# ${then}`]),
  ].join("\n");
}

/** What is left for the head of a page: an intro of 120 characters, escaped, and lines of ours. */
const HEAD_ROOM = 600;
/** Longest beginnings that are tried until escapes and quote marks fit, too. */
const WHOLE_CAPS = [2000, 1500, 1000, 700, 400];

/** All that is asked, as far as it fits beside what else the page asks in full. */
function wholeText({ whole = "" }: FormField, told: number): string {
  const room = Math.floor((MAX_TEXT_DISPLAY - HEAD_ROOM) / told);
  const shown = WHOLE_CAPS.map((cap) => quote(neutralise(clip(whole, cap))));
  return shown.find((text) => characters(text) <= room) ?? quote("…");
}

function textDisplay(content: string): object {
  return { type: TEXT_DISPLAY, content };
}

function labelled(input: FormInput, typed: DraftInputs): object {
  const { hint } = input.field;
  return {
    type: LABEL,
    label: labelOf(input),
    ...(hint === undefined || hint === ""
      ? {}
      : { description: clip(hint, MAX_LABEL_DESCRIPTION) }),
    component: renderInput(input, givenIn(input, typed)),
  };
}

/** Slack says by itself what may be left out; Discord only marks what may not. */
const OPTIONAL = " (optional)";

function labelOf({ field, part, parts }: FormInput): string {
  const isMarked = !field.required && (field.initial ?? "") === "";
  const end = isMarked && characters(field.label + OPTIONAL) <= MAX_LABEL ? OPTIONAL : "";
  if (parts === 1) return clip(field.label, MAX_LABEL) + end;
  const count = pageCount(part, parts);
  // Two characters may set the label apart from the numbers behind it.
  return `${isolate(clip(field.label, MAX_LABEL - 2 - characters(count)))}${count}`;
}
