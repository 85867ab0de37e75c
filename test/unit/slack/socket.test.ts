import { describe, expect, it } from "vitest";
import { boltLog } from "../../../adapters/slack/bolt-log.ts";
import { realPause } from "../../../src/waiting/within.ts";
import { slackSocket } from "../../../adapters/slack/socket.ts";

/** A socket that is never connected, and what it told the operator. */
function aSocket() {
  const warnings: string[] = [];
  const warn = (fields: object, message: string) =>
    void warnings.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: () => undefined, warn, error: warn };
  const config = { botTokens: ["xoxb-1"], mode: { kind: "socket", appToken: "xapp-1" } } as const;
  return {
    ...slackSocket(config, "xapp-1", { logger: boltLog(log), log, pause: realPause }),
    warnings,
  };
}

describe("a socket to Slack", () => {
  it.each([
    [
      "of a rate limit, which has no inner event,",
      { type: "events_api", payload: { type: "app_rate_limited" } },
      1,
    ],
    // The library hands it to nobody, and throws nothing.
    ["of a kind nobody knows", { type: "telepathy", envelope_id: "1", payload: {} }, 0],
    ["that is no object", null, 1],
  ])("outlives a frame %s and hears the next press", async (_name, frame, said) => {
    const { receiver, warnings } = aSocket();
    const heard: unknown[] = [];
    receiver.client.on("interactive", ({ envelope_id }) => void heard.push(envelope_id));
    // A rejection that nobody handles would fail the test run.
    receiver.client.emit("ws_message", JSON.stringify(frame), false);
    const press = { type: "interactive", envelope_id: "next", payload: {} };
    receiver.client.emit("ws_message", JSON.stringify(press), false);
    await expect.poll(() => heard).toEqual(["next"]);
    await expect.poll(() => warnings.length).toBe(said);
    expect(warnings.every((line) => line.includes("was not understood"))).toBe(true);
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
