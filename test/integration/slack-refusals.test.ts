import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { slackHttp } from "../../adapters/slack/http.ts";
import { freePort } from "../support/free-port.ts";

/** What is refused at Slack's address, and what the log says of it. */

const SECRET = "a-signing-secret";
const BODY = "payload=%7B%22secret%22%3A1%7D";

let server: Server;
let url: string;
let lines: string[];
beforeEach(async () => {
  lines = [];
  const write = (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  const http = slackHttp(SECRET, { info: write, warn: write, error: write });
  // Nothing that is refused gets as far as Bolt.
  http.receiver.init({} as never);
  const port = await freePort();
  server = createServer(http.listener(() => true));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${port}/slack/events`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** As Slack signs (docs, verifying requests): HMAC-SHA256 over `v0:time:body`. */
function headersFor(secondsFromNow: number, secret = SECRET, body = BODY) {
  const at = Math.floor(Date.now() / 1000) + secondsFromNow;
  const digest = createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex");
  return {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": String(at),
    "x-slack-signature": `v0=${digest}`,
  };
}

const send = async (headers: Record<string, string>) =>
  (await fetch(url, { method: "POST", headers, body: BODY })).status;

it.each([
  // Five minutes either way, and a minute for a machine that is slow to send it.
  ["from a clock that is behind", headersFor(-360), "too long ago"],
  ["from a clock that is ahead", headersFor(360), "in the future"],
  ["signed with another secret", headersFor(0, "another"), "SLACK_SIGNING_SECRET"],
  ["not signed", { "content-type": "application/x-www-form-urlencoded" }, "not signed"],
])(
  "A request %s is refused, and the log says why, once a minute at most",
  async (_, headers, why) => {
    expect([await send(headers), await send(headers)]).toEqual([401, 401]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(why);
    expect(lines[0]).not.toContain("secret%22");
  },
);

it("A body is checked as it was sent, to the byte", async () => {
  // Slack escapes as it likes: these two parse to the same.
  const sent = ' { "type":"url_verification",  "challenge":"\\u00e9\\/<" } ';
  const again = JSON.stringify(JSON.parse(sent));
  const headers = { ...headersFor(0, SECRET, sent), "content-type": "application/json" };
  const status = async (body: string) =>
    (await fetch(url, { method: "POST", headers, body })).status;

  expect([await status(sent), await status(again)]).toEqual([200, 401]);
});
