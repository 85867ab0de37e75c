import { slackAccount } from "../../src/core/account.ts";
import { LAYOUT } from "../../src/core/interrupt.ts";
import type { Press } from "../../src/core/press.ts";
import type { Reference } from "../../src/core/reference.ts";
import { at, textAt } from "./json.ts";
import { formatReply } from "./reply.ts";
import { installedTeam } from "./installed-team.ts";
import { oldThreadId, threadId } from "./threads.ts";
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

/** Our bot users: whose thread it is, and that we do not hear ourselves. */
export interface OurBots {
  /** Of a workspace; undefined where we are not, or do not know it. */
  readonly botUserOf: (team: string) => string | undefined;
  readonly teamOfBotUser: (user: string) => string | undefined;
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
export function receiveReply(body: unknown, bots: OurBots): TypedReply | undefined {
  const event = at(body, "event");
  const user = idOf(event, "user");
  const channel = idOf(event, "channel");
  const [ts, thread] = [tsOf(event, "ts"), tsOf(event, "thread_ts")];
  const team = teamOf(body, bots);
  if (user === undefined || channel === undefined || team === undefined) return undefined;
  if (ts === undefined || thread === undefined || ts === thread) return undefined;
  const botUser = bots.botUserOf(team);
  const byPerson = at(event, "bot_id") === undefined && user !== botUser;
  if (!byPerson || !SUBTYPES.has(textAt(event, "subtype")) || at(event, "hidden") === true) {
    return undefined;
  }
  const parent = parentOf(body);
  if (parent !== undefined && botUser !== undefined && parent !== botUser) return undefined;
  if (isStranger(event, team)) return undefined;
  const text = typedText(textAt(event, "text") ?? "", botUser);
  return { team, user, channel, thread, ts, text };
}

/** Whether the thread certainly hangs on a message of ours. */
export function isBelowOurs(body: unknown, { botUserOf }: OurBots, { team }: TypedReply): boolean {
  const parent = parentOf(body);
  return parent !== undefined && parent === botUserOf(team);
}

/** Who wrote the message that the thread hangs on. */
function parentOf(body: unknown): string | undefined {
  return textAt(body, "event", "parent_user_id") ?? textAt(body, "event", "root", "user");
}

/**
 * The workspace of ours in whose thread it was written. What happens in a channel that workspaces share comes
 * once, for whichever of them Slack picked: whose message the thread hangs on says which of them is asked. Then
 * the event has to say that whoever wrote it is at home there.
 */
function teamOf(body: unknown, { botUserOf, teamOfBotUser }: OurBots): string | undefined {
  const picked = installedTeam(body);
  const parent = parentOf(body);
  if (parent === undefined || (picked !== undefined && botUserOf(picked) === parent)) return picked;
  const asking = teamOfBotUser(parent);
  const home = textAt(body, "event", "user_team") ?? textAt(body, "event", "team");
  return asking !== undefined && home === asking ? asking : picked;
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
    account: slackAccount(team, user),
    workspace: team,
    reference,
    response: { answer: text },
    reply: formatReply(reply),
  };
}

export const threadIdOf = ({ team, channel, thread }: TypedReply): string =>
  threadId(team, channel, thread);

/** What an earlier version called it. */
export const oldThreadIdOf = ({ channel, thread }: TypedReply): string =>
  oldThreadId(channel, thread);

function idOf(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const id = textAt(value, ...path);
  return id !== undefined && /^[A-Za-z0-9]{1,40}$/.test(id) ? id : undefined;
}

function tsOf(event: unknown, name: string): string | undefined {
  const ts = textAt(event, name);
  return ts !== undefined && /^\d{1,12}\.\d{6}$/.test(ts) ? ts : undefined;
}
