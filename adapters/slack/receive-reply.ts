import { LAYOUT } from "../../src/core/interrupt.ts";
import type { Press } from "../../src/core/press.ts";
import type { Reference } from "../../src/core/reference.ts";
import { at, textAt } from "./json.ts";
import { formatReply } from "./reply.ts";
import { threadId } from "./threads.ts";
import { typedText } from "./typed-text.ts";

/** What a person wrote in a thread below a message of the bot's. */
export interface TypedReply {
  readonly team: string;
  readonly user: string;
  readonly channel: string;
  /** ts of the message that the thread hangs on. */
  readonly thread: string;
  readonly ts: string;
  readonly text: string;
}

/** A reply, one that is shown in the channel as well, one with a file; all others are no answers. */
const SUBTYPES: ReadonlySet<string | undefined> = new Set([
  undefined,
  "thread_broadcast",
  "file_share",
]);

/**
 * Reads an event of type `message`; undefined for whatever cannot be somebody's answer: what is not in a
 * thread of ours, what bots and we ourselves write, edits and deletions, and what people of another
 * workspace (Slack Connect) write, who are told apart by any team that the event names for them.
 */
export function receiveReply(body: unknown, botUser: string | undefined): TypedReply | undefined {
  const event = at(body, "event");
  const user = idOf(event, "user");
  const channel = idOf(event, "channel");
  const [ts, thread] = [tsOf(event, "ts"), tsOf(event, "thread_ts")];
  const team = idOf(body, "authorizations", 0, "team_id") ?? idOf(body, "team_id");
  if (user === undefined || channel === undefined || team === undefined) return undefined;
  if (ts === undefined || thread === undefined || ts === thread) return undefined;
  const byPerson = at(event, "bot_id") === undefined && user !== botUser;
  if (!byPerson || !SUBTYPES.has(textAt(event, "subtype")) || at(event, "hidden") === true) {
    return undefined;
  }
  const parent = textAt(event, "parent_user_id") ?? textAt(event, "root", "user");
  if (parent !== undefined && botUser !== undefined && parent !== botUser) return undefined;
  if (isStranger(event, team)) return undefined;
  const text = typedText(textAt(event, "text") ?? "", botUser);
  return { team, user, channel, thread, ts, text };
}

/** Whether the thread certainly hangs on a message of ours. */
export function isBelowOurs(body: unknown, botUser: string | undefined): boolean {
  const parent = textAt(body, "event", "parent_user_id") ?? textAt(body, "event", "root", "user");
  return parent !== undefined && parent === botUser;
}

function isStranger(event: unknown, team: string): boolean {
  return ["team", "user_team", "source_team"].some((name) => {
    const named = textAt(event, name);
    return named !== undefined && named !== team;
  });
}

/** The same message is the same press, however often and by whatever connection it comes. */
export function typedPress(reply: TypedReply, reference: Reference): Press {
  const { team, user, channel, ts, text } = reply;
  return {
    layout: LAYOUT,
    id: ["slack", team, channel, ts].join("/"),
    platform: "slack",
    account: `slack:${team}/${user}`,
    workspace: team,
    reference,
    response: { answer: text },
    reply: formatReply(reply),
  };
}

export const threadIdOf = ({ channel, thread }: TypedReply): string => threadId(channel, thread);

function idOf(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const id = textAt(value, ...path);
  return id !== undefined && /^[A-Za-z0-9]{1,40}$/.test(id) ? id : undefined;
}

function tsOf(event: unknown, name: string): string | undefined {
  const ts = textAt(event, name);
  return ts !== undefined && /^\d{1,12}\.\d{6}$/.test(ts) ? ts : undefined;
}
