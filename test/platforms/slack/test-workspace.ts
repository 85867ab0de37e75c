import { onTestFinished } from "vitest";
import type { JsonObject } from "./json.ts";
import { rawCall, type RawAnswer } from "./raw-call.ts";
import { startLocalSlack, type LocalSlack, type LocalSlackOptions } from "./server.ts";

/** The bot is in here, and so are Ada and Grace. */
export const PLACE = "C0APPROVALS";
/** Public, without the bot. */
export const ELSEWHERE = "C0ELSEWHERE";
/** Private, without the bot. */
export const SECRET = "C0SECRET";
/** With the bot, but archived. */
export const ATTIC = "C0ATTIC";

const WORKSPACE = {
  people: [
    { id: "U0ADA", name: "Ada", tz: "Europe/London" },
    { id: "U0GRACE", name: "Grace" },
    { id: "U0EVE", name: "Eve" },
  ],
  channels: [
    { id: PLACE, name: "approvals", members: ["U0ADA", "U0GRACE"] },
    { id: ELSEWHERE, name: "elsewhere", members: ["U0EVE"], botIsMember: false },
    { id: SECRET, name: "secret", members: ["U0EVE"], isPrivate: true, botIsMember: false },
    { id: ATTIC, name: "attic", members: ["U0ADA"], isArchived: true },
  ],
};

/** A local Slack that ends with its test. Without rate limits, unless the test is about them. */
export async function localSlack(options: Partial<LocalSlackOptions> = {}): Promise<LocalSlack> {
  const slack = await startLocalSlack({ ...WORKSPACE, rateLimits: "off", ...options });
  onTestFinished(() => slack.close());
  return slack;
}

export const plain = (text: string) => ({ type: "plain_text", text });
export const markup = (text: string) => ({ type: "mrkdwn", text });
export const section = (text: string) => ({ type: "section", text: plain(text) });
export const button = (actionId: string, more: JsonObject = {}) => ({
  type: "button",
  action_id: actionId,
  text: plain("Accept"),
  ...more,
});
export const actions = (...elements: JsonObject[]) => ({ type: "actions", elements });
export const input = (element: JsonObject, more: JsonObject = {}) => ({
  type: "input",
  block_id: "why",
  label: plain("Reason"),
  element: { action_id: "text", ...element },
  ...more,
});
export const modal = (blocks: readonly JsonObject[], more: JsonObject = {}) => ({
  type: "modal",
  callback_id: "reason",
  title: plain("Send back"),
  submit: plain("Send back"),
  blocks,
  ...more,
});
export const reasonDialog = (more: JsonObject = {}) =>
  modal([input({ type: "plain_text_input", min_length: 3 })], more);

export const post = (slack: LocalSlack, args: JsonObject): Promise<RawAnswer> =>
  rawCall(slack, "chat.postMessage", { channel: PLACE, text: "Settle invoice INV-42", ...args });

/** A message with one button, by its ts. */
export async function postedCard(slack: LocalSlack, more: JsonObject = {}): Promise<string> {
  const { body } = await post(slack, { blocks: [actions(button("accept"))], ...more });
  if (typeof body["ts"] !== "string") throw new Error(JSON.stringify(body));
  return body["ts"];
}

/** A trigger as an app gets it, from a press that nobody hears. */
export async function newTrigger(slack: LocalSlack, user = "U0ADA"): Promise<string> {
  const known = slack.stored
    .inChannel(PLACE)
    .find(({ blocks }) => blocks[0]?.["type"] === "actions");
  const message = known?.ts ?? (await postedCard(slack));
  await slack.people(user).press({ place: PLACE, message, action: "accept" });
  return String(
    slack.deliveries.findLast(({ type }) => type === "block_actions")?.payload["trigger_id"],
  );
}

/** Opens a dialog for Ada; the answer of views.open. */
export async function opened(slack: LocalSlack, view: JsonObject): Promise<RawAnswer> {
  return rawCall(slack, "views.open", { trigger_id: await newTrigger(slack), view });
}

export function openModalOf(slack: LocalSlack, user = "U0ADA") {
  const open = slack.people(user).view().modal;
  if (!open) throw new Error(`${user} has no dialog open.`);
  return open;
}
