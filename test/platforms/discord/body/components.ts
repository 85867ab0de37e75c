import { kind, selects } from "./component-kinds.ts";
import { lengthOf, type Field, type Limit } from "./field.ts";
import { limits } from "./limits.ts";

/** What must be unique or counted over a whole message or modal. */
export class Tally {
  count = 0;
  textLength = 0;
  readonly #customIds = new Set<string>();
  readonly #ids = new Set<number>();

  enter(component: Field): void {
    this.count += 1;
    const id = component.at("id");
    const number = id.integer(limits.componentId);
    // Zero asks for an id, as an absent one does.
    if (number === undefined || number === 0) return;
    if (this.#ids.has(number))
      id.refuse("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
    this.#ids.add(number);
  }

  customId(component: Field): void {
    const field = component.at("custom_id");
    if (!field.required()) return;
    const id = field.text(limits.customId);
    if (id === undefined) return;
    if (this.#customIds.has(id))
      field.refuse("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
    this.#customIds.add(id);
  }
}

export function refuseKind(component: Field, allowed: readonly unknown[]): void {
  component
    .at("type")
    .refuse("UNION_TYPE_CHOICES", `Value of field "type" must be one of (${allowed.join(", ")}).`);
}

/** Components of a message: five action rows, or the newer layout when the V2 flag is set. */
export function checkMessageComponents(list: Field, v2: boolean): void {
  const tally = new Tally();
  if (!v2) {
    for (const row of list.items(limits.rows)) {
      if (row.at("type").value === kind.row) checkRow(row, tally);
      else refuseKind(row, [kind.row]);
    }
    return;
  }
  const top = list.items({ ...limits.v2Components, max: Number.MAX_SAFE_INTEGER });
  for (const component of top) checkLayout(component, tally, true);
  if (tally.count > limits.v2Components.max)
    list.refuse("BASE_TYPE_MAX_LENGTH", "Must be 40 or fewer in length, nested ones counted.");
  if (tally.textLength > limits.v2Text.max)
    list.refuse(
      "COMPONENT_MAX_TOTAL_TEXT_SIZE",
      "Total displayable text size exceeds maximum size of 4000",
    );
}

function checkRow(row: Field, tally: Tally): void {
  tally.enter(row);
  const list = row.at("components");
  if (!list.required()) return;
  const children = list.items(limits.rowChildren);
  const hasSelect = children.some((child) => selects.includes(child.at("type").value));
  if (hasSelect && children.length > 1)
    list.refuse(
      "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
      "The specified component exceeds the maximum width",
    );
  for (const child of children) {
    if (child.at("type").value === kind.button) checkButton(child, tally);
    else if (selects.includes(child.at("type").value)) checkSelect(child, tally);
    else refuseKind(child, [kind.button, ...selects]);
  }
}

const linkStyle = 5;
const premiumStyle = 6;

function checkButton(button: Field, tally: Tally): void {
  tally.enter(button);
  const style = button.at("style");
  if (style.required()) style.oneOf([1, 2, 3, 4, linkStyle, premiumStyle]);
  button.at("label").text(limits.buttonLabel);
  button.at("disabled").boolean();
  checkEmoji(button.at("emoji"));
  if (style.value === linkStyle) checkLink(button);
  else if (style.value === premiumStyle) {
    button.at("sku_id").required();
    forbid(button, ["custom_id", "label", "url", "emoji"], "premium buttons");
    return;
  } else {
    tally.customId(button);
    forbid(button, ["url", "sku_id"], "buttons of this style");
  }
  if (button.at("label").value !== "" && button.at("label").given) return;
  if (!button.at("emoji").given)
    button.refuse("BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji");
}

function checkLink(button: Field): void {
  const url = button.at("url");
  if (url.required()) {
    const text = url.text(limits.buttonUrl);
    if (text !== undefined && !/^(https?|discord):\/\//i.test(text))
      url.refuse("URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'discord').");
  }
  forbid(button, ["custom_id"], "link buttons");
}

function forbid(component: Field, keys: readonly string[], of: string): void {
  for (const key of keys)
    if (component.at(key).given)
      component.at(key).refuse("BASE_TYPE_FORBIDDEN", `${of} cannot have ${key}`);
}

function checkEmoji(emoji: Field): void {
  if (!emoji.object()) return;
  const name = emoji.at("name").value;
  const custom = emoji.at("id").given;
  if (!custom && (typeof name !== "string" || /^[\x20-\x7e]*$/.test(name)))
    emoji.at("name").refuse("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
}

export function checkSelect(select: Field, tally: Tally): void {
  tally.enter(select);
  tally.customId(select);
  select.at("placeholder").text(limits.placeholder);
  const least = select.at("min_values").integer(limits.selectMin) ?? 1;
  const most = select.at("max_values").integer(limits.selectMax) ?? 1;
  if (least > most)
    select.refuse("COMPONENT_SELECT_MIN_OVER_MAX", "min_values must not exceed max_values");
  const options = select.at("options");
  if (select.at("type").value === kind.stringSelect) {
    forbid(select, ["default_values"], "string selects");
    checkOptionCounts(select, checkOptions(options, limits.selectOptions, most), least, most);
    return;
  }
  forbid(select, ["options"], "selects of people, roles and channels");
  const defaults = select.at("default_values").items(limits.selectMin).length;
  if (defaults > most || (defaults > 0 && defaults < least))
    select
      .at("default_values")
      .refuse("COMPONENT_DEFAULTS", `Must be between ${least} and ${most} in length.`);
}

function checkOptionCounts(select: Field, count: number, least: number, most: number): void {
  if (!select.at("options").given) return;
  if (least > count)
    select.at("min_values").refuse("NUMBER_TYPE_MAX", "min_values exceeds the number of options");
  if (select.at("max_values").given && most > count)
    select.at("max_values").refuse("NUMBER_TYPE_MAX", "max_values exceeds the number of options");
}

/** Options of a select, a radio group or a group of checkboxes; answers how many there are. */
export function checkOptions(list: Field, limit: Limit, mostDefaults: number): number {
  if (!list.required()) return 0;
  const seen = new Set<unknown>();
  let defaults = 0;
  const options = list.items(limit);
  for (const option of options) {
    for (const key of ["label", "value"])
      if (option.at(key).required()) option.at(key).text(limits.optionText);
    option.at("description").text(limits.optionDescription);
    checkEmoji(option.at("emoji"));
    const value = option.at("value");
    if (seen.has(value.value))
      value.refuse(
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        "The specified option value is used",
      );
    seen.add(value.value);
    if (option.at("default").value === true) defaults += 1;
  }
  if (defaults > mostDefaults)
    list.refuse("SELECT_COMPONENT_TOO_MANY_DEFAULTS", `At most ${mostDefaults} may be default`);
  return options.length;
}

export function checkTextDisplay(display: Field, tally: Tally): void {
  tally.enter(display);
  const content = display.at("content");
  if (!content.required()) return;
  tally.textLength += lengthOf(content.text(limits.textDisplay) ?? "");
}

const inContainer: readonly unknown[] = [
  kind.row,
  kind.section,
  kind.textDisplay,
  kind.gallery,
  kind.file,
  kind.separator,
];

function checkLayout(component: Field, tally: Tally, top: boolean): void {
  const type = component.at("type").value;
  const allowed = top ? [...inContainer, kind.container] : inContainer;
  if (!allowed.includes(type)) {
    refuseKind(component, allowed);
    return;
  }
  if (type === kind.row) checkRow(component, tally);
  else if (type === kind.textDisplay) checkTextDisplay(component, tally);
  else if (type === kind.section) checkSection(component, tally);
  else if (type === kind.container) checkContainer(component, tally);
  else checkMediaLayout(component, tally);
}

function checkMediaLayout(component: Field, tally: Tally): void {
  tally.enter(component);
  component.at("spacing").integer(limits.separatorSpacing);
  if (component.at("type").value === kind.file)
    checkMedia(component.at("file"), /^attachment:\/\//);
  if (component.at("type").value !== kind.gallery) return;
  const items = component.at("items");
  if (!items.required()) return;
  for (const item of items.items(limits.galleryItems)) {
    checkMedia(item.at("media"), /^(https?|attachment):\/\//i);
    item.at("description").text(limits.fileDescription);
  }
}

function checkSection(section: Field, tally: Tally): void {
  tally.enter(section);
  const texts = section.at("components");
  if (texts.required()) {
    for (const text of texts.items(limits.sectionTexts)) {
      if (text.at("type").value === kind.textDisplay) checkTextDisplay(text, tally);
      else refuseKind(text, [kind.textDisplay]);
    }
  }
  const accessory = section.at("accessory");
  if (!accessory.required() || !accessory.object()) return;
  if (accessory.at("type").value === kind.button) checkButton(accessory, tally);
  else if (accessory.at("type").value === kind.thumbnail) {
    tally.enter(accessory);
    checkMedia(accessory.at("media"), /^(https?|attachment):\/\//i);
    accessory.at("description").text(limits.fileDescription);
  } else refuseKind(accessory, [kind.button, kind.thumbnail]);
}

function checkContainer(container: Field, tally: Tally): void {
  tally.enter(container);
  container.at("accent_color").integer(limits.color);
  const list = container.at("components");
  if (!list.required()) return;
  for (const child of list.items(limits.containerChildren)) checkLayout(child, tally, false);
}

function checkMedia(media: Field, scheme: RegExp): void {
  const url = media.at("url");
  if (!url.required()) return;
  const text = url.text(limits.mediaUrl);
  if (text !== undefined && !scheme.test(text))
    url.refuse("URL_TYPE_INVALID_SCHEME", "This scheme is not allowed here.");
}
