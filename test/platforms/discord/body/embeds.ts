import { isObject } from "../json.ts";
import { lengthOf, type Field, type Limit } from "./field.ts";
import { limits } from "./limits.ts";

const trimmed = { trim: true };
const shown = ["title", "description", "url", "image", "thumbnail", "author", "footer", "fields"];

/** Reads the embeds of a message; the sum counts over all of them, after trimming. */
export function checkEmbeds(embeds: Field): void {
  let together = 0;
  for (const embed of embeds.items(limits.embeds)) {
    if (!embed.required() || !embed.object()) continue;
    together += checkEmbed(embed);
  }
  if (together > limits.embedsTogether.max)
    embeds.refuse("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
}

function checkEmbed(embed: Field): number {
  const texts = [
    embed.at("title").text(limits.embedTitle, trimmed),
    embed.at("description").text(limits.embedDescription, trimmed),
    ...checkNamed(embed.at("footer"), "text", limits.embedFooter),
    ...checkNamed(embed.at("author"), "name", limits.embedAuthor),
    ...embed.at("fields").items(limits.embedFields).flatMap(checkField),
  ];
  embed.at("color").integer(limits.color);
  const at = embed.at("timestamp");
  if (typeof at.value === "string" && Number.isNaN(Date.parse(at.value)))
    at.refuse("DATE_TIME_TYPE_PARSE", `Could not parse ${at.value}. Should be ISO8601.`);
  checkUrls(embed);
  if (isObject(embed.value) && !shown.some((key) => isShown(embed.at(key).value)))
    embed.refuse("EMBED_EMPTY", "An embed needs something to show");
  return texts.reduce((sum, text) => sum + lengthOf((text ?? "").trim()), 0);
}

const isShown = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;

function checkNamed(part: Field, key: string, limit: Limit) {
  if (!part.object()) return [];
  const text = part.at(key);
  return text.required() ? [text.text(limit, trimmed)] : [];
}

function checkField(field: Field): (string | undefined)[] {
  const name = field.at("name");
  const value = field.at("value");
  field.at("inline").boolean();
  return [
    name.required() ? name.text(limits.embedFieldName, trimmed) : "",
    value.required() ? value.text(limits.embedFieldValue, trimmed) : "",
  ];
}

function checkUrls(embed: Field): void {
  const urls = [
    embed.at("url"),
    embed.at("image").at("url"),
    embed.at("thumbnail").at("url"),
    embed.at("author").at("icon_url"),
    embed.at("footer").at("icon_url"),
  ];
  for (const url of urls) {
    const text = url.text(limits.embedUrl);
    if (text !== undefined && !/^(https?|attachment):\/\//i.test(text))
      url.refuse("URL_TYPE_INVALID_SCHEME", `Scheme must be one of ('http', 'https').`);
  }
}
