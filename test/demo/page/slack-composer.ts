import { make } from "./slack-dom.ts";

export interface Composer {
  readonly node: HTMLElement;
  /** Whom it writes to. */
  name(text: string): void;
}

/** Where one writes: Enter sends, Shift and Enter begins a new line. */
export function composer(send: (text: string) => Promise<void>): Composer {
  const area = make("textarea", { rows: "1" });
  const button = make("button", { type: "submit", class: "button button-send" }, "Send");
  const node = make("form", { class: "composer" }, area, button);
  const submit = async () => {
    const text = area.value.trim();
    if (text === "") return;
    area.value = "";
    await send(text);
  };
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    node.requestSubmit();
  });
  return {
    node,
    name: (text) => {
      area.placeholder = text;
      area.setAttribute("aria-label", text);
    },
  };
}
