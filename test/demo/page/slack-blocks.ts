import type { GivenValue } from "../../platforms/slack/people.ts";
import { make, type Child } from "./slack-dom.ts";
import { isSecondClick } from "./second-click.ts";
import { withEmoji } from "./slack-emoji.ts";
import { fieldOf, type Choices, type Field } from "./slack-inputs.ts";
import { json, jsons, plain, words, type Json } from "./slack-json.ts";
import { mrkdwn } from "./slack-mrkdwn.ts";
import type { Reader } from "./slack-reader.ts";
import { richText } from "./slack-rich-text.ts";

/** What a block needs of the panel around it. */
export interface Surface {
  readonly reader: Reader;
  readonly choices: Choices;
  /** For ids of inputs, unlike those of any other surface. */
  readonly prefix: string;
  readonly state: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly errors: Readonly<Record<string, string>>;
  /** A button was pressed, or something was picked outside a form. */
  act(element: Json, source: HTMLElement, value: GivenValue): void;
  /** An input of a form; the form reads it when it is sent. */
  hold?(blockId: string, field: Field): void;
}

export const blocks = (all: readonly Json[], surface: Surface): HTMLElement[] =>
  all.map((block) => BLOCKS[words(block["type"])]?.(block, surface) ?? unknown(block));

const BLOCKS: Readonly<Record<string, (block: Json, surface: Surface) => HTMLElement>> = {
  header: (block, surface) =>
    make("h3", { class: "block-header" }, ...textNodes(block["text"], surface)),
  section,
  divider: () => make("hr"),
  context: (block, surface) =>
    make(
      "div",
      { class: "block-context" },
      ...jsons(block["elements"]).map((element) =>
        element["type"] === "image"
          ? image(element)
          : make("span", {}, ...textNodes(element, surface)),
      ),
    ),
  actions: (block, surface) =>
    make(
      "div",
      { class: "block-actions" },
      ...jsons(block["elements"]).map((element) => interactive(block, element, surface)),
    ),
  rich_text: (block, { reader }) => richText(block, reader),
  markdown: (block) => make("div", { class: "block-markdown" }, words(block["text"])),
  image: (block) => make("figure", {}, ...figure(block)),
  table,
  input,
};

const unknown = (block: Json) =>
  make(
    "p",
    { class: "unknown" },
    `This client cannot show a block of type "${words(block["type"])}".`,
  );

export function textNodes(textObject: unknown, { reader }: Pick<Surface, "reader">): Child[] {
  const object = json(textObject);
  if (object["type"] === "mrkdwn")
    return mrkdwn(words(object["text"]), reader, object["verbatim"] === true);
  const text = plain(object);
  const shown = object["emoji"] === false ? text : withEmoji(text);
  return shown.split("\n").flatMap((line, index) => (index === 0 ? [line] : [make("br"), line]));
}

function section(block: Json, surface: Surface): HTMLElement {
  const main = make("div", { class: "block-section-text" });
  if (block["text"]) main.append(make("div", {}, ...textNodes(block["text"], surface)));
  const fields = jsons(block["fields"]);
  if (fields.length > 0)
    main.append(
      make(
        "div",
        { class: "block-fields" },
        ...fields.map((field) => make("div", {}, ...textNodes(field, surface))),
      ),
    );
  const accessory = json(block["accessory"]);
  const side =
    accessory["type"] === "image"
      ? [image(accessory)]
      : block["accessory"]
        ? [interactive(block, accessory, surface)]
        : [];
  return make("div", { class: "block-section" }, main, ...side);
}

const image = (element: Json): HTMLElement =>
  make("img", { src: words(element["image_url"]), alt: words(element["alt_text"]) });

const figure = (block: Json): HTMLElement[] => [
  ...(block["title"] ? [make("figcaption", {}, plain(block["title"]))] : []),
  image(block),
];

function table(block: Json, { reader }: Surface): HTMLElement {
  const rows = Array.isArray(block["rows"]) ? block["rows"] : [];
  const cell = (value: Json) =>
    value["type"] === "rich_text" ? richText(value, reader) : words(value["text"]);
  const body = rows.map((row, index) =>
    make("tr", {}, ...jsons(row).map((value) => make(index === 0 ? "th" : "td", {}, cell(value)))),
  );
  return make("div", { class: "block-table" }, make("table", {}, ...body));
}

function interactive(block: Json, element: Json, surface: Surface): HTMLElement {
  const actionId = words(element["action_id"]);
  if (element["type"] === "button" || element["type"] === "workflow_button")
    return button(element, surface);
  const blockId = words(block["block_id"]);
  const id = `${surface.prefix}-${blockId}-${actionId}`;
  const field = fieldOf(element, surface.state[blockId]?.[actionId] ?? {}, id, surface.choices);
  if (!field) return unknown(element);
  field.node.dataset["action"] = actionId;
  field.node.setAttribute("aria-label", plain(element["placeholder"]) || actionId);
  field.node.addEventListener("change", () => surface.act(element, field.node, field.read()));
  return field.node;
}

function button(element: Json, surface: Surface): HTMLElement {
  const style = words(element["style"]);
  const label = words(element["accessibility_label"]);
  const node = make(
    "button",
    {
      type: "button",
      class: style ? `button button-${style}` : "button",
      "data-action": words(element["action_id"]),
      ...(label ? { "aria-label": label } : {}),
    },
    withEmoji(plain(element["text"])),
  );
  node.addEventListener("click", ({ detail }) => {
    if (!isSecondClick(detail)) surface.act(element, node, null);
  });
  return node;
}

function input(block: Json, surface: Surface): HTMLElement {
  const blockId = words(block["block_id"]);
  const element = json(block["element"]);
  const actionId = words(element["action_id"]);
  const id = `${surface.prefix}-${blockId}-${actionId}`;
  const field = fieldOf(element, surface.state[blockId]?.[actionId] ?? {}, id, surface.choices);
  if (!field) return unknown(element);
  surface.hold?.(blockId, field);
  if (!surface.hold || block["dispatch_action"] === true)
    field.node.addEventListener("change", () => surface.act(element, field.node, field.read()));
  const optional =
    block["optional"] === true ? [make("span", { class: "quiet" }, " (optional)")] : [];
  const error = make("p", { class: "error", id: `${id}-error`, role: "alert" });
  error.textContent = surface.errors[blockId] ?? "";
  error.dataset["errorFor"] = blockId;
  field.node.setAttribute("aria-describedby", `${id}-error ${id}-hint`);
  field.node.dataset["input"] = blockId;
  return make(
    "div",
    { class: "block-input" },
    labelled(id, field.node, withEmoji(plain(block["label"])), optional),
    field.node,
    error,
    make("p", { class: "hint", id: `${id}-hint` }, plain(block["hint"])),
  );
}

/** A group of ticks has a name; a single input has a label. */
function labelled(
  id: string,
  node: HTMLElement,
  text: string,
  after: readonly Child[],
): HTMLElement {
  if (!node.classList.contains("ticks")) return make("label", { for: id }, text, ...after);
  node.setAttribute("aria-label", text);
  return make("div", { class: "label" }, text, ...after);
}
