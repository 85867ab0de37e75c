import type { CommandView } from "../../platforms/discord/people.ts";
import { buttonThat, el } from "./discord-dom.ts";

/** Answers what went wrong, in words, or nothing. */
export type Send = (text: string) => Promise<string | undefined>;

/** Where a message is typed. Enter sends; a slash at the start offers the commands. */
export class Composer {
  readonly node: HTMLElement;
  readonly #box: HTMLTextAreaElement;
  readonly #offers = el("div", { class: "offers", role: "group", "aria-label": "Commands" });
  readonly #error = el("p", { class: "error-line", role: "alert" });
  readonly #send: Send;
  #commands: readonly CommandView[] = [];

  constructor(send: Send) {
    this.#send = send;
    this.#box = el("textarea", { rows: "1" });
    this.#box.addEventListener("input", () => this.#offer());
    this.#box.addEventListener("keydown", (event) => this.#onKey(event));
    const go = buttonThat(() => void this.#go(), { class: "send", "aria-label": "Send" }, "➤");
    const line = el("div", { class: "composer" }, this.#box, go);
    this.node = el("div", { class: "composer-area" }, this.#offers, line, this.#error);
    this.#offer();
  }

  show(name: string, commands: readonly CommandView[]): void {
    this.#box.placeholder = name;
    this.#box.setAttribute("aria-label", name);
    this.#commands = commands;
  }

  #offer(): void {
    const typed = this.#box.value;
    const [word = ""] = typed.split(" ");
    const fits = typed.startsWith("/") && !typed.includes(" ");
    const found = fits ? this.#commands.filter(({ name }) => `/${name}`.startsWith(word)) : [];
    const rows = found.map(({ name, description }) =>
      buttonThat(
        () => this.#take(name),
        { class: "offer" },
        el("b", {}, `/${name}`),
        el("span", { class: "quiet" }, description),
      ),
    );
    this.#offers.replaceChildren(...rows);
    this.#offers.hidden = rows.length === 0;
    this.#error.textContent = "";
  }

  #take(name: string): void {
    this.#box.value = `/${name} `;
    this.#offer();
    this.#box.focus();
  }

  #onKey(event: KeyboardEvent): void {
    const offered = this.#offers.querySelector<HTMLButtonElement>("button");
    if (event.key === "Tab" && !event.shiftKey && offered !== null) {
      event.preventDefault();
      offered.click();
    }
    if (event.key === "ArrowUp" && offered !== null) offered.focus();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void this.#go();
  }

  async #go(): Promise<void> {
    const text = this.#box.value.trim();
    if (text === "") return;
    this.#box.value = "";
    this.#offer();
    const problem = await this.#send(text);
    this.#error.textContent = problem ?? "";
    // What did not go out is still there to be put right.
    if (problem !== undefined && this.#box.value === "") this.#box.value = text;
  }
}
