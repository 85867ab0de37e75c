import type { ThreadView } from "../../platforms/discord/people.ts";
import type { Composer } from "./discord-composer.ts";
import { el } from "./discord-dom.ts";
import { FollowedList } from "./followed-list.ts";
import { arrange } from "./arrange.ts";

/** A thread under its message: folded it is Discord's little box, open it is the conversation. */
export class ThreadBox {
  readonly node: HTMLDetailsElement;
  readonly #name = el("b", { class: "thread-name" });
  readonly #count = el("span", { class: "thread-count" });
  readonly #state = el("span", { class: "quiet" });
  readonly #list = el("div", { class: "thread-messages", role: "log" });
  readonly #followed = new FollowedList(this.#list);
  readonly #composer: Composer;

  constructor(thread: ThreadView, composer: Composer) {
    this.#composer = composer;
    const summary = el("summary", {}, this.#name, " ", this.#count, " ", this.#state);
    const inside = el("div", { class: "thread-inside" }, this.#followed.node, composer.node);
    this.node = el(
      "details",
      { class: "thread", "data-thread": thread.id, open: true },
      summary,
      inside,
    );
  }

  /** What this person says next comes into view. */
  showNext(): void {
    this.#followed.showNext();
  }

  show(thread: ThreadView, messages: readonly HTMLElement[]): void {
    const count = messages.length;
    this.#name.textContent = thread.name;
    this.#count.textContent = count === 1 ? "1 Message" : `${count} Messages`;
    this.#state.textContent = stateOf(thread);
    this.#list.setAttribute("aria-label", `Thread ${thread.name}`);
    this.#composer.show(`Message "${thread.name}"`, []);
    this.#composer.node.hidden = thread.locked;
    this.#followed.change(() => arrange(this.#list, messages));
  }
}

function stateOf({ archived, locked, private: isPrivate }: ThreadView): string {
  const words = [isPrivate ? "private" : "", locked ? "locked" : "", archived ? "archived" : ""];
  return words.filter((word) => word !== "").join(", ");
}
