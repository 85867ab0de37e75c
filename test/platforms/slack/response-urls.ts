import { randomBytes } from "node:crypto";
import { problemsOfBlocks } from "./block-kit/message.ts";
import type { Clock } from "./clock.ts";
import { isObject, objectsIn, textOf, type JsonObject } from "./json.ts";
import type { StoredMessage } from "./messages.ts";
import { type Board, edit, post, remove } from "./posting.ts";

/** What a response_url needs besides the board it writes on. */
interface Desk extends Board {
  readonly clock: Clock;
  /** "http://127.0.0.1:PORT" */
  origin(): string;
}

/** docs.slack.dev/interactivity/handling-user-interaction: five uses within thirty minutes. */
const USES = 5;
const LIFETIME_MS = 30 * 60_000;

export interface Origin {
  kind: "actions" | "commands";
  user: string;
  channel: string;
  /** The pressed message, for replace_original and delete_original. */
  message?: StoredMessage;
}

interface Issued extends Origin {
  issuedAtMs: number;
  used: number;
}

export interface PlainAnswer {
  status: number;
  body: string;
  contentType: "text/plain" | "application/json";
}

const text = (status: number, body: string): PlainAnswer => ({
  status,
  body,
  contentType: "text/plain",
});
const gone = (error: string): PlainAnswer => ({
  status: 404,
  body: JSON.stringify({ ok: false, error }),
  contentType: "application/json",
});

export class ResponseUrls {
  readonly #issued = new Map<string, Issued>();

  issue(desk: Desk, origin: Origin): string {
    const path = `/${origin.kind}/${desk.workspace.team.id}/${Date.now()}/${randomBytes(12).toString("hex")}`;
    this.#issued.set(path, { ...origin, issuedAtMs: desk.clock.now(), used: 0 });
    return desk.origin() + path;
  }

  isOne(path: string): boolean {
    return path.startsWith("/actions/") || path.startsWith("/commands/");
  }

  /** Errors come as bare words, without detail. java-slack-sdk#1017 */
  use(desk: Desk, path: string, body: unknown): PlainAnswer {
    const issued = this.#issued.get(path);
    if (!issued) return gone("invalid_url");
    if (desk.clock.now() - issued.issuedAtMs > LIFETIME_MS) return gone("expired_url");
    if (issued.used >= USES) return gone("used_url");
    if (!isObject(body)) return text(400, "invalid_payload");
    const refused = refusalOf(body);
    if (refused) return text(400, refused);
    issued.used += 1;
    return answer(desk, issued, body);
  }
}

/** What is wrong with a message that is answered with: the same rules, fewer words, no total length. */
export function refusalOf(body: JsonObject): string | undefined {
  if (body["delete_original"] === true) return undefined;
  const blocks = body["blocks"];
  const isEmpty =
    textOf(body["text"]) === "" &&
    objectsIn(blocks).length === 0 &&
    objectsIn(body["attachments"]).length === 0;
  if (isEmpty) return "no_text";
  if (blocks !== undefined && problemsOfBlocks(blocks, body["attachments"]).length > 0)
    return "invalid_blocks";
  return undefined;
}

function answer(desk: Desk, origin: Issued, body: JsonObject): PlainAnswer {
  const { message } = origin;
  if (message && body["delete_original"] === true) {
    remove(desk, message);
    return text(200, "ok");
  }
  // A command has no original message, so nothing can be replaced. bolt-js#2287
  if (message && body["replace_original"] === true) {
    edit(desk, message, { by: desk.workspace.bot.userId, ...contentOf(body) });
    return text(200, "ok");
  }
  respond(desk, origin, body);
  return text(200, "ok");
}

/** A new message in the conversation: for everybody when `in_channel`, else for the person alone. */
export function respond(desk: Desk, origin: Origin, body: JsonObject): StoredMessage | undefined {
  const channel = desk.workspace.channels.get(origin.channel);
  if (!channel) return undefined;
  const threadTs = textOf(body["thread_ts"]);
  return post(desk, {
    channel,
    user: desk.workspace.bot.userId,
    text: "",
    ...contentOf(body),
    ...(threadTs ? { threadTs } : {}),
    ...(body["response_type"] === "in_channel" ? {} : { onlyFor: origin.user }),
  });
}

const contentOf = (body: JsonObject) => ({
  ...(typeof body["text"] === "string" ? { text: body["text"] } : {}),
  ...(body["blocks"] === undefined ? {} : { blocks: objectsIn(body["blocks"]) }),
  ...(body["attachments"] === undefined ? {} : { attachments: objectsIn(body["attachments"]) }),
});
