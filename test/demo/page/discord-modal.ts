import type { ModalView, Values } from "../../platforms/discord/people.ts";
import { choicesOf, type Surroundings } from "./discord-components.ts";
import { buttonThat, el } from "./discord-dom.ts";
import type { Names } from "./discord-inline.ts";
import { isJson, listOf, textOf, type Json } from "./discord-json.ts";
import { markdown } from "./discord-markdown.ts";

export interface ModalActions {
  readonly submit: (values: Values) => void;
  readonly close: () => void;
}

export type Lists = Pick<Surroundings, "people" | "roles" | "places"> & { readonly names: Names };

interface Input {
  readonly id: string;
  readonly node: HTMLElement;
  readonly error: HTMLElement;
  read(): Values[string];
}

const kind = { row: 1, textInput: 4, text: 10, label: 18, radio: 21, checkboxes: 22, checkbox: 23 };

/** A form over the channel. It stays while it is open, so that a refresh loses nothing typed. */
export class ModalDialog {
  readonly node: HTMLElement;
  readonly id: string;
  readonly #inputs: Input[] = [];
  readonly #error = el("p", { class: "modal-error", role: "alert" });
  readonly #send: HTMLButtonElement;

  constructor(modal: ModalView, botName: string, lists: Lists, actions: ModalActions) {
    this.id = modal.id;
    this.#send = el("button", { type: "submit", class: "button primary" }, "Submit");
    const title = el("h3", { id: `title-${modal.id}` }, modal.title);
    const cross = buttonThat(actions.close, { class: "cross", "aria-label": "Close" }, "✕");
    const cancel = buttonThat(actions.close, { class: "button secondary" }, "Cancel");
    const fields = modal.components.map((part) => this.#part(part, lists));
    const warning = `This form will be submitted to ${botName}. Do not share passwords or other sensitive information.`;
    const form = el(
      "form",
      {},
      el("header", {}, title, cross),
      el("p", { class: "warning" }, warning),
      el("div", { class: "fields" }, ...fields, this.#error),
      el("footer", {}, cancel, this.#send),
    );
    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send.disabled = true;
      actions.submit(Object.fromEntries(this.#inputs.map((input) => [input.id, input.read()])));
    });
    const role = { role: "dialog", "aria-modal": "true", "aria-labelledby": `title-${modal.id}` };
    const dialog = el("div", { class: "modal", ...role, "data-modal": modal.id }, form);
    this.node = el("div", { class: "veil" }, dialog);
    this.node.addEventListener("keydown", (event) => onKey(event, dialog, actions));
    this.show(modal);
  }

  focus(): void {
    this.node.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }

  /** Brings the errors up to date, and lets the person try again, beginning at the first error. */
  show(modal: ModalView): void {
    const returned = this.#send.disabled;
    this.#error.textContent = modal.errors[""] ?? "";
    for (const { id, error } of this.#inputs) error.textContent = modal.errors[id] ?? "";
    this.#send.disabled = false;
    if (returned && !this.node.contains(document.activeElement)) this.#focusError(modal);
  }

  #focusError(modal: ModalView): void {
    const wrong = this.#inputs.find(({ id }) => modal.errors[id] !== undefined)?.node;
    const target = wrong?.matches("input, textarea, select") === true ? wrong : undefined;
    (target ?? wrong?.querySelector<HTMLElement>("input") ?? this.#send).focus();
  }

  #part(part: Json, lists: Lists): HTMLElement {
    if (part["type"] === kind.text)
      return el("div", { class: "text" }, markdown(textOf(part["content"]), lists.names));
    if (part["type"] === kind.row) {
      const [input = {}] = listOf(part["components"]);
      return this.#labelled(textOf(input["label"]), "", input, lists);
    }
    const child = part["component"];
    const description = textOf(part["description"]);
    return this.#labelled(textOf(part["label"]), description, isJson(child) ? child : {}, lists);
  }

  #labelled(label: string, description: string, part: Json, lists: Lists): HTMLElement {
    const input = inputFor(part, lists);
    this.#inputs.push(input);
    const required = part["required"] !== false && part["type"] !== kind.checkbox;
    const star = required ? [el("span", { class: "star", "aria-hidden": "true" }, " *")] : [];
    const about = description === "" ? [] : [el("span", { class: "quiet" }, description)];
    const single = input.node.matches("input, textarea, select");
    const tag = single ? "label" : "div";
    if (single && required) input.node.setAttribute("aria-required", "true");
    if (!single) input.node.setAttribute("aria-label", label);
    const name = el("span", { class: "label" }, label, ...star);
    return el("div", { class: "field" }, el(tag, {}, name, ...about, input.node), input.error);
  }
}

function onKey(event: KeyboardEvent, dialog: HTMLElement, actions: ModalActions): void {
  if (event.key === "Escape") actions.close();
  if (event.key !== "Tab") return;
  const all = [...dialog.querySelectorAll<HTMLElement>("button, input, textarea, select, a[href]")];
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}

function inputFor(part: Json, lists: Lists): Input {
  const id = textOf(part["custom_id"]);
  const error = el("p", { class: "field-error", role: "alert" });
  const input = (node: HTMLElement, read: () => Values[string]): Input => ({
    id,
    node,
    error,
    read,
  });
  if (part["type"] === kind.textInput) {
    const box = textBox(part, id);
    return input(box, () => box.value);
  }
  if (part["type"] === kind.checkbox) {
    const box = el("input", { type: "checkbox", name: id, checked: part["default"] === true });
    return input(box, () => box.checked);
  }
  if (part["type"] === kind.radio || part["type"] === kind.checkboxes) {
    const group = ticks(part, id, lists);
    const read = () =>
      [...group.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => value);
    return input(group, read);
  }
  const list = el("select", { name: id, multiple: Number(part["max_values"] ?? 1) > 1 });
  if (!list.multiple) list.append(el("option", { value: "" }, textOf(part["placeholder"])));
  for (const { value, label, chosen } of choicesOf(part, lists))
    list.append(el("option", { value, selected: chosen }, label));
  const chosen = () => [...list.selectedOptions].map(({ value }) => value);
  return input(list, () => chosen().filter((value) => value !== ""));
}

function textBox(part: Json, id: string): HTMLInputElement | HTMLTextAreaElement {
  const value = textOf(part["value"]);
  const placeholder = textOf(part["placeholder"]);
  const paragraph = part["style"] === 2;
  const box = paragraph
    ? el("textarea", { name: id, placeholder, rows: "5" })
    : el("input", { type: "text", name: id, placeholder, autocomplete: "off" });
  box.value = value;
  return box;
}

function ticks(part: Json, id: string, lists: Lists): HTMLElement {
  const type = part["type"] === kind.radio ? "radio" : "checkbox";
  const options = choicesOf(part, lists).map(({ value, label, note, chosen }) => {
    const tick = el("input", { type, name: id, value, checked: chosen });
    const about = note === "" ? [] : [el("span", { class: "quiet" }, note)];
    return el("label", { class: "tick" }, tick, el("span", {}, label), ...about);
  });
  return el("div", { role: type === "radio" ? "radiogroup" : "group" }, ...options);
}
