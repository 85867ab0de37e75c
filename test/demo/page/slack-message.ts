import type { FileView, MessageView, NoticeView } from "../../platforms/slack/people.ts";
import { blocks, type Surface } from "./slack-blocks.ts";
import { clockTime } from "./clock.ts";
import { fileSize } from "./file-size.ts";
import { make, type Child } from "./slack-dom.ts";
import { jsons, words, type Json } from "./slack-json.ts";
import { mrkdwn } from "./slack-mrkdwn.ts";
import type { Reader } from "./slack-reader.ts";

export interface MessageParts {
  readonly reader: Reader;
  readonly notices: readonly NoticeView[];
  surfaceOf(message: MessageView): Surface;
  /** Where a file is to be had. */
  addressOf(file: FileView): string;
  /** Absent inside a thread. */
  openThread?: (message: MessageView) => void;
}

export function message(view: MessageView, parts: MessageParts): HTMLElement {
  const { from, isEphemeral } = view;
  const body = make("div", { class: "message-body" }, head(view), ...content(view, parts));
  const node = make(
    "article",
    {
      class: isEphemeral ? "message message-ephemeral" : "message",
      "data-message": view.id,
      "aria-label": `${from.name}, ${clockTime(view.atMs)}`,
      ...(isEphemeral ? { "data-note": view.id } : {}),
    },
    avatar(from.name, from.isApp),
    body,
  );
  const failures = parts.notices.filter((notice) => notice.message === view.id);
  body.append(...failures.map(failure));
  const foot = threadFoot(view, parts);
  if (foot) body.append(foot);
  return node;
}

function head({ from, atMs, isEphemeral }: MessageView): HTMLElement {
  return make(
    "header",
    {},
    ...(isEphemeral ? [make("div", { class: "only-you" }, "Only visible to you")] : []),
    make("strong", { class: "sender" }, from.name),
    ...(from.isApp ? [make("span", { class: "app-badge" }, "APP")] : []),
    make("time", { class: "quiet", datetime: new Date(atMs).toISOString() }, clockTime(atMs)),
  );
}

function content(view: MessageView, parts: MessageParts): HTMLElement[] {
  const surface = parts.surfaceOf(view);
  const edited: Child[] = view.isEdited
    ? [make("span", { class: "quiet edited" }, " (edited)")]
    : [];
  const own =
    view.blocks.length > 0
      ? [...blocks(view.blocks, surface), ...edited.map((mark) => make("div", {}, mark))]
      : view.text === ""
        ? []
        : [make("div", { class: "message-text" }, ...mrkdwn(view.text, parts.reader), ...edited)];
  return [
    ...own,
    ...view.attachments.map((attachment) => attachmentNode(attachment, surface)),
    ...view.files.map((file) => fileNode(file, parts.addressOf(file))),
  ];
}

function fileNode({ name, size }: FileView, href: string): HTMLElement {
  return make(
    "div",
    { class: "file" },
    make("a", { href, download: name }, name),
    make("span", { class: "quiet" }, fileSize(size)),
  );
}

function attachmentNode(attachment: Json, surface: Surface): HTMLElement {
  const node = make("div", { class: "attachment" });
  const color = words(attachment["color"]);
  if (/^#?[0-9a-f]{6}$/i.test(color))
    node.style.setProperty("--bar", color.startsWith("#") ? color : `#${color}`);
  const text = words(attachment["text"]) || words(attachment["fallback"]);
  if (Array.isArray(attachment["blocks"]))
    node.append(...blocks(jsons(attachment["blocks"]), surface));
  else node.append(make("div", {}, ...mrkdwn(text, surface.reader)));
  return node;
}

export const failure = ({ id, text }: NoticeView): HTMLElement =>
  make("p", { class: "failure", role: "alert", "data-note": `notice-${id}` }, text);

function threadFoot(view: MessageView, { openThread }: MessageParts): HTMLElement | undefined {
  if (!openThread || view.isEphemeral) return undefined;
  // What only you see is no reply: the others, who read the same line, have none of it.
  const replies = view.replies.filter((reply) => !reply.isEphemeral);
  const count = replies.length;
  const last = replies.at(-1);
  const text = count === 0 ? "Reply in thread" : count === 1 ? "1 reply" : `${count} replies`;
  const node = make(
    "button",
    { type: "button", class: "thread-link", "data-thread": view.id },
    text,
  );
  if (last) node.append(make("span", { class: "quiet" }, ` Last at ${clockTime(last.atMs)}`));
  else node.classList.add("thread-start");
  node.addEventListener("click", () => openThread(view));
  return node;
}

const letters = new Intl.Segmenter();
const firstLetter = (word: string): string => [...letters.segment(word)][0]?.segment ?? "";

/** The same person has the same colour everywhere. */
export function avatar(name: string, isApp: boolean): HTMLElement {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => firstLetter(word))
    .join("");
  const hue = Array.from(name).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360,
    7,
  );
  const node = make("div", {
    class: isApp ? "avatar avatar-app" : "avatar",
    "aria-hidden": "true",
  });
  node.textContent = initials.toUpperCase();
  node.style.setProperty("--hue", String(hue));
  return node;
}
