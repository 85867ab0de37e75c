export type Child = Node | string;

export type Attributes = Readonly<Record<string, string | boolean>>;

/** An element made of attributes and children. Data only ever becomes text. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export function buttonThat(
  act: (click: MouseEvent) => void,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLButtonElement {
  const button = el("button", { type: "button", ...attributes }, ...children);
  button.addEventListener("click", act);
  return button;
}

/** Same id, same content, same node: what somebody types or focuses survives a refresh. */
export class KeptNodes {
  readonly #kept = new Map<string, { readonly signature: string; readonly node: HTMLElement }>();
  readonly #used = new Set<string>();

  get(id: string, content: unknown, make: () => HTMLElement): HTMLElement {
    this.#used.add(id);
    const signature = JSON.stringify(content);
    const before = this.#kept.get(id);
    if (before?.signature === signature) return before.node;
    const node = make();
    this.#kept.set(id, { signature, node });
    return node;
  }

  /** Forgets what the last round did not ask for. */
  sweep(): void {
    for (const id of this.#kept.keys()) if (!this.#used.has(id)) this.#kept.delete(id);
    this.#used.clear();
  }
}
