import type { JsonObject } from "./json.ts";
import type { Workspace } from "./workspace.ts";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * What Slack's composer makes of typed text: the same thing twice, as escaped mrkdwn and as rich_text.
 * `@Name` of somebody here becomes a mention, an address becomes a link, all else stays text.
 */
export function typedByPerson(
  workspace: Workspace,
  typed: string,
): { text: string; blocks: JsonObject[] } {
  const names = [...workspace.people.keys(), workspace.bot.userId]
    .map((id) => ({ id, name: workspace.nameOf(id) }))
    .sort((a, b) => b.name.length - a.name.length);
  const parts = split(typed, names);
  return {
    text: parts.map((part) => part.markup).join(""),
    blocks: [
      {
        type: "rich_text",
        elements: [{ type: "rich_text_section", elements: parts.map((part) => part.element) }],
      },
    ],
  };
}

interface Part {
  markup: string;
  element: JsonObject;
}

const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function split(typed: string, names: readonly { id: string; name: string }[]): Part[] {
  const token = new RegExp(
    `(@(?:${names.map(({ name }) => quoted(name)).join("|")})(?!\\w)|https?://\\S+)`,
  );
  return typed
    .split(token)
    .filter((piece) => piece !== "")
    .map((piece) => partOf(piece, names));
}

function partOf(piece: string, names: readonly { id: string; name: string }[]): Part {
  const person = names.find(({ name }) => piece === `@${name}`);
  if (person) return { markup: `<@${person.id}>`, element: { type: "user", user_id: person.id } };
  if (/^https?:\/\/\S+$/.test(piece))
    return { markup: `<${escaped(piece)}>`, element: { type: "link", url: piece } };
  return { markup: escaped(piece), element: { type: "text", text: piece } };
}
