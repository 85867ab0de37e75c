import { element } from "./elements.ts";
import { childrenOf, nameOf, rememberFocus } from "./kept-focus.ts";

const NEAR_END_PX = 80;

/**
 * A list that grows at its end. Who reads the end stays there; who has scrolled away keeps before their eyes
 * what they read, and is told that there is something new.
 */
export class FollowedList {
  readonly node: HTMLElement;
  readonly #list: HTMLElement;
  readonly #more = element("button", { type: "button", class: "to-newest" }, "New messages ↓");
  #isAtEnd = true;
  #wantsEnd = false;

  constructor(list: HTMLElement) {
    this.#list = list;
    this.node = element("div", { class: "followed" }, list, this.#more);
    this.#more.hidden = true;
    this.#more.addEventListener("click", () => this.#goToEnd());
    list.addEventListener("scroll", () => this.#look(), { passive: true });
    // Shown after it was hidden, or with less room because somebody writes a long message.
    new ResizeObserver(() => this.#isAtEnd && this.#goToEnd()).observe(list);
  }

  /** What comes next is what this person has just written: it comes into view. */
  showNext(): void {
    this.#wantsEnd = true;
  }

  /** Another list from now on: it begins at its end. */
  startAtEnd(): void {
    this.#isAtEnd = true;
  }

  change(arrange: () => void): void {
    const newest = this.#newest();
    const anchor = this.#isAtEnd ? undefined : this.#anchor();
    const refocus = rememberFocus(this.#list);
    arrange();
    refocus();
    const hasNew = this.#newest() !== newest;
    // Nobody reads a list that is not shown.
    if (hasNew && (this.#wantsEnd || this.#list.clientHeight === 0)) this.#isAtEnd = true;
    if (hasNew) this.#wantsEnd = false;
    if (this.#isAtEnd) return this.#goToEnd();
    if (anchor !== undefined) this.#holdOn(anchor);
    if (hasNew) this.#more.hidden = false;
  }

  #newest(): string {
    const last = childrenOf(this.#list).at(-1);
    return last === undefined ? "" : nameOf(last);
  }

  /** Where everything in view stands, first to last: the first of it that is still there is held on to. */
  #anchor(): ReadonlyMap<string, number> {
    const { top, bottom } = this.#list.getBoundingClientRect();
    const places = childrenOf(this.#list).map((child) => {
      const box = child.getBoundingClientRect();
      return {
        name: nameOf(child),
        at: box.top - top,
        isSeen: box.bottom > top && box.top < bottom,
      };
    });
    return new Map(places.filter(({ isSeen }) => isSeen).map(({ name, at }) => [name, at]));
  }

  #holdOn(anchor: ReadonlyMap<string, number>): void {
    const { top } = this.#list.getBoundingClientRect();
    for (const [name, at] of anchor) {
      const child = childrenOf(this.#list).find((one) => nameOf(one) === name);
      if (child === undefined) continue;
      this.#list.scrollTop += child.getBoundingClientRect().top - top - at;
      return;
    }
  }

  #goToEnd(): void {
    this.#isAtEnd = true;
    this.#more.hidden = true;
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  #look(): void {
    const { clientHeight, scrollHeight, scrollTop } = this.#list;
    if (clientHeight === 0) return;
    this.#isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    if (this.#isAtEnd) this.#more.hidden = true;
  }
}
