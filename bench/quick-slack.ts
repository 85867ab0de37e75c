import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Slack's Web API and its response_urls, answered without looking: a process of its own, so that what it costs
 * is not taken from who is measured. Says its port, then how many edits it got whenever asked.
 */

/** Sooner than Slack answers, and late enough that edits come at a pace that is real. Milliseconds. */
const ANSWERS_AFTER_MS = 50;

const IDENTITY = JSON.stringify({
  ok: true,
  team_id: "T0ACME",
  bot_id: "B0BENCH",
  user_id: "U0BENCH",
  user: "bench",
});
/** Whoever presses is a full member: nobody else may decide. */
const MEMBER = JSON.stringify({
  ok: true,
  user: {
    team_id: "T0ACME",
    deleted: false,
    is_bot: false,
    is_restricted: false,
    is_ultra_restricted: false,
  },
});
let posted = 0;
let edited = 0;

/** Every message has a ts of its own, as Slack's have. */
function answerTo(path: string): string {
  switch (path) {
    case "/api/auth.test":
      return IDENTITY;
    case "/api/users.info":
      return MEMBER;
    case "/api/chat.postMessage":
      posted += 1;
      return JSON.stringify({
        ok: true,
        channel: "C0FINANCE",
        ts: `${1_800_000_000 + posted}.000100`,
      });
    case "/api/chat.update":
      edited += 1;
      return `{"ok":true}`;
    default:
      if (path.startsWith("/respond/")) edited += 1;
      return `{"ok":true}`;
  }
}

const server = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    const body = answerTo(request.url ?? "");
    const headers = { "content-type": "application/json", "content-length": body.length };
    setTimeout(() => response.writeHead(200, headers).end(body), ANSWERS_AFTER_MS);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on("message", () => process.send?.({ posted, edited }));
