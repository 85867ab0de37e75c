import { createHash } from "node:crypto";
import { type Account, slackAccount } from "../../src/core/account.ts";
import { LAYOUT } from "../../src/core/interrupt.ts";
import type { Press } from "../../src/core/press.ts";
import { parseReference, type Reference } from "../../src/core/reference.ts";
import { actionOf } from "../../src/presentation/button-ids.ts";
import {
  type CardAction,
  FORM_OF,
  OPENING,
  PRESSED,
  PRESSED_VALUES,
} from "../../src/presentation/buttons.ts";
import type { FormPurpose } from "../../src/presentation/form.ts";
import {
  type ListName,
  type ListPage,
  LISTS,
  OPEN_CARD_ID,
  parseListPage,
  SHOW_MORE_ID,
} from "../../src/presentation/listing.ts";
import type { MembershipChange, Submission } from "../../src/presentation/platform.ts";
import { installedTeam } from "./installed-team.ts";
import { at, textAt } from "./json.ts";
import { purposeOf } from "./render-form.ts";
import { PAGE_BACK, PAGE_ON, SEND_FILES } from "./render-views.ts";
import { formatReply, parseFormPlace } from "./reply.ts";
import { typedIn } from "./typed-in.ts";

/** Somebody on Slack, and the workspace in which they are. */
export interface Somebody {
  readonly account: Account;
  readonly workspace: string;
}

export interface Opening extends Somebody {
  readonly kind: "open";
  readonly purpose: FormPurpose["type"] | "show-all";
  readonly reference: Reference;
  /** Good for one view within 3 s. */
  readonly trigger?: string | undefined;
  /** Where the button stands in a view, the form takes that view's place. */
  readonly view?: { readonly id: string; readonly hash?: string | undefined } | undefined;
  readonly reply: string;
  readonly place: Place;
}

/** The card that something is about, and where it is. */
interface Place {
  readonly message?: string | undefined;
  readonly channel?: string | undefined;
  readonly thread?: string | undefined;
}

/** A form of ours that was sent. */
export interface SentForm {
  readonly press: Submission["press"];
  readonly purpose: FormPurpose["type"];
  /** `view.state.values`. */
  readonly state: unknown;
  /** The blocks beside which something can be said, in their order. */
  readonly inputs: readonly string[];
  /** Its title, for what may take its place. */
  readonly title: string;
  readonly metadata: string;
  /** The texts that were written or changed in it. */
  readonly typed: readonly string[];
}

/** A button in the pages of everything that a request holds. */
interface InPages extends Somebody {
  readonly reference: Reference;
  /** From 0. */
  readonly page: number;
  readonly view: string;
  readonly hash?: string | undefined;
}

export interface PageTurn extends InPages {
  readonly kind: "page";
}

/** All of it is wanted as files; `page` is the one that is up. */
export interface FilesWanted extends InPages {
  readonly kind: "files";
  /** `U…`, to whom they go. */
  readonly user: string;
}

/** A line of a list that is to be opened as a card. */
export interface CardOpening extends Somebody {
  readonly kind: "card";
  readonly reference: Reference;
  readonly trigger?: string | undefined;
  readonly reply: string;
}

/** Another page of a list is wanted, where the first one is. */
export interface MoreWanted extends Somebody {
  readonly kind: "list";
  readonly wanted: ListPage;
  readonly onHome: boolean;
  readonly reply: string;
}

