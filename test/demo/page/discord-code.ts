import { el } from "./discord-dom.ts";

/** A fenced block. Diffs are coloured by line, JSON by kind of value, the rest is left plain. */
export function codeBlock(text: string, language: string): HTMLElement {
  const code = el("code");
  const lines = text.split("\n");
  lines.forEach((line, index) => {
    code.append(colouredLine(line, language));
    if (index < lines.length - 1) code.append("\n");
  });
  // Reachable by keyboard, because long lines scroll sideways.
  return el("pre", { class: "code-block", tabindex: "0" }, code);
}

function colouredLine(line: string, language: string): Node {
  if (language === "diff") return diffLine(line);
  if (language === "json") return jsonLine(line);
  return document.createTextNode(line);
}

function diffLine(line: string): Node {
  if (line.startsWith("+")) return el("span", { class: "added" }, line);
  if (line.startsWith("-")) return el("span", { class: "removed" }, line);
  if (line.startsWith("@@")) return el("span", { class: "hunk" }, line);
  return document.createTextNode(line);
}

const jsonParts =
  /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

function jsonLine(line: string): Node {
  const shown = document.createDocumentFragment();
  let from = 0;
  for (const match of line.matchAll(jsonParts)) {
    const [whole, text, colon] = match;
    shown.append(line.slice(from, match.index));
    const kind = text === undefined ? "literal" : colon === undefined ? "text" : "key";
    shown.append(el("span", { class: kind }, whole));
    from = match.index + whole.length;
  }
  shown.append(line.slice(from));
  return shown;
}
