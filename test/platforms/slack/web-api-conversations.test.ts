import { describe, expect, it } from "vitest";
import { objectsIn, type JsonObject } from "./json.ts";
import { rawCall } from "./raw-call.ts";
import type { LocalSlack } from "./server.ts";
import { ELSEWHERE, localSlack, PLACE, post, postedCard, SECRET } from "./test-workspace.ts";

const textsOf = (body: JsonObject) => objectsIn(body["messages"]).map(({ text }) => text);
const cursorOf = (body: JsonObject) =>
  (body["response_metadata"] as { next_cursor?: string } | undefined)?.next_cursor;

async function posted(slack: LocalSlack, count: number, more: JsonObject = {}): Promise<string[]> {
  const all: string[] = [];
  for (let index = 1; index <= count; index += 1)
    all.push(String((await post(slack, { text: `m${index}`, ...more })).body["ts"]));
  return all;
}

describe("conversations.history", () => {
  it("gives the newest first, page by page", async () => {
    const slack = await localSlack();
    await posted(slack, 5);
    const page = async (cursor?: string) =>
      (
        await rawCall(slack, "conversations.history", {
          channel: PLACE,
          limit: 2,
          ...(cursor ? { cursor } : {}),
        })
      ).body;
    const first = await page();
    const second = await page(cursorOf(first));
    const third = await page(cursorOf(second));
    expect([first, second, third].map(textsOf)).toEqual([["m5", "m4"], ["m3", "m2"], ["m1"]]);
    expect([first, second, third].map(({ has_more: more }) => more)).toEqual([true, true, false]);
    expect(cursorOf(third)).toBeUndefined();
    expect((await page("bm9wZQ=="))["error"]).toBe("invalid_cursor");
  });

  it("begins after oldest and ends before latest, with them when inclusive", async () => {
    const slack = await localSlack();
    const [, second, , fourth] = await posted(slack, 5);
    const range = { channel: PLACE, oldest: second, latest: fourth };
    const history = async (more: JsonObject) =>
      textsOf((await rawCall(slack, "conversations.history", { ...range, ...more })).body);
    expect(await history({})).toEqual(["m3"]);
    expect(await history({ inclusive: true })).toEqual(["m4", "m3", "m2"]);
  });

  it("leaves replies out, unless they were sent to the channel too", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack, { text: "root" });
    await post(slack, { text: "reply", thread_ts: ts });
    await post(slack, { text: "broadcast", thread_ts: ts, reply_broadcast: true });
    const { body } = await rawCall(slack, "conversations.history", { channel: PLACE });
    expect(textsOf(body)).toEqual(["broadcast", "root"]);
    expect(objectsIn(body["messages"])[0]?.["subtype"]).toBe("thread_broadcast");
  });

  it("shows metadata only to those who ask", async () => {
    const slack = await localSlack();
    const metadata = { event_type: "request", event_payload: { id: "r1" } };
    await postedCard(slack, { metadata });
    const first = async (more: JsonObject) =>
      objectsIn(
        (await rawCall(slack, "conversations.history", { channel: PLACE, ...more })).body[
          "messages"
        ],
      )[0];
    expect(await first({})).not.toHaveProperty("metadata");
    expect(await first({ include_all_metadata: true })).toMatchObject({ metadata });
  });

  it("is closed to a bot that is not a member", async () => {
    const slack = await localSlack({ scopes: ["channels:history", "groups:history"] });
    const error = async (channel: string) =>
      (await rawCall(slack, "conversations.history", { channel })).body["error"];
    expect(await error(ELSEWHERE)).toBe("not_in_channel");
    expect(await error(SECRET)).toBe("channel_not_found");
  });
});

