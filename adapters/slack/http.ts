import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { HTTPReceiver, type Logger } from "@slack/bolt";
import type { Log } from "../../src/core/log.ts";
import { brief } from "./faults.ts";

/** Where Slack sends everything: interactivity, commands and events. */
const SLACK_PATH = "/slack/events";

/** Seconds that a request's time may be ahead of ours. Bolt refuses the past itself, not the future. */
const MAX_AHEAD = 300;

/** Takes signed requests on somebody else's HTTP server; never opens a port. */
export function slackHttp(signingSecret: string, logger: Logger, log: Log): HTTPReceiver {
  return new HTTPReceiver({
    signingSecret,
    endpoints: [SLACK_PATH],
    logger,
    processEventErrorHandler: ({ error, response }) => {
      log.error({ reason: brief(error) }, "A delivery from Slack could not be handled");
      if (!response.headersSent) end(response, 500);
      return Promise.resolve(true);
    },
  });
}

/** What to mount: answers 503 while `isReady` says no, so that Slack tells its user that nothing happened. */
export function slackListener(receiver: HTTPReceiver, isReady: () => boolean): RequestListener {
  return (request, response) => {
    if (!isReady()) return end(response, 503);
    if (pathOf(request) !== SLACK_PATH || request.method !== "POST") return end(response, 404);
    if (isAhead(request)) return end(response, 401);
    receiver.requestListener(request, response);
  };
}

function isAhead({ headers }: IncomingMessage): boolean {
  const sent = Number(headers["x-slack-request-timestamp"]);
  return sent > Date.now() / 1000 + MAX_AHEAD;
}

function pathOf({ url }: IncomingMessage): string | undefined {
  return url?.split("?")[0];
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
