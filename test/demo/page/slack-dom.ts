import { arrange } from "./arrange.ts";

export type Child = Node | string;

/** An element, made of attributes and children; text is only ever text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export interface Keyed {
  key: string;
  /** Rebuilt only when this changes, so that focus and typed text survive other people's changes. */
  signature: string;
  render: () => HTMLElement;
}

/** Brings the children of `parent` to what is wanted, keeping the nodes that did not change. */
export function keep(parent: HTMLElement, wanted: readonly Keyed[]): void {
  const before = new Map<string, HTMLElement>();
  for (const child of parent.children)
    if (child instanceof HTMLElement) before.set(child.dataset["key"] ?? "", child);
  const nodes = wanted.map(({ key, signature, render }) => {
    const old = before.get(key);
    if (old?.dataset["signature"] === signature) return old;
    const fresh = render();
    fresh.dataset["key"] = key;
    fresh.dataset["signature"] = signature;
    return fresh;
  });
  arrange(parent, nodes);
}
