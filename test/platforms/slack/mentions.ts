import { isObject, objectsIn, textOf, type JsonObject } from "./json.ts";
import type { Channel } from "./workspace.ts";

/** A live token in a stored message: what Slack would turn into a mention or a link. */
export interface Mention {
  kind: "user" | "broadcast" | "group" | "channel" | "link" | "date";
  /** The user, group or channel id, the range of a broadcast, or the address of a link. */
  target: string;
  /** A link's visible words, when they are not its address. */
  label?: string;
  /** Found by Slack in bare text, not marked up by the sender. */
  auto: boolean;
}

export interface MarkupOptions {
  /** `verbatim: true`, or `parse: "none"` of the top-level text: bare names are left alone. */
  autoNames: boolean;
  autoLinks: boolean;
}

const TOKEN = /<([^<>\n]+)>/g;
const BARE_URL = /\bhttps?:\/\/[^\s<>|]+/g;
const BARE_BROADCAST = /(?<![\w@])@(channel|here|everyone)\b/g;

/** The live tokens of mrkdwn. An escaped `&lt;` is a character and never opens one. */
function mentionsInMarkup(text: string, options: MarkupOptions): Mention[] {
  const marked = [...text.matchAll(TOKEN)].flatMap((match) => mentionOfToken(match[1] ?? ""));
  const bare = text.replaceAll(TOKEN, " ");
  const links = options.autoLinks ? [...bare.matchAll(BARE_URL)] : [];
  const names = options.autoNames ? [...bare.matchAll(BARE_BROADCAST)] : [];
  return [
    ...marked,
    ...links.map(([url]): Mention => ({ kind: "link", target: url, auto: true })),
    ...names.map(([, name]): Mention => ({ kind: "broadcast", target: name ?? "", auto: true })),
  ];
}

function mentionOfToken(inside: string): Mention[] {
  const [head = "", label] = inside.split("|", 2);
  const labelled = label === undefined ? {} : { label };
  const live = (kind: Mention["kind"], target: string): Mention[] => [
    { kind, target, ...labelled, auto: false },
  ];
  if (head.startsWith("@")) return live("user", head.slice(1));
  if (head.startsWith("#")) return live("channel", head.slice(1));
  if (/^!(channel|here|everyone)$/.test(head)) return live("broadcast", head.slice(1));
  if (head.startsWith("!subteam^")) return live("group", head.slice("!subteam^".length));
  if (head.startsWith("!date^")) {
    const [, , , link] = head.split("^");
    return [...live("date", head), ...(link ? live("link", link) : [])];
  }
  return /^[a-z][a-z0-9+.-]*:/i.test(head) ? live("link", head) : [];
}

const RICH_TEXT_MENTIONS: Record<string, [Mention["kind"], string]> = {
  user: ["user", "user_id"],
  usergroup: ["group", "usergroup_id"],
  channel: ["channel", "channel_id"],
  broadcast: ["broadcast", "range"],
  link: ["link", "url"],
};

/** The live tokens of blocks: mrkdwn objects and rich_text elements; plain_text never has any. */
function mentionsInBlocks(blocks: readonly JsonObject[]): Mention[] {
  return blocks.flatMap((block) => mentionsIn(block, block["type"] === "rich_text"));
}

function mentionsIn(value: unknown, isRichText: boolean): Mention[] {
  if (Array.isArray(value)) return value.flatMap((item) => mentionsIn(item, isRichText));
  if (!isObject(value)) return [];
  if (value["type"] === "mrkdwn") {
    const auto = value["verbatim"] !== true;
    return mentionsInMarkup(textOf(value["text"]), { autoNames: auto, autoLinks: auto });
  }
  if (value["type"] === "plain_text") return [];
  const known = isRichText ? RICH_TEXT_MENTIONS[textOf(value["type"])] : undefined;
  if (known) return [{ kind: known[0], target: textOf(value[known[1]]), auto: false }];
  return Object.values(value).flatMap((inner) => mentionsIn(inner, isRichText));
}

/** Whose phone rings, for one mention in one channel. */
function rungBy(
  mention: Mention,
  channel: Channel,
  groups: ReadonlyMap<string, string[]>,
): string[] {
  if (mention.kind === "user") return channel.members.has(mention.target) ? [mention.target] : [];
  if (mention.kind === "broadcast") return [...channel.members];
  if (mention.kind === "group")
    return (groups.get(mention.target) ?? []).filter((id) => channel.members.has(id));
  return [];
}

/** The people a message notifies by name, never its own sender. */
export function pingsOf(
  mentions: readonly Mention[],
  channel: Channel,
  sender: string,
  groups: ReadonlyMap<string, string[]>,
): string[] {
  const rung = mentions.flatMap((mention) => rungBy(mention, channel, groups));
  return [...new Set(rung)].filter((id) => id !== sender);
}

export const mentionsOfMessage = (
  text: string,
  parse: MarkupOptions,
  blocks: unknown,
  attachments: unknown,
): Mention[] => [
  ...mentionsInMarkup(text, parse),
  ...mentionsInBlocks(objectsIn(blocks)),
  ...objectsIn(attachments).flatMap((attachment) =>
    mentionsInBlocks(objectsIn(attachment["blocks"])),
  ),
];
