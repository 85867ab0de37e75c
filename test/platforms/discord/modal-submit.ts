import { kind, selects } from "./body/component-kinds.ts";
import { lengthOf } from "./body/field.ts";
import { choiceProblem, resolvable, resolveChoices } from "./choices.ts";
import type { OpenModal } from "./desks.ts";
import { isObject, type Json } from "./json.ts";
import type { Values } from "./people.ts";
import type { World } from "./world.ts";

/** Every input of a modal, in the old rows and in labels. */
function inputsOf(components: readonly Json[]): Json[] {
  return components
    .flatMap((component) => [component["components"], component["component"]].flat())
    .filter(isObject);
}

/** What the client itself refuses before it sends anything, by input id. */
export function modalProblems(modal: OpenModal, values: Values): Record<string, string> {
  const problems = inputsOf(modal.components).map((input) => {
    const id = String(input["custom_id"]);
    return [id, inputProblem(input, values[id])] as const;
  });
  return Object.fromEntries(
    problems.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

function inputProblem(input: Json, given: Values[string] | undefined): string | undefined {
  const optional = input["required"] === false;
  if (input["type"] === kind.checkbox) return undefined;
  if (input["type"] !== kind.textInput) {
    const chosen = chosenIn(input, given);
    if (optional && chosen.length === 0) return undefined;
    const most = input["type"] === kind.checkboxGroup ? { max_values: 10 } : {};
    return choiceProblem({ ...most, ...input }, chosen);
  }
  const text = textIn(input, given);
  if (text === "") return optional ? undefined : "This field is required";
  const least = Number(input["min_length"] ?? 0);
  const most = Number(input["max_length"] ?? 4000);
  const length = lengthOf(text);
  if (length < least || length > most) return `Must be between ${least} and ${most} in length.`;
  return undefined;
}

/** What was not touched keeps what the modal was prefilled with. */
function textIn(input: Json, given: Values[string] | undefined): string {
  const prefilled = input["value"];
  if (typeof given === "string") return given;
  return given === undefined && typeof prefilled === "string" ? prefilled : "";
}

function chosenIn(input: Json, given: Values[string] | undefined): readonly string[] {
  if (typeof given === "string") return given === "" ? [] : [given];
  if (Array.isArray(given)) return given as readonly string[];
  const options = (input["options"] as Json[] | undefined) ?? [];
  return options
    .filter((option) => option["default"] === true)
    .map((option) => String(option["value"]));
}

/** Only types, ids and values come back: no label, no style, no text of a text display. */
export function modalData(world: World, modal: OpenModal, values: Values): Json {
  const chosen: string[] = [];
  const answer = (input: Json): Json => {
    const { type, id, custom_id: customId } = input;
    const given = values[String(customId)];
    const common = { type, id, custom_id: customId };
    if (type === kind.textInput) return { ...common, value: textIn(input, given) };
    if (type === kind.checkbox) return { ...common, value: given === true || given === "true" };
    const picked = chosenIn(input, given);
    if (resolvable.includes(type)) chosen.push(...picked);
    if (type === kind.radioGroup) return { ...common, value: picked[0] ?? null };
    return { ...common, values: picked };
  };
  const components = modal.components.map((component): Json => {
    const { type, id } = component;
    const inner = component["components"];
    if (Array.isArray(inner)) return { type, id, components: (inner as Json[]).map(answer) };
    const child = component["component"];
    return isObject(child) ? { type, id, component: answer(child) } : { type, id };
  });
  const resolved = resolveChoices(world, modal.place, chosen);
  return { custom_id: modal.customId, components, ...resolved };
}

export const isSelect = (component: Json): boolean => selects.includes(component["type"]);
