import { element } from "./elements.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A row of radio buttons, the first one chosen. Tells of the choice at once and whenever it changes. */
export function choice(
  root: HTMLElement,
  name: string,
  options: readonly Option[],
  onChoice: (value: string) => void,
): void {
  for (const { value, label } of options) {
    const input = element("input", { type: "radio", name, value });
    // A reload keeps ticked what was ticked; the page starts anew with the first.
    input.autocomplete = "off";
    input.checked = value === options[0]?.value;
    input.addEventListener("change", () => onChoice(value));
    root.append(element("label", {}, input, element("span", {}, label)));
  }
  if (options[0] !== undefined) onChoice(options[0].value);
}
