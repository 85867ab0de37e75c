import type { GivenValue, Named } from "../../platforms/slack/people.ts";
import { make } from "./slack-dom.ts";
import { json, jsons, plain, words, type Json } from "./slack-json.ts";

/** One input on the screen, and what stands in it. */
export interface Field {
  readonly node: HTMLElement;
  read(): GivenValue;
  write(value: GivenValue): void;
}

export interface Choices {
  people: readonly Named[];
  places: readonly Named[];
}

interface Option {
  value: string;
  text: string;
  description?: string;
  group?: string;
}

const optionOf = (option: Json, group?: string): Option => ({
  value: words(option["value"]),
  text: plain(option["text"]),
  ...(option["description"] ? { description: plain(option["description"]) } : {}),
  ...(group === undefined ? {} : { group }),
});

const ownOptions = (element: Json): Option[] => [
  ...jsons(element["options"]).map((option) => optionOf(option)),
  ...jsons(element["option_groups"]).flatMap((group) =>
    jsons(group["options"]).map((option) => optionOf(option, plain(group["label"]))),
  ),
];

const named = (all: readonly Named[]): Option[] =>
  all.map(({ id, name }) => ({ value: id, text: name }));

/** The input of an element; `state` is the value it holds, as Slack spells it. */
export function fieldOf(
  element: Json,
  state: Json,
  id: string,
  choices: Choices,
): Field | undefined {
  const type = words(element["type"]);
  const field = newField(type, element, id, choices);
  field?.write(valueIn(state));
  return field;
}

function newField(type: string, element: Json, id: string, choices: Choices): Field | undefined {
  switch (type) {
    case "plain_text_input":
      return typed(element, id, "text");
    case "rich_text_input":
      return typed({ ...element, multiline: true }, id, "text");
    case "email_text_input":
      return typed(element, id, "email");
    case "url_text_input":
      return typed(element, id, "url");
    case "number_input":
      return typed(element, id, "number");
    case "external_select":
      return typed(element, id, "text");
    case "datepicker":
      return typed(element, id, "date");
    case "timepicker":
      return typed(element, id, "time");
    case "datetimepicker":
      return moment(element, id);
    case "radio_buttons":
      return ticks(ownOptions(element), id, "radio");
    case "checkboxes":
    case "multi_static_select":
      return ticks(ownOptions(element), id, "checkbox");
    case "multi_users_select":
      return ticks(named(choices.people), id, "checkbox");
    case "multi_conversations_select":
    case "multi_channels_select":
      return ticks(named(choices.places), id, "checkbox");
    case "static_select":
    case "overflow":
      return dropdown(element, id, ownOptions(element));
    case "users_select":
      return dropdown(element, id, named(choices.people));
    case "conversations_select":
    case "channels_select":
      return dropdown(element, id, named(choices.places));
    default:
      return undefined;
  }
}

/** The value of `state.values`, whatever its kind calls it. */
function valueIn(state: Json): GivenValue {
  const value = Object.entries(state).find(([key]) => key !== "type")?.[1];
  if (typeof value === "string" || typeof value === "number") return value;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === "string" ? one : words(json(one)["value"])));
  const object = json(value);
  return words(object["value"]) || richWords(object) || null;
}

/** The text of a rich_text value, without its marks. */
const richWords = (value: Json): string =>
  jsons(value["elements"])
    .map((part) =>
      jsons(part["elements"])
        .map((one) => words(one["text"]))
        .join(""),
    )
    .join("\n");

function typed(element: Json, id: string, type: string): Field {
  const placeholder = plain(element["placeholder"]);
  const isLong = element["multiline"] === true;
  const input = isLong
    ? make("textarea", { id, rows: "4", placeholder })
    : make("input", { id, type: type === "number" ? "text" : type, placeholder });
  if (type === "number") input.setAttribute("inputmode", "decimal");
  if (!isLong) input.setAttribute("autocomplete", "off");
  return {
    node: input,
    read: () => (input.value === "" ? null : input.value),
    write: (value) => {
      input.value = value === null ? "" : String(value);
    },
  };
}

/** Seconds since 1970 on the wire, a day and a time in the reader's zone on the screen. */
function moment(element: Json, id: string): Field {
  const field = typed(element, id, "datetime-local");
  return {
    node: field.node,
    read: () => {
      const text = field.read();
      return text === null ? null : Math.floor(new Date(String(text)).getTime() / 1_000);
    },
    write: (value) => {
      if (value === null) return field.write(null);
      const at = new Date(Number(value) * 1_000);
      const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
      field.write(local.toISOString().slice(0, 16));
    },
  };
}

function ticks(options: readonly Option[], id: string, type: "radio" | "checkbox"): Field {
  const inputs = options.map((option, index) => {
    const input = make("input", { type, name: id, value: option.value, id: `${id}-${index}` });
    const described = option.description ? [make("small", {}, option.description)] : [];
    const label = make(
      "label",
      { class: "tick" },
      input,
      make("span", {}, option.text, ...described),
    );
    return { input, label };
  });
  const node = make("div", { class: "ticks", role: type === "radio" ? "radiogroup" : "group", id });
  node.append(...inputs.map(({ label }) => label));
  const chosen = () => inputs.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return {
    node,
    read: () => (type === "radio" ? (chosen()[0] ?? null) : chosen()),
    write: (value) => {
      const wanted = new Set([value].flat().map(String));
      for (const { input } of inputs) input.checked = value !== null && wanted.has(input.value);
    },
  };
}

function dropdown(element: Json, id: string, options: readonly Option[]): Field {
  const isOverflow = element["type"] === "overflow";
  const first = isOverflow ? "⋯" : plain(element["placeholder"]) || "Choose an option";
  const select = make("select", { id }, make("option", { value: "" }, first));
  for (const group of new Set(options.map((option) => option.group))) {
    const members = options.filter((option) => option.group === group);
    const nodes = members.map((option) => make("option", { value: option.value }, option.text));
    if (group === undefined) select.append(...nodes);
    else select.append(make("optgroup", { label: group }, ...nodes));
  }
  return {
    node: select,
    read: () => (select.value === "" ? null : select.value),
    write: (value) => {
      select.value = value === null ? "" : String(value);
    },
  };
}
