import type { Json } from "../json.ts";
import { Field, type Limit } from "./field.ts";
import { limits } from "./limits.ts";
import { readMessage, type MessageBody } from "./message.ts";
import { checkModal, type ModalBody } from "./modal.ts";
import { Problems } from "./problems.ts";

export type InteractionKind = "command" | "component" | "autocomplete" | "modal";

export type Callback =
  | { readonly type: 4; readonly message: MessageBody }
  | { readonly type: 5; readonly ephemeral: boolean }
  | { readonly type: 6 }
  | { readonly type: 7; readonly message: MessageBody }
  | { readonly type: 8; readonly choices: readonly Json[] }
  | { readonly type: 9; readonly modal: ModalBody }
  | { readonly type: 12 };

/** Which answers fit which question (Discord docs, interactions/receiving-and-responding). */
const fitting: Record<InteractionKind, readonly number[]> = {
  command: [4, 5, 9, 12],
  component: [4, 5, 6, 7, 9, 12],
  modal: [4, 5, 6, 7, 12],
  autocomplete: [8],
};

const ephemeral = 1 << 6;
const choiceNumber: Limit = {
  min: -(2 ** 53),
  max: 2 ** 53,
  source: "Discord docs, option choice",
};

/** `alreadyV2`: the clicked message has the flag, so an update is judged by the newer rules. */
export function readCallback(
  value: unknown,
  on: { kind: InteractionKind; files: number; alreadyV2: boolean },
): Callback {
  const problems = new Problems();
  const body = new Field(value, [], problems);
  if (!body.object()) body.required();
  if (body.at("type").required()) body.at("type").oneOf(fitting[on.kind]);
  problems.throwIfAny();
  const type = body.at("type").value as Callback["type"];
  const data = body.at("data");
  if (type === 4) {
    const context = { door: "callback", path: ["data"], files: on.files } as const;
    return { type, message: readMessage(data.value, context) };
  }
  if (type === 7) {
    const context = { door: "update", path: ["data"], ...on } as const;
    return { type, message: readMessage(data.value ?? {}, context) };
  }
  // A deferral knows one flag; others, the V2 flag too, are ignored and have to come with the edit.
  if (type === 5)
    return { type, ephemeral: (Number(data.at("flags").value ?? 0) & ephemeral) !== 0 };
  if (type === 8) checkChoices(data.at("choices"));
  if (type === 9) checkModal(data);
  problems.throwIfAny();
  if (type === 8) return { type, choices: data.at("choices").value as Json[] };
  if (type === 9) return { type, modal: data.value as ModalBody };
  return { type };
}

function checkChoices(list: Field): void {
  if (!list.required()) return;
  for (const choice of list.items(limits.autocompleteChoices)) {
    if (choice.at("name").required()) choice.at("name").text(limits.choiceText);
    const value = choice.at("value");
    if (!value.required()) continue;
    if (typeof value.value === "string") value.text(limits.choiceText);
    else if (typeof value.value !== "number") value.refuse("UNION_TYPE_CHOICES", "text or number");
    else if (Math.abs(value.value) > choiceNumber.max)
      value.refuse("NUMBER_TYPE_MAX", "outside of what a double can hold exactly");
  }
}
