import { App, HTTPReceiver, LogLevel, SocketModeReceiver, type AppOptions } from "@slack/bolt";
import type { LocalSlack } from "./server.ts";

/** The unmodified Bolt, pointed at a local Slack. */
export async function startBolt(slack: LocalSlack, options: AppOptions = {}): Promise<App> {
  // A receiver that is handed in takes its address from here only: without it, it calls slack.com.
  const installerOptions = { clientOptions: { slackApiUrl: slack.apiUrl } };
  const receiver = new SocketModeReceiver({
    appToken: slack.appToken,
    installerOptions,
    logLevel: LogLevel.ERROR,
    clientPingTimeout: 100,
  });
  const app = newApp(slack, { receiver, ...options });
  await app.init();
  await app.start();
  return app;
}

/** The same over HTTP; the port has to be known before the local Slack starts. */
export async function startHttpBolt(
  slack: LocalSlack,
  port: number,
  options: AppOptions = {},
): Promise<App> {
  const receiver = new HTTPReceiver({
    signingSecret: slack.signingSecret,
    port,
    logLevel: LogLevel.ERROR,
  });
  const app = newApp(slack, { receiver, ...options });
  await app.init();
  await app.start(port);
  return app;
}

const newApp = (slack: LocalSlack, options: AppOptions): App =>
  new App({
    token: slack.botToken,
    clientOptions: { slackApiUrl: slack.apiUrl },
    logLevel: LogLevel.ERROR,
    deferInitialization: true,
    ...options,
  });
