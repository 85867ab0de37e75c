import { el, type Child } from "./discord-dom.ts";
import { timestamp } from "./discord-time.ts";

/** Who and what ids stand for, to show mentions by name. */
export interface Names {
  readonly people: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, string>;
}

type Rule = readonly [pattern: RegExp, show: (match: RegExpExecArray, names: Names) => Child];

const nested = (tag: "strong" | "em" | "u" | "s") => (match: RegExpExecArray, names: Names) =>
  el(tag, {}, inline(match[1] ?? "", names));

const mention = (text: string) => el("span", { class: "mention" }, text);

/** Tried in this order at every position. What stands in code, or after a backslash, stays as it is. */
const rules: readonly Rule[] = [
  [/^\\([^\p{L}\p{N}\s])/u, (match) => match[1] ?? ""],
  [/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, (match) => el("code", {}, (match[2] ?? "").trim())],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (match) => timestamp(Number(match[1]), match[2] ?? "f")],
  [
    /^<@!?(\d+)>/,
    (match, { people }) => mention(`@${people.get(match[1] ?? "") ?? "unknown-user"}`),
  ],
  [/^<@&(\d+)>/, (match, { roles }) => mention(`@${roles.get(match[1] ?? "") ?? "unknown-role"}`)],
  [/^<#(\d+)>/, (match, { places }) => mention(`#${places.get(match[1] ?? "") ?? "unknown"}`)],
  [/^<\/([^:>]+):\d+>/, (match) => mention(`/${match[1] ?? ""}`)],
  [/^@(everyone|here)\b/, (match) => mention(match[0])],
  [/^<(https?:\/\/[^\s>]+)>/, (match) => link(match[1] ?? "", match[1] ?? "")],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"\n]*")?\)/, maskedLink],
  [/^https?:\/\/[^\s<>]+[^\s<>.,:;!?)\]}'"]/, (match) => link(match[0], match[0])],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, nested("strong")],
  [/^__([\s\S]+?)__(?!_)/, nested("u")],
  [/^~~([\s\S]+?)~~/, nested("s")],
  [/^\|\|([\s\S]+?)\|\|/, spoiler],
  [/^\*(?!\s)([^*]+?)(?<!\s)\*(?!\*)/, nested("em")],
  [/^_([^_]+?)_(?![\p{L}\p{N}])/u, nested("em")],
];

export function inline(text: string, names: Names): DocumentFragment {
  const shown = document.createDocumentFragment();
  let plain = "";
  for (let rest = text; rest !== "";) {
    const hit = firstRule(rest, plain);
    if (hit === undefined) {
      const [character = ""] = rest;
      plain += character;
      rest = rest.slice(character.length);
      continue;
    }
    shown.append(plain, hit.rule[1](hit.match, names));
    plain = "";
    rest = rest.slice(hit.match[0].length);
  }
  shown.append(plain);
  return shown;
}

function firstRule(rest: string, before: string) {
  // Most characters begin nothing; asking every rule about each of them would be slow on long texts.
  if (!/^[\\`<@[*_~|h]/.test(rest)) return undefined;
  for (const rule of rules) {
    const match = rule[0].exec(rest);
    if (match === null) continue;
    // An underscore within a word is part of the word.
    if (rest.startsWith("_") && !rest.startsWith("__") && /[\p{L}\p{N}]$/u.test(before)) continue;
    return { rule, match };
  }
  return undefined;
}

/** Discord does not hide an address behind text that looks like an address itself. */
function maskedLink(match: RegExpExecArray, names: Names): Child {
  const [whole, text = "", address = ""] = match;
  return /https?:\/\//.test(text) ? whole : link(address, inline(text, names));
}

function link(address: string, shown: Child): HTMLElement {
  const attributes = { href: address, title: address, target: "_blank" };
  return el("a", { ...attributes, rel: "noopener noreferrer" }, shown);
}

function spoiler(match: RegExpExecArray, names: Names): HTMLElement {
  const hidden = el("span", { class: "spoiler", role: "button", tabindex: "0" });
  hidden.setAttribute("aria-label", "Spoiler");
  hidden.append(inline(match[1] ?? "", names));
  const reveal = () => {
    hidden.classList.add("revealed");
    hidden.removeAttribute("aria-label");
  };
  hidden.addEventListener("click", reveal);
  hidden.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") reveal();
  });
  return hidden;
}
