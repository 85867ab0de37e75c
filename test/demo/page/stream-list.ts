import type { ShownEntry } from "../shown-entries.ts";
import { byId, element } from "./elements.ts";

const SHOWN_ENTRIES = 100;
const STREAMS = ["events", "resolutions", "dead-letters"] as const;

/**
 * The streams as they grow, newest entry first; each entry is told to `follow` as well. Dead letters have a
 * list once there are any.
 */
export function streamLists(prefix: string, follow: (entry: ShownEntry) => void): void {
  for (const stream of STREAMS) byId(`${stream}-title`).textContent = `${prefix}:${stream}`;
  const source = new EventSource("/demo/streams");
  // A lost connection starts again from the kept entries.
  source.addEventListener("open", () => {
    for (const stream of STREAMS) byId(stream).replaceChildren();
  });
  source.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const entry = JSON.parse(data) as ShownEntry;
    const list = byId(entry.stream);
    list.prepend(item(entry));
    while (list.childElementCount > SHOWN_ENTRIES) list.lastElementChild?.remove();
    list.closest("section")?.removeAttribute("hidden");
    follow(entry);
  });
}

function item({ id, type, about, run, fields }: ShownEntry): HTMLElement {
  const summary = element(
    "summary",
    { title: `Entry ${id}` },
    element("span", { class: "demo-type" }, type),
    element("span", { class: "demo-id" }, run === "" ? id : `run ${run}`),
    element("span", { class: "demo-about" }, about),
  );
  const text = `${id}\n${JSON.stringify(fields, undefined, 2)}`;
  return element(
    "li",
    {},
    element("details", {}, summary, element("pre", { tabindex: "0" }, text)),
  );
}
