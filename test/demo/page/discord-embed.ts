import { el } from "./discord-dom.ts";
import { inline, type Names } from "./discord-inline.ts";
import { listOf, partOf, textOf, type Json } from "./discord-json.ts";
import { markdown } from "./discord-markdown.ts";

/** The card with the coloured edge. */
export function embed(shown: Json, names: Names): HTMLElement {
  const card = el("div", { class: "embed" });
  card.style.setProperty("--edge", colourOf(shown["color"]));
  const author = textOf(partOf(shown["author"], "name"));
  if (author !== "") card.append(el("div", { class: "embed-author" }, author));
  const title = textOf(shown["title"]);
  if (title !== "") card.append(el("div", { class: "embed-title" }, titleOf(shown, title, names)));
  const description = textOf(shown["description"]);
  if (description !== "")
    card.append(el("div", { class: "embed-text" }, markdown(description, names)));
  const fields = listOf(shown["fields"]);
  if (fields.length > 0) card.append(fieldGrid(fields, names));
  const footer = textOf(partOf(shown["footer"], "text"));
  const at = Date.parse(textOf(shown["timestamp"]));
  const when = Number.isNaN(at) ? "" : new Date(at).toLocaleString();
  const foot = [footer, when].filter((part) => part !== "").join(" • ");
  if (foot !== "") card.append(el("div", { class: "embed-footer" }, foot));
  return card;
}

const colourOf = (colour: unknown): string =>
  typeof colour === "number" ? `#${colour.toString(16).padStart(6, "0")}` : "var(--edge-none)";

function titleOf(shown: Json, title: string, names: Names): Node {
  const address = textOf(shown["url"]);
  const text = inline(title, names);
  if (!/^https?:\/\//.test(address)) return text;
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, text);
}

/** Up to three short fields share a line. */
function fieldGrid(fields: readonly Json[], names: Names): HTMLElement {
  const grid = el("dl", { class: "embed-fields" });
  for (const field of fields) {
    const name = el("dt", {}, inline(textOf(field["name"]), names));
    const value = el("dd", {}, markdown(textOf(field["value"]), names));
    const kind = field["inline"] === true ? "field inline" : "field";
    grid.append(el("div", { class: kind }, name, value));
  }
  return grid;
}
