import type { DraftInputs } from "../../src/core/ports/drafts.ts";
import type { Form, FormValues, Given } from "../../src/presentation/form.ts";
import { joinPieces } from "../../src/presentation/pieces.ts";
import type { FormInput, FormLayout } from "./form-layout.ts";

/** What was filled in, field by field; undefined when an input of any page is missing. */
export function collected(
  form: Form,
  { pages }: FormLayout,
  given: DraftInputs,
): FormValues | undefined {
  const inputs = pages.flat();
  if (!areThere(inputs, given)) return undefined;
  return Object.fromEntries(
    form.fields.map(({ id }) => {
      const own = inputs.filter(({ field }) => field.id === id);
      return [id, valueOf(own, given)];
    }),
  );
}

/** Was each of these inputs sent, empty or not? */
export function areThere(inputs: readonly FormInput[], given: DraftInputs): boolean {
  return inputs.every(({ id }) => Object.hasOwn(given, id));
}

/** What one input says now: what was typed, or else what it was filled in with. */
export function givenIn(input: FormInput, given: DraftInputs): Given {
  if (Object.hasOwn(given, input.id)) return given[input.id] ?? "";
  return input.kind === "text" ? input.original : input.chosen;
}

function valueOf(own: readonly FormInput[], given: DraftInputs): Given {
  const [first] = own;
  if (first?.kind === "text") {
    const typed = own.map((input) => textIn(given[input.id]));
    if (own.length === 1) return typed[0] ?? "";
    return joinPieces(
      own.map((input) => (input.kind === "text" ? input.original : "")),
      typed,
    );
  }
  const chosen = own.flatMap((input) => valuesIn(given[input.id]));
  if (first?.kind === "options" && first.many) return chosen;
  // Two from lists that belong together are not one: the form says so.
  return chosen.length > 1 ? chosen : (chosen[0] ?? "");
}

function textIn(given: Given | undefined): string {
  return typeof given === "string" ? given : "";
}

/** The values chosen in one input. */
export function valuesIn(given: Given | undefined): readonly string[] {
  const values = typeof given === "string" ? [given] : (given ?? []);
  return values.filter((value) => value !== "");
}
