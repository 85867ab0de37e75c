import type { Json } from "../json.ts";
import { kind, selects } from "./component-kinds.ts";
import { checkOptions, checkSelect, checkTextDisplay, refuseKind, Tally } from "./components.ts";
import { lengthOf, type Field } from "./field.ts";
import { limits } from "./limits.ts";

export interface ModalBody {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly Json[];
}

export function checkModal(modal: Field): void {
  if (!modal.required() || !modal.object()) return;
  if (modal.at("title").required()) modal.at("title").text(limits.modalTitle);
  if (modal.at("custom_id").required()) modal.at("custom_id").text(limits.customId);
  const list = modal.at("components");
  if (!list.required()) return;
  const tally = new Tally();
  for (const component of list.items(limits.modalComponents)) {
    const type = component.at("type").value;
    if (type === kind.textDisplay) checkTextDisplay(component, tally);
    else if (type === kind.row) checkLegacyRow(component, tally);
    else if (type === kind.label) checkLabel(component, tally);
    else refuseKind(component, [kind.row, kind.textDisplay, kind.label]);
  }
}

function checkLegacyRow(row: Field, tally: Tally): void {
  tally.enter(row);
  const list = row.at("components");
  if (!list.required()) return;
  for (const input of list.items(limits.modalRow)) {
    if (input.at("type").value !== kind.textInput) {
      refuseKind(input, [kind.textInput]);
      continue;
    }
    checkTextInput(input, tally);
    const label = input.at("label");
    if (label.required()) label.text(limits.label);
  }
}

function checkLabel(label: Field, tally: Tally): void {
  tally.enter(label);
  if (label.at("label").required()) label.at("label").text(limits.label);
  label.at("description").text(limits.labelDescription);
  const child = label.at("component");
  if (!child.required() || !child.object()) return;
  const type = child.at("type").value;
  if (type === kind.textInput) {
    checkTextInput(child, tally);
    if (child.at("label").given)
      child.at("label").refuse("BASE_TYPE_FORBIDDEN", "The label belongs to the Label component");
  } else if (selects.includes(type)) checkSelect(child, tally);
  else checkGroup(child, tally);
  checkModalOnly(child);
}

/** Inside a modal nothing can be disabled, and "none" must be said to be optional. */
function checkModalOnly(child: Field): void {
  if (child.at("disabled").value === true)
    child.at("disabled").refuse("COMPONENT_DISABLED_IN_MODAL", "Not allowed in a modal");
  if (child.at("min_values").value === 0 && child.at("required").value !== false)
    child.at("min_values").refuse("NUMBER_TYPE_MIN", "0 needs required to be false");
}

function checkTextInput(input: Field, tally: Tally): void {
  tally.enter(input);
  tally.customId(input);
  if (input.at("style").required()) input.at("style").oneOf([1, 2]);
  const least = input.at("min_length").integer(limits.inputMin);
  const most = input.at("max_length").integer(limits.inputMax);
  if (least !== undefined && most !== undefined && least > most)
    input.at("min_length").refuse("NUMBER_TYPE_MAX", "min_length must not exceed max_length");
  input.at("placeholder").text(limits.inputPlaceholder);
  input.at("required").boolean();
  const value = input.at("value").text(limits.inputValue);
  if (value !== undefined && most !== undefined && lengthOf(value) > most)
    input.at("value").refuse("BASE_TYPE_MAX_LENGTH", `Must be ${most} or fewer in length.`);
}

function checkGroup(child: Field, tally: Tally): void {
  const type = child.at("type").value;
  const grouped: readonly unknown[] = [
    kind.fileUpload,
    kind.radioGroup,
    kind.checkboxGroup,
    kind.checkbox,
  ];
  if (!grouped.includes(type)) {
    refuseKind(child, [kind.textInput, ...selects, ...grouped]);
    return;
  }
  tally.enter(child);
  tally.customId(child);
  if (type === kind.radioGroup) checkOptions(child.at("options"), limits.radioOptions, 1);
  if (type === kind.checkbox && child.at("required").given)
    child.at("required").refuse("BASE_TYPE_FORBIDDEN", "A single checkbox cannot be required");
  if (type !== kind.fileUpload && type !== kind.checkboxGroup) return;
  const least = child.at("min_values").integer(limits.uploadMin) ?? 1;
  const most = child.at("max_values").integer(limits.uploadMax);
  if (least > (most ?? (type === kind.checkboxGroup ? 10 : 1)))
    child.at("min_values").refuse("NUMBER_TYPE_MAX", "min_values must not exceed max_values");
  if (type === kind.checkboxGroup) checkOptions(child.at("options"), limits.checkboxes, most ?? 10);
  else child.at("file_types").items(limits.fileTypes);
}
