import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { App, Receiver, ReceiverEvent } from "@slack/bolt";
import type { Log } from "../../src/core/log.ts";
import { seldom } from "../../src/waiting/seldom.ts";
import { type Problem, readDelivery } from "./delivery.ts";
import { brief } from "./faults.ts";
import { type Mistrust, mistrustOf } from "./signature.ts";

/** Where Slack sends everything: interactivity, commands and events. */
const SLACK_PATH = "/slack/events";

/** One line a minute for each reason: whoever knows the address can send requests. */
const SAY_EVERY_MS = 60_000;

/** Signed requests on somebody else's HTTP server. */
interface SlackHttp {
  readonly receiver: Receiver;
  /** What to mount: answers 503 while `isReady` says no, so that Slack tells its user that nothing happened. */
  listener(isReady: () => boolean): RequestListener;
}

/**
 * Never opens a port. Bolt's own receiver (5.1.0) reads members of whatever JSON was sent, in a promise that
 * nobody holds, so that `null` would end the process; and to look before it does, every request would have to
 * be verified and parsed twice.
 */
export function slackHttp(signingSecret: string, log: Log): SlackHttp {
  const mistrust = mistrustOf(signingSecret);
  let app: App | undefined;

  const isDue = seldom(SAY_EVERY_MS);
  const refuse = (response: ServerResponse, { status, reason }: Problem): void => {
    if (isDue(reason)) log.warn({ reason }, "A request to Slack's address was refused");
    end(response, status);
  };

  return {
    receiver: {
      init: (bolt) => {
        app = bolt;
      },
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
    listener: (isReady) => (request, response) => {
      if (!isReady() || app === undefined) return end(response, 503);
      if (pathOf(request) !== SLACK_PATH || request.method !== "POST") return end(response, 404);
      take({ app, mistrust, refuse }, request, response).catch((error: unknown) => {
        log.error({ reason: brief(error) }, "A delivery from Slack could not be handled");
        if (!response.headersSent) end(response, 500);
      });
    },
  };
}

interface Taking {
  readonly app: App;
  readonly mistrust: Mistrust;
  readonly refuse: (response: ServerResponse, problem: Problem) => void;
}

async function take(
  { app, mistrust, refuse }: Taking,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const delivery = await readDelivery(request, mistrust);
  if ("status" in delivery) return refuse(response, delivery);
  const { body } = delivery;
  if (body["ssl_check"] === "1") return end(response, 200);
  if (body["type"] === "url_verification") {
    return answer(response, { challenge: body["challenge"] });
  }
  await app.processEvent({ body, ack: acknowledging(response) });
  // Nobody understood it: whoever sent it should hear that, and not wait.
  if (!response.headersSent) end(response, 404);
}

/** Sends whatever is said first, in the shapes that Slack takes: nothing, a text or JSON. */
function acknowledging(response: ServerResponse): ReceiverEvent["ack"] {
  return (said: unknown) => {
    if (response.headersSent) return Promise.reject(new Error("it was acknowledged before"));
    if (said === undefined || said === "") end(response, 200);
    else if (typeof said === "string") response.writeHead(200).end(said);
    else answer(response, said as object);
    return Promise.resolve();
  };
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function pathOf({ url }: IncomingMessage): string | undefined {
  return url?.split("?", 1)[0];
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