describe("conversations.replies", () => {
  it("gives the thread with its first message in front, oldest first", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack, { text: "root" });
    await posted(slack, 2, { thread_ts: ts });
    slack.people("U0ADA").say({ place: PLACE, thread: ts, text: "from Ada" });
    const { body } = await rawCall(slack, "conversations.replies", { channel: PLACE, ts });
    expect(textsOf(body)).toEqual(["root", "m1", "m2", "from Ada"]);
    expect(objectsIn(body["messages"])[0]).toMatchObject({ reply_count: 3, thread_ts: ts });
    expect(objectsIn(body["messages"])[3]).toMatchObject({
      user: "U0ADA",
      thread_ts: ts,
      parent_user_id: slack.workspace.bot.userId,
    });
  });

  it("goes on from a cursor and from a moment", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack, { text: "root" });
    const [first] = await posted(slack, 3, { thread_ts: ts });
    const replies = async (more: JsonObject) =>
      (await rawCall(slack, "conversations.replies", { channel: PLACE, ts, ...more })).body;
    const page = await replies({ limit: 3 });
    expect(textsOf(page)).toEqual(["root", "m1", "m2"]);
    expect(textsOf(await replies({ limit: 3, cursor: cursorOf(page) }))).toEqual(["m3"]);
    expect(textsOf(await replies({ oldest: first }))).toEqual(["root", "m2", "m3"]);
  });

  it("does not find a thread that is not there", async () => {
    const slack = await localSlack();
    const { body } = await rawCall(slack, "conversations.replies", { channel: PLACE, ts: "1.2" });
    expect(body["error"]).toBe("thread_not_found");
  });
});

describe("conversations.open", () => {
  it("opens a conversation once and then says that it was open", async () => {
    const slack = await localSlack();
    const open = async () => (await rawCall(slack, "conversations.open", { users: "U0ADA" })).body;
    const first = await open();
    expect(first).toEqual({ ok: true, channel: { id: expect.stringMatching(/^D/) } });
    expect(await open()).toEqual({ ...first, no_op: true, already_open: true });
  });

  it.each([
    ["U0NOBODY", "user_not_found"],
    ["U1,U2,U3,U4,U5,U6,U7,U8,U9", "too_many_users"],
    ["U0ADA,U0GRACE", "missing_scope"],
  ])("refuses %s as %s", async (users, error) => {
    const slack = await localSlack({
      scopes: error === "too_many_users" ? ["mpim:write"] : ["im:write"],
    });
    expect((await rawCall(slack, "conversations.open", { users })).body["error"]).toBe(error);
  });

  it("opens one for several with mpim:write", async () => {
    const slack = await localSlack({ scopes: ["mpim:write"] });
    const { body } = await rawCall(slack, "conversations.open", { users: "U0ADA,U0GRACE" });
    expect(body["channel"]).toEqual({ id: expect.stringMatching(/^G/) });
  });

  it("cannot reach the bot itself", async () => {
    const slack = await localSlack();
    const users = slack.workspace.bot.userId;
    expect((await rawCall(slack, "conversations.open", { users })).body["error"]).toBe(
      "cannot_dm_bot",
    );
  });
});

describe("conversations.info and users.info", () => {
  it("describe a channel", async () => {
    const slack = await localSlack();
    const { body } = await rawCall(slack, "conversations.info", { channel: PLACE });
    expect(body["channel"]).toMatchObject({ id: PLACE, name: "approvals", is_member: true });
    const secret = await rawCall(slack, "conversations.info", { channel: SECRET });
    expect(secret.body["error"]).toBe("channel_not_found");
  });

  it("describe a person with a zone", async () => {
    const slack = await localSlack();
    const info = async (user: string) => (await rawCall(slack, "users.info", { user })).body;
    expect((await info("U0ADA"))["user"]).toMatchObject({
      id: "U0ADA",
      real_name: "Ada",
      tz: "Europe/London",
      is_bot: false,
      deleted: false,
    });
    expect((await info(slack.workspace.bot.userId))["user"]).toMatchObject({ is_bot: true });
    expect((await info("U0NOBODY"))["error"]).toBe("user_not_found");
  });
});
