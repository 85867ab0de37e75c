import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import { serving } from "./serving.ts";

/** A Bolt app that does nothing with a press but acknowledge it: what Slack's own framework costs. */
const { port, signingSecret, botToken, apiUrl } = serving();
const receiver = new HTTPReceiver({ signingSecret, port, logLevel: LogLevel.ERROR });
const app = new App({
  token: botToken,
  receiver,
  logLevel: LogLevel.ERROR,
  clientOptions: { slackApiUrl: apiUrl },
  deferInitialization: true,
});
app.action({ type: "block_actions" }, ({ ack }) => ack());
await app.init();
await app.start({ port, host: "127.0.0.1" });
process.send?.("ready");