/** What a pressed button means. */
export type Pressed =
  | { readonly kind: "press"; readonly press: Press }
  | Opening
  | PageTurn
  | FilesWanted
  | CardOpening
  | MoreWanted
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
  if (id === SEND_FILES) return filesWanted(body, who, value) ?? unknown;
  if (id.startsWith(SHOW_MORE_ID)) return moreWanted(body, who, value) ?? unknown;
  const reference = parseReference(value);
  if (reference !== undefined && id.startsWith(OPEN_CARD_ID)) {
    return { kind: "card", reference, trigger: textAt(body, "trigger_id"), reply, ...who };
  }
  const action = actionOf(id);
  if (reference === undefined || action === undefined) return unknown;
  const pressed = PRESSED.find((each) => each === action);
  if (pressed !== undefined) {
    const place = { reference, message: cardOf(body), reply };
    const response = { resumeValue: PRESSED_VALUES[pressed] };
    return { kind: "press", press: pressOf(who, pressId(body, id), response, place) };
  }
  const purpose = purposeOfAction(action);
  if (purpose === undefined) return unknown;
  const trigger = textAt(body, "trigger_id");
  const place = placeOf(body);
  return { kind: "open", purpose, reference, trigger, view: viewOf(body), reply, place, ...who };
}

function purposeOfAction(action: CardAction): Opening["purpose"] | undefined {
  if (action === "show-all") return action;
  const opening = OPENING.find((each) => each === action);
  return opening === undefined ? undefined : FORM_OF[opening];
}

/** Reads a `view_submission` payload of a form of ours; undefined for any other. */
export function receiveSubmission(body: unknown): SentForm | undefined {
  const who = somebody(body);
  const metadata = textAt(body, "view", "private_metadata") ?? "";
  const place = parseFormPlace(metadata);
  const reference = parseReference(place?.reference ?? "");
  const purpose = purposeOf(textAt(body, "view", "callback_id"));
  if (who === undefined || reference === undefined) return undefined;
  if (purpose === undefined || place?.purpose !== purpose) return undefined;
  const { layout, platform, id } = {
    layout: LAYOUT,
    platform: "slack",
    id: submissionId(body),
  } as const;
  const where = { reference, message: place.message, reply: replyOf(body) };
  return {
    press: { layout, id, platform, ...who, ...where },
    purpose,
    state: at(body, "view", "state", "values"),
    inputs: inputsOf(body),
    title: textAt(body, "view", "title", "text") ?? "",
    metadata,
    typed: typedIn(at(body, "view")),
  };
}

/** Slack takes what is wrong only beside input blocks of the view that was sent. */
function inputsOf(body: unknown): readonly string[] {
  const blocks = at(body, "view", "blocks");
  if (!Array.isArray(blocks)) return [];
  return blocks
    .filter((block) => textAt(block, "type") === "input")
    .flatMap((block) => textAt(block, "block_id") ?? []);
}

/**
 * Who typed a slash command, where, and which list that is; `list` is undefined for words that name none.
 * The payload names no home workspace, only the one it was typed in.
 */
export function receiveCommand(
  body: unknown,
): (Somebody & { readonly list: ListName | undefined }) | undefined {
  const who = member(body, idAt(body, "user_id"));
  if (who === undefined) return undefined;
  const typed = (textAt(body, "text") ?? "mine").trim().toLowerCase();
  return { ...who, list: LISTS.find((each) => each === typed) };
}

/** Who opened the app's Home tab; undefined for another tab. Such an event has neither channel nor message. */
export function receiveHome(body: unknown): Somebody | undefined {
  if (textAt(body, "event", "tab") !== "home") return undefined;
  return member(body, idAt(body, "event", "user"));
}

/** The user group whose members have changed, by either of the two events that say so. */
export function receiveGroupChange(body: unknown): MembershipChange | undefined {
  const id = idAt(body, "event", "subteam_id") ?? idAt(body, "event", "subteam", "id");
  const workspace =
    idAt(body, "event", "team_id") ??
    idAt(body, "event", "subteam", "team_id") ??
    idAt(body, "team_id");
  return id === undefined || workspace === undefined ? undefined : { workspace, of: "group", id };
}

function member(body: unknown, user: string | undefined): Somebody | undefined {
  const team = idAt(body, "team_id");
  if (team === undefined || user === undefined) return undefined;
  return { account: slackAccount(team, user), workspace: team };
}

