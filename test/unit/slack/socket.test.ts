import { describe, expect, it } from "vitest";
import { boltLog } from "../../../adapters/slack/bolt-log.ts";
import { realPause } from "../../../adapters/slack/waiting.ts";
import { slackSocket } from "../../../adapters/slack/socket.ts";

/** A socket that is never connected, and what it told the operator. */
function aSocket() {
  const warnings: string[] = [];
  const warn = (fields: object, message: string) =>
    void warnings.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: () => undefined, warn, error: warn };
  const config = { botToken: "xoxb-1", mode: { kind: "socket", appToken: "xapp-1" } } as const;
  return {
    ...slackSocket(config, "xapp-1", { logger: boltLog(log), log, pause: realPause }),
    warnings,
  };
}

describe("a socket to Slack", () => {
  it.each([
    [
      "of a rate limit, which has no inner event",
      { type: "events_api", payload: { type: "app_rate_limited" } },
    ],
    ["of a kind nobody knows", { type: "telepathy", envelope_id: "1", payload: {} }],
    ["that is no object", null],
  ])("outlives a frame %s", async (_name, frame) => {
    const { receiver, warnings } = aSocket();
    // A rejection that nobody handles would fail the test run.
    receiver.client.emit("ws_message", JSON.stringify(frame), false);
    await new Promise(setImmediate);
    expect(warnings.length).toBeLessThanOrEqual(1);
  });

  it("closes although it was never open", async () => {
    await expect(aSocket().close()).resolves.toBeUndefined();
  });
});

describe("the libraries' own log", () => {
  it("holds no token, no address and no object", () => {
    const said: string[] = [];
    const note = (_fields: object, message: string) => void said.push(message);
    const logger = boltLog({ info: note, warn: note, error: note });
    logger.debug("payload");
    logger.info("payload");
    logger.warn("failed with xoxb-12-ab and xapp-1-A-2", { token: "xoxb-12-ab" });
    logger.error(new Error("no answer from wss://wss.slack.example/link/?ticket=1"));
    expect(said).toEqual(["failed with x… and x…", "no answer from …"]);
  });
});
