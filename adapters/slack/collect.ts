import type { Form, FormField, FormValues, Given } from "../../src/presentation/form.ts";
import { sameText } from "../../src/presentation/typed-text.ts";
import { joined, type Piece, piecesOf } from "./form-pieces.ts";
import { at, textAt } from "./json.ts";

/**
 * What was filled in, by field: read from `view.state.values`, of which nothing is certain. An input that
 * Slack reports as null was made empty; one that it does not report was not shown.
 */
export function collectValues(form: Form, state: unknown): FormValues {
  return Object.fromEntries(form.fields.map((field) => [field.id, valueOf(field, state)]));
}

function valueOf(field: FormField, state: unknown): Given | undefined {
  const pieces = severalPieces(field);
  const whole = joined(
    pieces,
    pieces.map(({ id }) => typedAt(state, id)),
  );
  return whole ?? givenAt(state, field.id);
}

/**
 * The block at which to say what is wrong with a field. Of a text in several inputs it is the first one
 * that somebody changed.
 */
export function blockOf(form: Form, fieldId: string, state: unknown): string {
  const field = form.fields.find(({ id }) => id === fieldId);
  const pieces = field === undefined ? [] : severalPieces(field);
  const changed = pieces.find(({ id, initial }) => {
    const typed = typedAt(state, id);
    return typed !== undefined && !sameText(initial, typed);
  });
  return (changed ?? pieces[0])?.id ?? fieldId;
}

function severalPieces(field: FormField): readonly Piece[] {
  const pieces = piecesOf(field) ?? [];
  return pieces.length > 1 ? pieces : [];
}

function typedAt(state: unknown, id: string): string | undefined {
  const given = givenAt(state, id);
  return typeof given === "string" ? given : undefined;
}

/** Slack spells a value by the kind of its element. */
function givenAt(state: unknown, id: string): Given | undefined {
  const input = at(state, id, id);
  if (input === null || typeof input !== "object") return undefined;
  const chosen = at(input, "selected_options");
  if (Array.isArray(chosen)) return chosen.map((option) => textAt(option, "value") ?? "");
  const one =
    textAt(input, "value") ??
    textAt(input, "selected_option", "value") ??
    textAt(input, "selected_date");
  return one ?? "";
}
