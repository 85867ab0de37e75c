import { createHash } from "node:crypto";
import { LAYOUT } from "../../src/core/interrupt.ts";
import type { Account, Press } from "../../src/core/press.ts";
import { parseReference, type Reference } from "../../src/core/reference.ts";
import { actionOf } from "../../src/presentation/button-ids.ts";
import { PRESSED, PRESSED_VALUES } from "../../src/presentation/buttons.ts";
import { at, textAt } from "./json.ts";
import { formatReply, parseFormPlace } from "./reply.ts";
import { ANSWER_FIELD, ANSWER_FORM, PAGE_BACK, PAGE_ON } from "./render-views.ts";

/** Somebody on Slack, and the workspace in which they are. */
export interface Somebody {
  readonly account: Account;
  readonly workspace: string;
}

export interface Opening extends Somebody {
  readonly kind: "open";
  readonly purpose: "answer" | "show-all";
  readonly reference: Reference;
  /** Good for one view within 3 s. */
  readonly trigger?: string | undefined;
  readonly reply: string;
  readonly message?: string | undefined;
  readonly channel?: string | undefined;
  readonly thread?: string | undefined;
}

export interface PageTurn extends Somebody {
  readonly kind: "page";
  readonly reference: Reference;
  /** From 0. */
  readonly page: number;
  readonly view: string;
  readonly hash?: string | undefined;
}

/** What a pressed button means. */
export type Pressed =
  | { readonly kind: "press"; readonly press: Press }
  | Opening
  | PageTurn
  /** Not ours, or of an older or newer version. */
  | { readonly kind: "unknown"; readonly reply: string };

/** Reads a `block_actions` payload. Everything in it may be missing. */
export function receiveAction(body: unknown): Pressed {
  const reply = replyOf(body);
  const unknown: Pressed = { kind: "unknown", reply };
  const who = somebody(body);
  const id = textAt(body, "actions", 0, "action_id");
  const value = textAt(body, "actions", 0, "value");
  if (who === undefined || id === undefined || value === undefined) return unknown;
  if (id === PAGE_BACK || id === PAGE_ON) return pageTurn(body, who, value) ?? unknown;
  const reference = parseReference(value);
  const action = actionOf(id);
  if (reference === undefined || action === undefined) return unknown;
  const pressed = PRESSED.find((each) => each === action);
  if (pressed !== undefined) {
    const place = { reference, message: messageOf(body), reply };
    const response = { resumeValue: PRESSED_VALUES[pressed] };
    return { kind: "press", press: pressOf(who, pressId(body, id), response, place) };
  }
  if (action !== "answer" && action !== "show-all") return unknown;
  const trigger = textAt(body, "trigger_id");
  const place = { message: messageOf(body), channel: channelOf(body), thread: threadOf(body) };
  return { kind: "open", purpose: action, reference, trigger, reply, ...place, ...who };
}

/** Reads a `view_submission` payload of our form; undefined for any other. */
export function receiveSubmission(body: unknown): Press | undefined {
  const who = somebody(body);
  const place = parseFormPlace(textAt(body, "view", "private_metadata") ?? "");
  const reference = place === undefined ? undefined : parseReference(place.reference);
  if (textAt(body, "view", "callback_id") !== ANSWER_FORM) return undefined;
  if (who === undefined || reference === undefined) return undefined;
  const typed = ["view", "state", "values", ANSWER_FIELD, ANSWER_FIELD, "value"];
  const answer = textAt(body, ...typed) ?? "";
  const reply = formatReply({
    channel: place?.channel,
    user: textAt(body, "user", "id"),
    thread: place?.thread,
  });
  const id = submissionId(body, answer);
  const where = { reference, message: place?.message, reply };
  return pressOf(who, id, { answer }, where);
}

/** Who typed a slash command, and where. Its payload names no home workspace, only the one it was typed in. */
export function receiveCommand(body: unknown): Somebody | undefined {
  const team = idAt(body, "team_id");
  const user = idAt(body, "user_id");
  if (team === undefined || user === undefined) return undefined;
  return { account: accountOf(team, user), workspace: team };
}

/**
 * A person of another workspace (Slack Connect) is named by their own, so that nobody is taken for a
 * member. In an app that is installed in a whole organisation `team` is null.
 */
function somebody(body: unknown): Somebody | undefined {
  const user = idAt(body, "user", "id");
  const team = idAt(body, "team", "id");
  const home = idAt(body, "user", "team_id") ?? team;
  if (user === undefined || home === undefined) return undefined;
  return { account: accountOf(home, user), workspace: team ?? home };
}

const accountOf = (team: string, user: string): Account => `slack:${team}/${user}`;

/** An id that could not be mistaken for two of them. */
function idAt(value: unknown, ...path: readonly string[]): string | undefined {
  const id = textAt(value, ...path);
  return id !== undefined && /^[A-Za-z0-9]{1,40}$/.test(id) ? id : undefined;
}

function pressOf(
  who: Somebody,
  id: string,
  response: Press["response"],
  where: Pick<Press, "reference" | "message" | "reply">,
): Press {
  return { layout: LAYOUT, id, platform: "slack", ...who, ...where, response };
}

/** Slack's action time tells two presses of one person on one button apart; a redelivery repeats it. */
function pressId(body: unknown, action: string): string {
  const when = textAt(body, "actions", 0, "action_ts") ?? digestOf(textAt(body, "trigger_id"));
  return joined(body, channelOf(body), messageOf(body), action, when);
}

/**
 * A form sent again after an error is a new press, even with the same text: each sending has a trigger of its
 * own, which a redelivery repeats. The trigger itself stays out of the id, since ids are kept.
 */
function submissionId(body: unknown, answer: string): string {
  const sending = [textAt(body, "view", "hash"), textAt(body, "trigger_id"), answer];
  return joined(body, textAt(body, "view", "id"), digestOf(JSON.stringify(sending)));
}

function joined(body: unknown, ...parts: readonly (string | undefined)[]): string {
  const team = textAt(body, "team", "id") ?? textAt(body, "user", "team_id");
  return ["slack", team, textAt(body, "user", "id"), ...parts].map((part) => part ?? "-").join("/");
}

function digestOf(text = ""): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function replyOf(body: unknown): string {
  return formatReply({
    responseUrl: textAt(body, "response_url"),
    channel: channelOf(body),
    user: textAt(body, "user", "id"),
    thread: threadOf(body),
  });
}

const channelOf = (body: unknown): string | undefined =>
  textAt(body, "container", "channel_id") ?? textAt(body, "channel", "id");

const messageOf = (body: unknown): string | undefined =>
  textAt(body, "container", "message_ts") ?? textAt(body, "message", "ts");

const threadOf = (body: unknown): string | undefined =>
  textAt(body, "container", "thread_ts") ?? textAt(body, "message", "thread_ts");

function pageTurn(body: unknown, who: Somebody, value: string): PageTurn | undefined {
  const [, page, text] = /^(\d{1,5}) (\S+)$/.exec(value) ?? [];
  const reference = text === undefined ? undefined : parseReference(text);
  const view = textAt(body, "container", "view_id") ?? textAt(body, "view", "id");
  if (reference === undefined || view === undefined || at(body, "view") === undefined)
    return undefined;
  const hash = textAt(body, "view", "hash");
  return { kind: "page", reference, page: Number(page), view, hash, ...who };
}
