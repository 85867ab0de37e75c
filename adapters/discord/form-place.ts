import type { OpeningAction } from "../../src/presentation/buttons.ts";
import { customId } from "./render.ts";

/** Where in a form somebody is: carried by the form itself, and by the button that leads there. */
export interface FormPlace {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Names the form as it was laid out: `FormLayout.mark`. */
  readonly mark: string;
  /** `walk`: the next page follows. `fix`: everything was typed already, and sending it sends all of it. */
  readonly mode: "walk" | "fix";
}

/** `parley:answer:7.AbC….0123456789ab:2.4.4f2a91c0.walk`: under 100 ASCII characters. */
export function formId(action: OpeningAction, reference: string, place: FormPlace): string {
  const { page, pages, mark, mode } = place;
  return `${customId(action, reference)}:${page}.${pages}.${mark}.${mode}`;
}

/** Reads the end of what {@link formId} writes; undefined for anything else. */
export function parsePlace(text: string): FormPlace | undefined {
  const match = /^([1-9]\d?)[.]([1-9]\d?)[.]([0-9a-f]{8})[.](walk|fix)$/.exec(text);
  const [, page, pages, mark = "", mode] = match ?? [];
  if (page === undefined || Number(page) > Number(pages)) return undefined;
  return {
    page: Number(page),
    pages: Number(pages),
    mark,
    mode: mode === "fix" ? "fix" : "walk",
  };
}
