import type { GivenValue, GivenValues, ModalView } from "../../platforms/slack/people.ts";
import { blocks, type Surface } from "./slack-blocks.ts";
import { rememberFocus } from "./kept-focus.ts";
import { make } from "./slack-dom.ts";
import type { Field } from "./slack-inputs.ts";
import { jsons, plain, words, type Json } from "./slack-json.ts";

export interface ModalParts {
  surface: Omit<Surface, "prefix" | "state" | "errors" | "act" | "hold">;
  act(modal: ModalView, element: Json, source: HTMLElement, values: GivenValues): void;
  submit(modal: ModalView, values: GivenValues): Promise<void>;
  close(modal: ModalView, all?: boolean): Promise<void>;
}

/** The dialog on top, kept as long as its view stays the same, so that typing is never lost. */
export class SlackModal {
  readonly #panel: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #fields = new Map<string, Field>();
  #shown: ModalView | undefined;
  #refocus: (() => void) | undefined;

  constructor(panel: HTMLElement, layer: HTMLElement) {
    this.#panel = panel;
    this.#layer = layer;
  }

  show(modal: ModalView | null, parts: ModalParts): void {
    if (!modal) return this.#hide();
    const isSame = this.#shown?.id === modal.id && this.#shown.view["hash"] === modal.view["hash"];
    if (!isSame) this.#draw(modal, parts);
    this.#shown = modal;
    this.#tellErrors(modal);
  }

  #hide(): void {
    this.#shown = undefined;
    this.#fields.clear();
    this.#layer.replaceChildren();
    this.#layer.hidden = true;
    this.#refocus?.();
    this.#refocus = undefined;
  }

  get values(): GivenValues {
    return Object.fromEntries([...this.#fields].map(([blockId, field]) => [blockId, field.read()]));
  }

  #draw(modal: ModalView, parts: ModalParts): void {
    const typed = this.#shown?.id === modal.id ? this.values : {};
    this.#refocus ??= rememberFocus(this.#panel);
    this.#fields.clear();
    const form = make("form", {
      class: "modal",
      role: "dialog",
      "aria-modal": "true",
      "aria-label": plain(modal.view["title"]),
      "data-modal": modal.id,
      novalidate: true,
    });
    const body = blocks(jsons(modal.view["blocks"]), this.#surface(modal, parts));
    form.append(
      this.#head(modal, parts),
      make("div", { class: "modal-body" }, ...body),
      foot(modal, parts),
    );
    this.#restore(typed);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void busy(form, () => parts.submit(modal, this.values));
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") void parts.close(modal);
    });
    this.#layer.replaceChildren(form);
    this.#layer.hidden = false;
    (this.#firstField() ?? form.querySelector("button"))?.focus();
  }

  #surface(modal: ModalView, parts: ModalParts): Surface {
    return {
      ...parts.surface,
      prefix: modal.id,
      state: modal.state,
      errors: modal.errors,
      act: (element, source, value) => {
        const own = { [words(element["action_id"])]: value };
        parts.act(modal, element, source, { ...this.values, ...own });
      },
      hold: (blockId, field) => this.#fields.set(blockId, field),
    };
  }

  #head(modal: ModalView, parts: ModalParts): HTMLElement {
    const cross = make("button", { type: "button", class: "cross", "aria-label": "Close" }, "×");
    cross.addEventListener("click", () => void parts.close(modal, true));
    const failure = make("p", { class: "failure", role: "alert", "data-failure": true });
    return make(
      "header",
      { class: "modal-head" },
      make("h2", {}, plain(modal.view["title"])),
      cross,
      failure,
    );
  }

  #restore(typed: GivenValues): void {
    for (const [blockId, value] of Object.entries<GivenValue>(typed))
      if (value !== null) this.#fields.get(blockId)?.write(value);
  }

  #firstField(): HTMLElement | undefined {
    const [field] = this.#fields.values();
    return field?.node.querySelector("input") ?? field?.node;
  }

  /** Errors change under the fields; the fields themselves are left alone. */
  #tellErrors(modal: ModalView): void {
    for (const line of this.#layer.querySelectorAll<HTMLElement>("[data-error-for]")) {
      const error = modal.errors[line.dataset["errorFor"] ?? ""] ?? "";
      if (line.textContent !== error) line.textContent = error;
      const field = this.#fields.get(line.dataset["errorFor"] ?? "")?.node;
      field?.setAttribute("aria-invalid", String(error !== ""));
    }
    const failure = this.#layer.querySelector("[data-failure]");
    if (failure) failure.textContent = modal.failure ?? "";
  }
}

function foot(modal: ModalView, parts: ModalParts): HTMLElement {
  const close = make(
    "button",
    { type: "button", class: "button", "data-close": true },
    plain(modal.view["close"]) || (modal.depth > 0 ? "Back" : "Close"),
  );
  close.addEventListener("click", () => void parts.close(modal));
  const submit = plain(modal.view["submit"]);
  const send = make(
    "button",
    { type: "submit", class: "button button-primary", "data-submit": true },
    submit,
  );
  return make("footer", { class: "dialog-foot" }, close, ...(submit ? [send] : []));
}

/** While the app is asked, nothing can be sent twice. */
export async function busy(node: HTMLElement, work: () => Promise<void>): Promise<void> {
  if (node.getAttribute("aria-busy") === "true") return;
  node.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    node.removeAttribute("aria-busy");
  }
}
