import type { ShownEntry } from "../shown-entries.ts";
import { byId, element } from "./elements.ts";
import type { ServerEvents } from "./server-events.ts";
import { spelledOut } from "./unseen.ts";

const SHOWN_ENTRIES = 100;
const STREAMS = ["events", "resolutions", "dead-letters"] as const;

/**
 * The streams as they grow, newest entry first; each entry is told to `follow` as well. Dead letters have a
 * list once there are any.
 */
export function streamLists(
  prefix: string,
  events: ServerEvents,
  follow: (entry: ShownEntry) => void,
): void {
  for (const stream of STREAMS) byId(`${stream}-title`).textContent = `${prefix}:${stream}`;
  const before = new Map<string, HTMLElement>();
  // Each connection starts again from the kept entries. Who had opened one finds it open.
  events.on("open", () => {
    before.clear();
    for (const stream of STREAMS) {
      const list = byId(stream);
      for (const item of list.querySelectorAll("li")) before.set(item.dataset["entry"] ?? "", item);
      list.replaceChildren();
    }
  });
  events.on("entry", (data) => {
    const entry = JSON.parse(data) as ShownEntry;
    const list = byId(entry.stream);
    list.prepend(before.get(keyOf(entry)) ?? itemOf(entry));
    while (list.childElementCount > SHOWN_ENTRIES) list.lastElementChild?.remove();
    list.closest("section")?.removeAttribute("hidden");
    follow(entry);
  });
}

const keyOf = ({ stream, id }: ShownEntry): string => `${stream} ${id}`;

function itemOf(entry: ShownEntry): HTMLElement {
  const { id, type, about, run, fields } = entry;
  const summary = element(
    "summary",
    { title: `Entry ${id}` },
    element("span", { class: "demo-type" }, spelledOut(type)),
    element("span", { class: "demo-id" }, run === "" ? id : `run ${spelledOut(run)}`),
    element("span", { class: "demo-about" }, spelledOut(about)),
  );
  const text = spelledOut(`${id}\n${JSON.stringify(fields, undefined, 2)}`);
  return element(
    "li",
    { "data-entry": keyOf(entry) },
    element("details", {}, summary, element("pre", { tabindex: "0" }, text)),
  );
}