/**
 * A person of another workspace (Slack Connect) is named by their own, so that nobody is taken for a
 * member. The workspace is the one that has the app: its token answers, and its tenants are asked.
 */
function somebody(body: unknown): Somebody | undefined {
  const user = idAt(body, "user", "id");
  const workspace = installedTeam(body);
  const home = idAt(body, "user", "team_id") ?? idAt(body, "team", "id");
  if (user === undefined || home === undefined || workspace === undefined) return undefined;
  return { account: slackAccount(home, user), workspace };
}

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
 * A form sent again after an error is a new press, even with the same content: each sending has a trigger of
 * its own, which a redelivery repeats. Neither the trigger nor the content is kept in the id.
 */
function submissionId(body: unknown): string {
  const filled = at(body, "view", "state", "values") ?? null;
  const sending = [textAt(body, "view", "hash"), textAt(body, "trigger_id"), filled];
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
  const { channel, thread } = placeOf(body);
  return formatReply({
    responseUrl: textAt(body, "response_url"),
    team: installedTeam(body),
    channel,
    user: textAt(body, "user", "id"),
    thread,
  });
}

/** A view is nowhere; what it carries says where the button stood that opened it. */
function placeOf(body: unknown): Place {
  const carried = parseFormPlace(textAt(body, "view", "private_metadata") ?? "");
  if (carried !== undefined) return carried;
  return { message: cardOf(body), channel: channelOf(body), thread: threadOf(body) };
}

const channelOf = (body: unknown): string | undefined =>
  textAt(body, "container", "channel_id") ?? textAt(body, "channel", "id");

const messageOf = (body: unknown): string | undefined =>
  textAt(body, "container", "message_ts") ?? textAt(body, "message", "ts");

/** A private note that offers a form is a message, too, but no card. */
const cardOf = (body: unknown): string | undefined =>
  at(body, "container", "is_ephemeral") === true ? undefined : messageOf(body);

/** A message with a thread below it carries its own ts, and stands in none. */
function threadOf(body: unknown): string | undefined {
  const thread = textAt(body, "container", "thread_ts") ?? textAt(body, "message", "thread_ts");
  return thread === messageOf(body) ? undefined : thread;
}

function pageTurn(body: unknown, who: Somebody, value: string): PageTurn | undefined {
  const pressed = inPages(body, who, value);
  return pressed === undefined ? undefined : { kind: "page", ...pressed };
}

function filesWanted(body: unknown, who: Somebody, value: string): FilesWanted | undefined {
  const pressed = inPages(body, who, value);
  const user = textAt(body, "user", "id");
  if (pressed === undefined || user === undefined) return undefined;
  return { kind: "files", user, ...pressed };
}

function inPages(body: unknown, who: Somebody, value: string): InPages | undefined {
  const [, page, text] = /^(\d{1,5}) (\S+)$/.exec(value) ?? [];
  const reference = text === undefined ? undefined : parseReference(text);
  const view = viewOf(body);
  if (reference === undefined || view === undefined) return undefined;
  return { reference, page: Number(page), view: view.id, hash: view.hash, ...who };
}

function moreWanted(body: unknown, who: Somebody, value: string): MoreWanted | undefined {
  const wanted = parseListPage(value);
  if (wanted === undefined) return undefined;
  const onHome = textAt(body, "view", "type") === "home";
  return { kind: "list", wanted, onHome, reply: replyOf(body), ...who };
}

/** The dialog in which something was pressed; the Home tab is a view, too, and holds no dialog. */
function viewOf(body: unknown): Opening["view"] {
  if (textAt(body, "view", "type") === "home") return undefined;
  const id = textAt(body, "container", "view_id") ?? textAt(body, "view", "id");
  if (id === undefined || at(body, "view") === undefined) return undefined;
  return { id, hash: textAt(body, "view", "hash") };
}
