import { byId, element } from "./elements.ts";

interface Entry {
  readonly stream: "events" | "resolutions";
  readonly id: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const SHOWN_ENTRIES = 100;

/** Both streams as they grow, newest entry first. */
export function streamLists(prefix: string): void {
  byId("events-title").textContent = `${prefix}:events`;
  byId("resolutions-title").textContent = `${prefix}:resolutions`;
  const source = new EventSource("/demo/streams");
  // A lost connection starts again from the kept entries.
  source.addEventListener("open", () => {
    byId("events").replaceChildren();
    byId("resolutions").replaceChildren();
  });
  source.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const entry = JSON.parse(data) as Entry;
    const list = byId(entry.stream);
    list.prepend(item(entry));
    while (list.childElementCount > SHOWN_ENTRIES) list.lastElementChild?.remove();
  });
}

function item({ id, type, fields }: Entry): HTMLElement {
  const details = element(
    "details",
    {},
    element(
      "summary",
      {},
      element("span", { class: "demo-type" }, type),
      element("span", { class: "demo-id" }, id),
    ),
    element("pre", { tabindex: "0" }, JSON.stringify(fields, undefined, 2)),
  );
  return element("li", {}, details);
}
