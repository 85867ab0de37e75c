import type { AuthorView } from "../../platforms/discord/people.ts";
import { el } from "./discord-dom.ts";

/** The colours of Discord's own default pictures. */
const colours = ["#5865f2", "#757e8a", "#3ba55c", "#c77d0a", "#ed4245", "#d13a8c"];

/** A round picture with the first letter, coloured by the id as Discord chooses its default ones. */
export function avatar({ id, name, bot }: AuthorView): HTMLElement {
  const [first = "?"] = new Intl.Segmenter().segment(name);
  const letter = typeof first === "string" ? first : first.segment;
  const picture = el("span", { class: bot ? "avatar app" : "avatar", "aria-hidden": "true" });
  const index = Number((BigInt(id) >> 22n) % BigInt(colours.length));
  picture.style.setProperty("--picture", colours[index] ?? "#5865f2");
  picture.append(letter.toUpperCase());
  return picture;
}
