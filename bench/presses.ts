import { renderCard } from "../adapters/slack/render.ts";
import type { Interrupt } from "../src/core/interrupt.ts";
import { formatReference, referenceTo } from "../src/core/reference.ts";
import { buttonId } from "../src/presentation/button-ids.ts";
import { present } from "../src/presentation/card.ts";
import { ADA, SLACK_CHANNEL, WORKSPACE } from "../test/demo/world.ts";
import { signatureOf } from "../test/platforms/slack/http-delivery.ts";
import type { Request } from "./load.ts";

/** Where and how presses are delivered. */
export interface Delivery {
  readonly port: number;
  readonly signingSecret: string;
  /** Where this press's card may be edited. */
  readonly responseUrl: string;
}

/** Ada presses Accept on the card of an interrupt: the whole request as Slack sends it, signed now. */
export function pressRequest(interrupt: Interrupt, ts: string, delivery: Delivery): Request {
  const payload = JSON.stringify(blockActions(interrupt, ts, delivery.responseUrl));
  const body = `payload=${encodeURIComponent(payload).replaceAll("%20", "+")}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const head = [
    "POST /slack/events HTTP/1.1",
    `host: 127.0.0.1:${delivery.port}`,
    "user-agent: Slackbot 1.0 (+https://api.slack.com/robots)",
    "accept: application/json,*/*",
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-slack-request-timestamp: ${timestamp}`,
    `x-slack-signature: ${signatureOf(delivery.signingSecret, timestamp, body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** `block_actions` with the message it was pressed on, as Slack sends it for a button of a channel's card. */
function blockActions(interrupt: Interrupt, ts: string, responseUrl: string) {
  const { text, blocks } = renderCard(present(interrupt, () => undefined));
  return {
    type: "block_actions",
    user: { id: ADA.slack, username: "ada", name: "ada", team_id: WORKSPACE },
    api_app_id: "A0BENCH",
    token: "gIkuvaNzQIHg97ATvDxqgjtO",
    container: {
      type: "message",
      message_ts: ts,
      channel_id: SLACK_CHANNEL,
      is_ephemeral: false,
    },
    trigger_id: `13345224609.738474920.${ts.replace(".", "")}`,
    team: { id: WORKSPACE, domain: "acme" },
    enterprise: null,
    is_enterprise_install: false,
    channel: { id: SLACK_CHANNEL, name: "finance" },
    message: {
      bot_id: "B0BENCH",
      type: "message",
      text,
      user: "U0BENCH",
      ts,
      team: WORKSPACE,
      blocks,
    },
    state: { values: {} },
    response_url: responseUrl,
    actions: [
      {
        action_id: buttonId("accept"),
        block_id: "Xk3bP",
        text: { type: "plain_text", text: "Accept", emoji: false },
        value: formatReference(referenceTo(interrupt)),
        style: "primary",
        type: "button",
        action_ts: ts,
      },
    ],
  };
}
