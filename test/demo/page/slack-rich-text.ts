import { formattedDate } from "./slack-dates.ts";
import { make, type Child } from "./slack-dom.ts";
import { emojiNamed } from "./slack-emoji.ts";
import { json, jsons, words, type Json } from "./slack-json.ts";
import { link, mention, userMention } from "./slack-mrkdwn.ts";
import type { Reader } from "./slack-reader.ts";

export function richText(block: Json, reader: Reader): HTMLElement {
  return make(
    "div",
    { class: "rich-text" },
    ...jsons(block["elements"]).map((one) => part(one, reader)),
  );
}

function part(element: Json, reader: Reader): HTMLElement {
  const inside = () => jsons(element["elements"]).flatMap((one) => inline(one, reader));
  switch (words(element["type"])) {
    case "rich_text_preformatted":
      return make("pre", {}, ...inside());
    case "rich_text_quote":
      return make("blockquote", {}, ...inside());
    case "rich_text_list":
      return list(element, reader);
    default:
      return make("div", { class: "rich-text-section" }, ...inside());
  }
}

function list(element: Json, reader: Reader): HTMLElement {
  const items = jsons(element["elements"]).map((item) =>
    make("li", {}, ...jsons(item["elements"]).flatMap((one) => inline(one, reader))),
  );
  const indent = String(Number(element["indent"] ?? 0));
  return make(element["style"] === "ordered" ? "ol" : "ul", { "data-indent": indent }, ...items);
}

function inline(element: Json, reader: Reader): Child[] {
  return [styled(bare(element, reader), json(element["style"]))];
}

function bare(element: Json, reader: Reader): Child {
  switch (words(element["type"])) {
    case "link": {
      const url = words(element["url"]);
      return link(url, words(element["text"]) || url);
    }
    case "user":
      return userMention(words(element["user_id"]), reader);
    case "channel":
      return mention(`#${reader.placeName(words(element["channel_id"]))}`, false);
    case "usergroup":
      return mention("@group", false);
    case "broadcast":
      return mention(`@${words(element["range"])}`, true);
    case "emoji":
      return emojiNamed(words(element["name"]));
    case "date":
      return make(
        "time",
        {},
        formattedDate(Number(element["timestamp"]), words(element["format"])),
      );
    default:
      return words(element["text"]);
  }
}

const STYLES = [
  ["code", "code"],
  ["bold", "strong"],
  ["italic", "em"],
  ["strike", "s"],
  ["underline", "u"],
] as const;

const styled = (child: Child, style: Json): Child =>
  STYLES.reduce(
    (inner, [name, tag]) => (style[name] === true ? make(tag, {}, inner) : inner),
    child,
  );
