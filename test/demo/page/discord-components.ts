import type { Named } from "../../platforms/discord/people.ts";
import { buttonThat, el } from "./discord-dom.ts";
import type { Names } from "./discord-inline.ts";
import { isJson, listOf, partOf, textOf, type Json } from "./discord-json.ts";
import { markdown } from "./discord-markdown.ts";
import { isSecondClick } from "./second-click.ts";

/** What the components of a message need to know of their surroundings. */
export interface Surroundings {
  readonly names: Names;
  readonly people: readonly Named[];
  readonly roles: readonly Named[];
  readonly places: readonly Named[];
  /** True while the bot has not answered the last press here. */
  readonly waiting: boolean;
  readonly press: (action: string, values?: readonly string[]) => void;
}

const kind = {
  row: 1,
  button: 2,
  stringSelect: 3,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  separator: 14,
  container: 17,
} as const;

export function component(shown: Json, around: Surroundings): HTMLElement {
  const children = () => listOf(shown["components"]).map((child) => component(child, around));
  switch (shown["type"]) {
    case kind.row:
      return el("div", { class: "row" }, ...children());
    case kind.button:
      return button(shown, around);
    case kind.text:
      return el("div", { class: "text" }, markdown(textOf(shown["content"]), around.names));
    case kind.separator:
      return el("hr", { class: shown["divider"] === false ? "gap" : "line" });
    case kind.section: {
      const accessory = shown["accessory"];
      const beside = isJson(accessory) ? [component(accessory, around)] : [];
      return el("div", { class: "section" }, el("div", {}, ...children()), ...beside);
    }
    case kind.container:
      return container(shown, children());
    default:
      return select(shown, around);
  }
}

function container(shown: Json, children: readonly HTMLElement[]): HTMLElement {
  const box = el("div", { class: "container" }, ...children);
  const colour = shown["accent_color"];
  if (typeof colour === "number") {
    box.classList.add("accented");
    box.style.setProperty("--edge", `#${colour.toString(16).padStart(6, "0")}`);
  }
  return box;
}

const styles = ["", "primary", "secondary", "success", "danger", "link"];

function button(shown: Json, { waiting, press }: Surroundings): HTMLElement {
  const emoji = textOf(partOf(shown["emoji"], "name"));
  const label = [emoji, textOf(shown["label"])].filter((part) => part !== "").join(" ");
  const style = styles[Number(shown["style"])] ?? "secondary";
  const address = textOf(shown["url"]);
  if (style === "link") {
    const attributes = { href: address, target: "_blank", rel: "noopener noreferrer" };
    const arrow = el("span", { "aria-hidden": "true" }, " ↗");
    return el("a", { class: "button link", ...attributes }, label, arrow);
  }
  const action = textOf(shown["custom_id"]);
  const disabled = shown["disabled"] === true || waiting;
  const attributes = { class: `button ${style}`, "data-action": action, disabled };
  return buttonThat(
    ({ detail }) => {
      if (!isSecondClick(detail)) press(action);
    },
    attributes,
    label,
  );
}

/** The choices of a select, whatever it selects among. */
export function choicesOf(shown: Json, around: Pick<Surroundings, "people" | "roles" | "places">) {
  const named = (list: readonly Named[], sign: string) =>
    list.map(({ id, name }) => ({ value: id, label: `${sign}${name}`, chosen: false, note: "" }));
  switch (shown["type"]) {
    case kind.userSelect:
      return named(around.people, "@");
    case kind.roleSelect:
      return named(around.roles, "@");
    case kind.mentionableSelect:
      return [...named(around.people, "@"), ...named(around.roles, "@")];
    case kind.channelSelect:
      return named(around.places, "#");
    default:
      return listOf(shown["options"]).map((option) => ({
        value: textOf(option["value"]),
        label: textOf(option["label"]),
        note: textOf(option["description"]),
        chosen: option["default"] === true,
      }));
  }
}

function select(shown: Json, around: Surroundings): HTMLElement {
  const action = textOf(shown["custom_id"]);
  const hint = textOf(shown["placeholder"]);
  const label = hint === "" ? "Make a selection" : hint;
  const several = Number(shown["max_values"] ?? 1) > 1;
  const list = el("select", {
    class: "select",
    "data-action": action,
    "aria-label": label,
    multiple: several,
    disabled: shown["disabled"] === true || around.waiting,
  });
  if (!several) list.append(el("option", { value: "", disabled: true, selected: true }, label));
  for (const { value, label: text, note, chosen } of choicesOf(shown, around)) {
    const words = note === "" ? text : `${text} — ${note}`;
    list.append(el("option", { value, selected: chosen }, words));
  }
  const chosen = () => [...list.selectedOptions].map(({ value }) => value);
  if (several) {
    const choose = buttonThat(
      () => around.press(action, chosen()),
      { class: "button primary" },
      "Choose",
    );
    return el("div", { class: "several" }, list, choose);
  }
  list.addEventListener("change", () => around.press(action, chosen()));
  return list;
}
