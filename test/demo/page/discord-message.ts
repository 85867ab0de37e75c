import type { MessageView, NoticeView } from "../../platforms/discord/people.ts";
import { avatar } from "./discord-avatar.ts";
import { component, type Surroundings } from "./discord-components.ts";
import { buttonThat, el } from "./discord-dom.ts";
import { embed } from "./discord-embed.ts";
import { fileSize } from "./file-size.ts";
import { inline, type Names } from "./discord-inline.ts";
import { markdown } from "./discord-markdown.ts";
import { messageTime } from "./discord-time.ts";

export interface MessageParts {
  readonly message: MessageView;
  readonly around: Surroundings;
  readonly dismiss: (id: string) => void;
  /** Follows the one before by the same author, so that name and picture are not repeated. */
  readonly continues: boolean;
  readonly notice: NoticeView | undefined;
  /** A line about the last press that only this page knows of. */
  readonly failure: string | undefined;
}

export function message(parts: MessageParts): HTMLElement {
  const { message: shown, continues, around } = parts;
  if (shown.kind === "thread-started") return threadStarted(shown);
  const classes = [
    "message",
    ...(continues ? ["continues"] : []),
    ...(shown.ephemeral ? ["ephemeral"] : []),
    ...(shown.mentionsMe ? ["mentions-me"] : []),
  ];
  const article = el("article", {
    class: classes.join(" "),
    "data-message": shown.id,
    ...(shown.ephemeral ? { "data-note": shown.id } : {}),
    "aria-label": `${shown.author.name}, ${new Date(shown.at).toLocaleTimeString()}`,
  });
  const above = lineAbove(shown, around.names);
  if (above !== undefined) article.append(above);
  if (!continues) article.append(avatar(shown.author), header(shown));
  article.append(el("div", { class: "body" }, ...bodyOf(parts)));
  return article;
}

function header({ author, at }: MessageView): HTMLElement {
  const name = el("span", { class: author.bot ? "name app" : "name" }, author.name);
  const badge = author.bot ? [el("span", { class: "badge" }, "APP")] : [];
  return el("div", { class: "header" }, name, ...badge, messageTime(at));
}

/** What the message answers: another message, or a command somebody used. */
function lineAbove(shown: MessageView, names: Names): HTMLElement | undefined {
  const { command, replyTo } = shown;
  if (command !== undefined) {
    const used = el("span", { class: "mention" }, `/${command.name}`);
    return el("div", { class: "above" }, el("b", {}, command.by.name), " used ", used);
  }
  if (replyTo === undefined) return undefined;
  const [firstLine = ""] = replyTo.text.split("\n");
  const text = el("span", { class: "quoted" }, inline(firstLine, names));
  return el("div", { class: "above" }, el("b", {}, replyTo.author.name), " ", text);
}

function bodyOf(parts: MessageParts): HTMLElement[] {
  const { message: shown, around, notice, failure } = parts;
  const body: HTMLElement[] = [];
  if (shown.loading) body.push(thinking(shown.author.name));
  const text = el("div", { class: "content" }, markdown(shown.content, around.names));
  if (shown.edited) text.append(el("span", { class: "edited" }, "(edited)"));
  if (shown.content !== "" || shown.edited) body.push(text);
  body.push(...shown.embeds.map((card) => embed(card, around.names)));
  body.push(...shown.attachments.map(file));
  body.push(...shown.components.map((part) => component(part, around)));
  if (notice !== undefined) body.push(errorLine(notice.text, notice.id));
  else if (failure !== undefined) body.push(errorLine(failure, shown.id));
  if (shown.ephemeral) body.push(onlyYou(parts));
  return body;
}

function thinking(name: string): HTMLElement {
  const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  return el("div", { class: "thinking", role: "status" }, dots, `${name} is thinking…`);
}

function file({ filename, size, url }: MessageView["attachments"][number]): HTMLElement {
  const name = el("a", { href: url, download: filename, target: "_blank" }, filename);
  return el("div", { class: "file" }, name, el("span", { class: "quiet" }, fileSize(size)));
}

export function errorLine(text: string, id: string): HTMLElement {
  return el("div", { class: "error-line", role: "alert", "data-note": id }, text);
}

function onlyYou({ message: shown, dismiss }: MessageParts): HTMLElement {
  const away = buttonThat(() => dismiss(shown.id), { class: "text-button" }, "Dismiss message");
  return el("div", { class: "only-you" }, "Only you can see this • ", away);
}

function threadStarted(shown: MessageView): HTMLElement {
  const name = el("b", {}, shown.author.name);
  return el(
    "div",
    { class: "system", "data-message": shown.id },
    name,
    ` started a thread: ${shown.content}`,
  );
}
