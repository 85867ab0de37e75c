import type { App, BlockAction } from "@slack/bolt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBolt } from "./bolt-app.ts";
import { rawCall } from "./raw-call.ts";
import { startLocalSlack, type LocalSlack } from "./server.ts";

const PLACE = "CAPPROVALS";
const section = (text: string) => ({
  type: "section",
  text: { type: "plain_text" as const, text },
});
const card = [
  section("Settle invoice INV-42"),
  {
    type: "actions",
    elements: [
      {
        type: "button",
        action_id: "accept",
        text: { type: "plain_text" as const, text: "Accept" },
        value: "r1",
      },
    ],
  },
];
export const reasonDialog = {
  type: "modal" as const,
  callback_id: "reason",
  notify_on_close: true,
  title: { type: "plain_text" as const, text: "Send back" },
  submit: { type: "plain_text" as const, text: "Send back" },
  blocks: [
    {
      type: "input",
      block_id: "why",
      label: { type: "plain_text" as const, text: "Reason" },
      element: { type: "plain_text_input", action_id: "text", min_length: 3 },
    },
  ],
};

let slack: LocalSlack;
let app: App;

beforeEach(async () => {
  slack = await startLocalSlack({
    people: [
      { id: "UADA", name: "Ada" },
      { id: "UGRACE", name: "Grace" },
    ],
    channels: [{ id: PLACE, name: "approvals", members: ["UADA", "UGRACE"] }],
  });
  app = await startBolt(slack);
});

afterEach(async () => {
  await app.stop();
  await slack.close();
});

async function postCard(): Promise<string> {
  const text = "Settle invoice INV-42";
  const { body } = await rawCall(slack, "chat.postMessage", { channel: PLACE, text, blocks: card });
  return String(body["ts"]);
}

const ada = () => slack.people("UADA");
const pressAccept = (message: string) => ada().press({ place: PLACE, message, action: "accept" });

describe("a real Bolt app in Socket Mode", () => {
  it("hears a press and changes the card", async () => {
    app.action<BlockAction>("accept", async ({ ack, body, client }) => {
      await ack();
      const { channel, message } = body;
      if (!channel || !message) throw new Error("The press came without its message.");
      const blocks = [section("Accepted by Ada")];
      await client.chat.update({
        channel: channel.id,
        ts: message["ts"],
        text: "Accepted",
        blocks,
      });
    });
    const ts = await postCard();

    expect(await pressAccept(ts)).toEqual({ ok: true });
    const changed = await slack.until(() =>
      slack.stored.inChannel(PLACE).find((message) => message.text === "Accepted"),
    );
    expect(changed.ts).toBe(ts);
    expect(changed.blocks).toMatchObject([{ text: { text: "Accepted by Ada" } }]);
  });
});
