import { codeBlock } from "./discord-code.ts";
import { el } from "./discord-dom.ts";
import { inline, type Names } from "./discord-inline.ts";

/** Discord's Markdown: fences, headings, subtext, quotes and lists by line, the rest within a line. */
export function markdown(text: string, names: Names): DocumentFragment {
  const shown = document.createDocumentFragment();
  let from = 0;
  for (const fence of text.matchAll(/```(?:([a-zA-Z0-9+-]+)\n)?\n?([\s\S]*?)\n?```/g)) {
    shown.append(lines(withoutEdges(text.slice(from, fence.index)), names));
    shown.append(codeBlock(fence[2] ?? "", (fence[1] ?? "").toLowerCase()));
    from = fence.index + fence[0].length;
  }
  shown.append(lines(from === 0 ? text : withoutEdges(text.slice(from)), names));
  return shown;
}

/** A fence swallows the line breaks around it. */
const withoutEdges = (text: string): string => text.replace(/^\n|\n$/g, "");

type Block = readonly [
  kind: "h1" | "h2" | "h3" | "small" | "quote" | "item" | "text",
  text: string,
];

function blockOf(line: string): Block {
  const heading = /^(#{1,3}) +(.+)$/.exec(line);
  if (heading !== null) return [`h${heading[1]?.length ?? 1}` as "h1", heading[2] ?? ""];
  const [, subtext] = /^-# +(.+)$/.exec(line) ?? [];
  if (subtext !== undefined) return ["small", subtext];
  const [, quoted] = /^> (.*)$/.exec(line) ?? [];
  if (quoted !== undefined) return ["quote", quoted];
  const [, item] = /^ *[-*] +(.+)$/.exec(line) ?? [];
  return item === undefined ? ["text", line] : ["item", item];
}

function lines(text: string, names: Names): DocumentFragment {
  const shown = document.createDocumentFragment();
  if (text === "") return shown;
  const [head, rest] = splitLongQuote(text);
  let open: { kind: Block[0]; node: HTMLElement } | undefined;
  for (const line of head === undefined ? [] : head.split("\n")) {
    if (line === "") {
      // A space of one height, whatever stands before and after it.
      shown.append(el("div", { class: "blank" }));
      open = undefined;
      continue;
    }
    const [kind, words] = blockOf(line);
    const joins = open !== undefined && open.kind === kind && !kind.startsWith("h");
    if (open === undefined || !joins) {
      open = { kind, node: containerFor(kind) };
      shown.append(open.node);
    } else if (kind !== "item") open.node.append("\n");
    if (kind === "item") open.node.append(el("li", {}, inline(words, names)));
    else open.node.append(inline(words, names));
  }
  if (rest !== undefined) shown.append(el("blockquote", {}, inline(rest, names)));
  return shown;
}

/** `>>> ` quotes everything that follows it. */
function splitLongQuote(text: string): [head: string | undefined, quote: string | undefined] {
  const at = text.startsWith(">>> ") ? 0 : text.indexOf("\n>>> ") + 1;
  if (at === 0 && !text.startsWith(">>> ")) return [text, undefined];
  return [at === 0 ? undefined : text.slice(0, at - 1), text.slice(at + 4)];
}

function containerFor(kind: Block[0]): HTMLElement {
  if (kind === "quote") return el("blockquote");
  if (kind === "item") return el("ul");
  if (kind === "small") return el("div", { class: "subtext" });
  // Not real headings: a message must not break up the outline of the page.
  return el("div", { class: kind === "text" ? "line" : `heading ${kind}` });
}
