import { describe, expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import { rawCall } from "./raw-call.ts";
import { localSlack, PLACE, post } from "./test-workspace.ts";

// docs.slack.dev/apis/web-api/rate-limits
describe("Slack slows an app down", () => {
  it("after a short burst of posts to one channel, with 429 and Retry-After", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock, rateLimits: "on" });
    for (let count = 1; count <= 5; count += 1)
      expect((await post(slack, {})).status, `post ${count}`).toBe(200);
    const refused = await post(slack, {});
    expect(refused).toMatchObject({ status: 429, body: { ok: false, error: "ratelimited" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await post(slack, { channel: "U0ADA" })).status).toBe(200);
    await clock.advance(5_000);
    expect((await post(slack, {})).status).toBe(200);
    expect(slack.log.at(5)).toMatchObject({ status: 429, ok: false, error: "ratelimited" });
  });

  it.each([
    ["conversations.info", 50, { channel: PLACE }],
    ["users.info", 100, { user: "U0ADA" }],
  ])("after too many calls of %s a minute: %i", async (method, limit, args) => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock, rateLimits: "on" });
    for (let count = 1; count <= limit; count += 1)
      expect((await rawCall(slack, method, args)).status, `call ${count}`).toBe(200);
    expect((await rawCall(slack, method, args)).headers.get("retry-after")).toBe("60");
    await clock.advance(60_000);
    expect((await rawCall(slack, method, args)).status).toBe(200);
  });

  // docs.slack.dev/changelog, 2025-05-29, and docs.slack.dev/methods/conversations.history
  it.each(["conversations.history", "conversations.replies"])(
    "after one call of %s a minute, of 15 messages, where it is distributed outside the Marketplace",
    async (method) => {
      const clock = new ManualClock();
      const slack = await localSlack({ clock, rateLimits: "on", isDistributed: true });
      const { body: root } = await post(slack, {});
      const ts = String(root["ts"]);
      for (let said = 0; said < 20; said += 1) {
        const thread = method === "conversations.replies" ? { thread: ts } : {};
        slack.people("U0ADA").say({ place: PLACE, text: `m${said}`, ...thread });
      }
      const args = { channel: PLACE, ts, limit: 100 };
      expect((await rawCall(slack, method, args)).body["messages"]).toHaveLength(15);
      const refused = await rawCall(slack, method, args);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
      await clock.advance(60_000);
      expect((await rawCall(slack, method, args)).status).toBe(200);
    },
  );

  it("later when the limits are scaled, and never when they are off", async () => {
    const clock = new ManualClock();
    const scaled = await localSlack({ clock, rateLimits: 2 });
    const off = await localSlack({ clock, rateLimits: "off" });
    for (let count = 1; count <= 10; count += 1) {
      expect((await post(scaled, {})).status).toBe(200);
      expect((await post(off, {})).status).toBe(200);
    }
    expect((await post(scaled, {})).status).toBe(429);
    expect((await post(off, {})).status).toBe(200);
  });
});
