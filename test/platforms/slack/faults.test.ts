import { webApi } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import { rawCall } from "./raw-call.ts";
import { localSlack, PLACE, post, postedCard } from "./test-workspace.ts";

const POST = { method: "chat.postMessage" };

describe("A fault of the Web API", () => {
  it("before storing leaves nothing behind", async () => {
    const slack = await localSlack();
    slack.faults.next(POST, { status: 500 });
    expect((await post(slack, {})).status).toBe(500);
    expect(slack.stored.messages).toEqual([]);
    expect((await post(slack, {})).body["ok"]).toBe(true);
  });

  it("after storing leaves the message, though the app never hears of it", async () => {
    const slack = await localSlack();
    slack.faults.next(POST, { status: 500, after: "commit" });
    expect((await post(slack, {})).status).toBe(500);
    expect(slack.stored.messages).toHaveLength(1);
    expect(slack.log).toMatchObject([{ method: "chat.postMessage", status: 500, ok: false }]);
  });

  it("may cut the connection, before and after", async () => {
    const slack = await localSlack();
    slack.faults.next(POST, { reset: true });
    await expect(post(slack, {})).rejects.toThrow("fetch failed");
    slack.faults.next(POST, { reset: true, after: "commit" });
    await expect(post(slack, {})).rejects.toThrow("fetch failed");
    expect(slack.stored.messages).toHaveLength(1);
  });

  it("may be Slack's own refusal, for some calls only, as often as it is said", async () => {
    const slack = await localSlack();
    const where = (args: { [key: string]: unknown }) => args["channel"] === PLACE;
    slack.faults.next({ ...POST, where }, { error: "restricted_action" }, 2);
    const errors = [];
    for (const channel of ["U0ADA", PLACE, PLACE, PLACE])
      errors.push((await post(slack, { channel })).body["error"]);
    expect(errors).toEqual([undefined, "restricted_action", "restricted_action", undefined]);
    expect(slack.faults.waiting).toBe(0);
  });

  it("may be a 429 with its own Retry-After", async () => {
    const slack = await localSlack();
    slack.faults.next(POST, { retryAfterSeconds: 7 });
    const { status, headers } = await post(slack, {});
    expect([status, headers.get("retry-after")]).toEqual([429, "7"]);
  });

  it("may be a delay on Slack's clock", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    slack.faults.next(POST, { delayMs: 5_000 });
    const posted = post(slack, {});
    const waiting = setInterval(() => slack.changes.note(), 1);
    await slack.until(() => clock.waiting > 0);
    clearInterval(waiting);
    expect(slack.stored.messages).toEqual([]);
    await clock.advance(5_000);
    expect((await posted).body["ok"]).toBe(true);
  });

  it("can be forgotten", async () => {
    const slack = await localSlack();
    slack.faults.next(POST, { status: 500 });
    slack.faults.clear();
    expect((await post(slack, {})).status).toBe(200);
  });

  // measured with @slack/web-api 8.2.0: this is how one request becomes several messages.
  it("after storing makes a client that repeats post twice", async () => {
    const slack = await localSlack();
    slack.faults.next(POST, { status: 500, after: "commit" });
    const retryConfig = { retries: 1, minTimeout: 1, maxTimeout: 1 };
    const client = new webApi.WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig });
    await client.apiCall("chat.postMessage", { channel: PLACE, text: "once" });
    expect(slack.stored.messages.map(({ text }) => text)).toEqual(["once", "once"]);
  });
});

describe("A fault of a delivery", () => {
  it("may lose it on the way, and the presser waits in vain", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const ts = await postedCard(slack);
    slack.faults.next({ delivery: "block_actions" }, "drop");
    const pressed = slack.people("U0ADA").press({ place: PLACE, message: ts, action: "accept" });
    await clock.advance(3_000);
    expect(await pressed).toMatchObject({ ok: false });
    const lost = slack.deliveries.find(({ type }) => type === "block_actions");
    expect(lost?.receipt).toEqual({ outcome: "late" });
  });

  it("waits for its own kind of delivery", async () => {
    const slack = await localSlack();
    slack.faults.next({ delivery: "slash_commands" }, "drop");
    await slack
      .people("U0ADA")
      .press({ place: PLACE, message: await postedCard(slack), action: "accept" });
    expect(slack.faults.waiting).toBe(1);
  });

  it("never touches calls of the Web API", async () => {
    const slack = await localSlack();
    slack.faults.next({ delivery: "message" }, "drop");
    expect((await rawCall(slack, "auth.test")).body["ok"]).toBe(true);
  });
});
