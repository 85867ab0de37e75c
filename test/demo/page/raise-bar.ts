import { byId, element } from "./elements.ts";

export interface SampleButton {
  readonly name: string;
  readonly title: string;
  readonly answerable: boolean;
}

/** The buttons that put a question on the stream, as an engine would. */
export function raiseBar(samples: readonly SampleButton[]): void {
  for (const sample of samples) {
    const button = element("button", { type: "button", "data-sample": sample.name }, sample.title);
    button.addEventListener("click", () => void raise(sample));
    byId(sample.answerable ? "answerable" : "shown-only").append(button);
  }
}

async function raise({ name, title }: SampleButton): Promise<void> {
  const status = byId("raised");
  const response = await fetch("/demo/raise", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sample: name }),
  });
  status.textContent = response.ok
    ? `Raised “${title}”.`
    : `“${title}” was not raised: ${await response.text()}`;
}
