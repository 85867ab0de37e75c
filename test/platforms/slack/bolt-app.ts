import {
  App,
  HTTPReceiver,
  LogLevel,
  SocketModeReceiver,
  type Logger,
  type Receiver,
} from "@slack/bolt";
import type { LocalSlack } from "./server.ts";

/** Bolt reports the faults that tests make; nobody needs to read them. */
const quiet: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

/** The unmodified Bolt, pointed at a local Slack. */
export async function startBolt(slack: LocalSlack): Promise<App> {
  const receiver = new SocketModeReceiver({
    appToken: slack.appToken,
    // A receiver that is handed in takes its address from here only: without it, it calls slack.com.
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } },
    logger: quiet,
    // Also how long it waits before it comes back.
    clientPingTimeout: 100,
  });
  const app = newApp(slack, receiver);
  await app.init();
  await app.start();
  return app;
}

/** The same over HTTP; the port has to be known before the local Slack starts. */
export async function startHttpBolt(
  slack: LocalSlack,
  port: number,
  signingSecret = slack.signingSecret,
): Promise<App> {
  const receiver = new HTTPReceiver({ signingSecret, port, logger: quiet });
  const app = newApp(slack, receiver);
  await app.init();
  await app.start(port);
  return app;
}

const newApp = (slack: LocalSlack, receiver: Receiver): App =>
  new App({
    token: slack.botToken,
    receiver,
    clientOptions: { slackApiUrl: slack.apiUrl },
    logger: quiet,
    deferInitialization: true,
  });
