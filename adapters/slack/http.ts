import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  defaultBodyLimit,
  HTTPModuleFunctions,
  HTTPReceiver,
  isRawBodyError,
  type Logger,
} from "@slack/bolt";
import type { Log } from "../../src/core/log.ts";
import { brief } from "./faults.ts";

/** Where Slack sends everything: interactivity, commands and events. */
const SLACK_PATH = "/slack/events";

/** Seconds that a request's time may be ahead of ours. Bolt refuses the past itself, not the future. */
const MAX_AHEAD = 300;

/** Signed requests on somebody else's HTTP server. */
interface SlackHttp {
  readonly receiver: HTTPReceiver;
  /** What to mount: answers 503 while `isReady` says no, so that Slack tells its user that nothing happened. */
  listener(isReady: () => boolean): RequestListener;
}

/** Never opens a port. */
export function slackHttp(signingSecret: string, logger: Logger, log: Log): SlackHttp {
  const receiver = new HTTPReceiver({
    signingSecret,
    endpoints: [SLACK_PATH],
    logger,
    processEventErrorHandler: ({ error, response }) => {
      log.error({ reason: brief(error) }, "A delivery from Slack could not be handled");
      if (!response.headersSent) end(response, 500);
      return Promise.resolve(true);
    },
  });

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const problem = await problemOf(request, signingSecret, log);
    if (problem !== undefined) return end(response, problem);
    receiver.requestListener(request, response);
  }

  return {
    receiver,
    listener: (isReady) => (request, response) => {
      if (!isReady()) return end(response, 503);
      if (pathOf(request) !== SLACK_PATH || request.method !== "POST") return end(response, 404);
      if (isAhead(request)) return end(response, 401);
      take(request, response).catch((error: unknown) => {
        log.error({ reason: brief(error) }, "A delivery from Slack could not be handled");
        if (!response.headersSent) end(response, 500);
      });
    },
  };
}

/**
 * A status when nothing may be handed to Bolt (5.1.0): it reads members of whatever JSON was sent, in a
 * promise that nobody holds, so that `null` would be an unhandled rejection and end the process. The body
 * that is read here is the one that Bolt then reads.
 */
async function problemOf(
  request: IncomingMessage,
  signingSecret: string,
  log: Log,
): Promise<number | undefined> {
  const options = { signingSecret, bodyLimit: defaultBodyLimit };
  try {
    const verified = await HTTPModuleFunctions.parseAndVerifyHTTPRequest(options, request);
    const body: unknown = HTTPModuleFunctions.parseHTTPRequestBody(verified);
    return body !== null && typeof body === "object" && !Array.isArray(body) ? undefined : 400;
  } catch (error) {
    log.warn({ reason: brief(error) }, "A request to Slack's address was refused");
    if (isRawBodyError(error)) return error.statusCode;
    return error instanceof SyntaxError ? 400 : 401;
  }
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
