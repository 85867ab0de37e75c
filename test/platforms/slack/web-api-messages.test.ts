import { describe, expect, it } from "vitest";
import { rawCall } from "./raw-call.ts";
import {
  actions,
  ATTIC,
  button,
  ELSEWHERE,
  localSlack,
  PLACE,
  post,
  postedCard,
  section,
  SECRET,
} from "./test-workspace.ts";

const errorOf = async (answer: ReturnType<typeof rawCall>) => (await answer).body["error"];

describe("A token opens the Web API", () => {
  it("when it is the bot's, and tells who the bot is and what it may", async () => {
    const slack = await localSlack({ scopes: ["chat:write", "commands"] });
    const { headers, body } = await rawCall(slack, "auth.test");
    expect(body).toMatchObject({ ok: true, team_id: slack.workspace.team.id, user: "parley" });
    expect(headers.get("x-oauth-scopes")).toBe("chat:write,commands");
  });

  it.each([
    ["chat.postMessage", null, "not_authed"],
    ["chat.postMessage", "xoxb-somebody-else", "invalid_auth"],
    ["no.such.method", "xoxb-somebody-else", "invalid_auth"],
  ])("%s with the token %s is refused as %s", async (method, token, error) => {
    const slack = await localSlack();
    expect(await errorOf(rawCall(slack, method, {}, token))).toBe(error);
  });

  it("of its own kind only", async () => {
    const slack = await localSlack();
    const wrong = "not_allowed_token_type";
    expect(await errorOf(rawCall(slack, "auth.test", {}, slack.appToken))).toBe(wrong);
    expect(await errorOf(rawCall(slack, "apps.connections.open", {}, slack.botToken))).toBe(wrong);
  });

  it("and a method that Slack does not have stays unknown", async () => {
    const slack = await localSlack();
    expect(await errorOf(rawCall(slack, "chat.shout"))).toBe("unknown_method");
  });

  it("as far as its scopes go", async () => {
    const slack = await localSlack({ scopes: ["commands", "users:read"] });
    expect((await post(slack, {})).body).toEqual({
      ok: false,
      error: "missing_scope",
      needed: "chat:write",
      provided: "commands,users:read",
    });
  });

  it("to the history of each kind of conversation with a scope of its own", async () => {
    const slack = await localSlack({ scopes: ["chat:write", "im:write", "channels:history"] });
    const { body } = await rawCall(slack, "conversations.open", { users: "U0ADA" });
    const { id } = body["channel"] as { id: string };
    const history = (channel: string) => rawCall(slack, "conversations.history", { channel });
    expect((await history(PLACE)).body["ok"]).toBe(true);
    expect((await history(id)).body["needed"]).toBe("im:history");
  });
});

describe("chat.postMessage", () => {
  it("answers with the message as it was stored, ids filled in", async () => {
    const slack = await localSlack();
    const { body } = await post(slack, { blocks: [actions(button("accept"))] });
    expect(body).toMatchObject({
      ok: true,
      channel: PLACE,
      message: {
        type: "message",
        user: slack.workspace.bot.userId,
        bot_id: slack.workspace.bot.botId,
        text: "Settle invoice INV-42",
        blocks: [
          {
            type: "actions",
            block_id: expect.any(String),
            elements: [{ action_id: "accept", text: { text: "Accept", emoji: true } }],
          },
        ],
      },
    });
    expect(body["ts"]).toMatch(/^\d{10}\.\d{6}$/);
  });

  it("never gives two messages one ts", async () => {
    const slack = await localSlack();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(slack, {})));
    expect(new Set(answers.map(({ body }) => body["ts"])).size).toBe(20);
  });

  it.each([
    ["C0NOBODY", "channel_not_found"],
    [SECRET, "channel_not_found"],
    [ELSEWHERE, "not_in_channel"],
    [ATTIC, "is_archived"],
  ])("to %s is refused as %s", async (channel, error) => {
    const slack = await localSlack();
    expect((await post(slack, { channel })).body).toEqual({ ok: false, error });
    expect(slack.stored.messages).toEqual([]);
  });

  it("reaches a public channel from outside with chat:write.public", async () => {
    const slack = await localSlack({ scopes: ["chat:write", "chat:write.public"] });
    expect((await post(slack, { channel: ELSEWHERE })).body["ok"]).toBe(true);
  });

  it("to a person opens the conversation and answers with its id", async () => {
    const slack = await localSlack();
    const { body } = await post(slack, { channel: "U0ADA" });
    expect(body["channel"]).toMatch(/^D/);
    const view = slack
      .people("U0ADA")
      .view()
      .places.find(({ kind }) => kind === "im");
    expect(view).toMatchObject({ id: body["channel"], messages: [{ id: body["ts"] }] });
    expect((await post(slack, { channel: "U0ADA" })).body["channel"]).toBe(body["channel"]);
  });

  it("below a message that is there passes, and below one that is gone is refused", async () => {
    const slack = await localSlack();
    const thread_ts = await postedCard(slack);
    expect((await post(slack, { thread_ts })).body["ok"]).toBe(true);
    await rawCall(slack, "chat.delete", { channel: PLACE, ts: thread_ts });
    expect(await errorOf(post(slack, { thread_ts }))).toBe("thread_not_found");
  });

  it("without text, blocks and attachments is refused as no_text", async () => {
    const slack = await localSlack();
    expect((await post(slack, { text: "", blocks: [] })).body["error"]).toBe("no_text");
  });

  // docs.slack.dev/methods/chat.postMessage
  it("cuts text at 40,000 characters and warns", async () => {
    const slack = await localSlack();
    const whole = await post(slack, { text: "x".repeat(40_000) });
    expect(whole.body).not.toHaveProperty("warning");
    const cut = await post(slack, { text: "x".repeat(40_001) });
    expect(cut.body).toMatchObject({
      warning: "message_truncated",
      response_metadata: { warnings: ["message_truncated"] },
    });
    expect(slack.stored.messages.map(({ text }) => text.length)).toEqual([40_000, 40_000]);
  });

  it("takes JSON bodies as well as forms", async () => {
    const slack = await localSlack();
    const response = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${slack.botToken}`,
      },
      body: JSON.stringify({ channel: PLACE, text: "as JSON", blocks: [section("a")] }),
    });
    expect(await response.json()).toMatchObject({ ok: true, message: { text: "as JSON" } });
  });

  it.each([
    ["not json", "invalid_metadata_format"],
    [{ event_type: "request" }, "invalid_metadata_schema"],
    [{ event_type: 7, event_payload: {} }, "invalid_metadata_schema"],
  ])("refuses the metadata %j as %s", async (metadata, error) => {
    const slack = await localSlack();
    expect((await post(slack, { metadata })).body["error"]).toBe(error);
  });
});

describe("chat.update", () => {
  const metadata = { event_type: "request", event_payload: { id: "r1" } };

  async function updated(change: object) {
    const slack = await localSlack();
    const ts = await postedCard(slack, { metadata });
    const { body } = await rawCall(slack, "chat.update", { channel: PLACE, ts, ...change });
    return { slack, body, message: slack.stored.message(PLACE, ts) };
  }

  it("with text alone removes the blocks, keeps the metadata and marks the edit", async () => {
    const { body, message } = await updated({ text: "Accepted" });
    expect(body).toMatchObject({ ok: true, text: "Accepted", message: { text: "Accepted" } });
    expect(message).toMatchObject({ text: "Accepted", blocks: [], metadata });
    expect(message?.edited).toBeDefined();
  });

  it("with text and blocks replaces both and marks nothing", async () => {
    const { message } = await updated({ text: "Accepted", blocks: [section("Accepted")] });
    expect(message).toMatchObject({ text: "Accepted", blocks: [{ type: "section" }] });
    expect(message?.edited).toBeUndefined();
  });

  it("with metadata alone keeps text and blocks", async () => {
    const other = { event_type: "request", event_payload: { id: "r2" } };
    const { message } = await updated({ metadata: other });
    expect(message).toMatchObject({
      text: "Settle invoice INV-42",
      blocks: [{ type: "actions" }],
      metadata: other,
    });
  });

  it("with empty metadata removes the metadata", async () => {
    const { message } = await updated({ metadata: {} });
    expect(message).not.toHaveProperty("metadata");
    expect(message?.blocks).toHaveLength(1);
  });

  it("with nothing at all is refused as no_text", async () => {
    expect((await updated({})).body["error"]).toBe("no_text");
  });

  // docs.slack.dev/methods/chat.update: though chat.postMessage takes more.
  it("takes text of 4,000 characters and refuses 4,001 as msg_too_long", async () => {
    expect((await updated({ text: "x".repeat(4_000) })).body["ok"]).toBe(true);
    expect((await updated({ text: "x".repeat(4_001) })).body["error"]).toBe("msg_too_long");
  });

  it("holds blocks to the rules of a post and leaves the message as it was", async () => {
    const { body, message } = await updated({ text: "a", blocks: [section("x".repeat(3_001))] });
    expect(body["error"]).toBe("invalid_blocks");
    expect(message?.text).toBe("Settle invoice INV-42");
  });

  it("finds the app's own messages only, in their own conversation", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack);
    const said = slack.people("U0ADA").say({ place: PLACE, text: "hello" }).message;
    const update = (channel: string, at: string) =>
      errorOf(rawCall(slack, "chat.update", { channel, ts: at, text: "a" }));
    expect(await update(PLACE, said)).toBe("cant_update_message");
    expect(await update(PLACE, "1000000000.000001")).toBe("message_not_found");
    expect(await update("U0ADA", ts)).toBe("channel_not_found");
    expect(await update(ATTIC, ts)).toBe("is_inactive");
  });

  it("does not put other blocks in the place of rich text", async () => {
    const slack = await localSlack();
    const rich = {
      type: "rich_text",
      elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "a" }] }],
    };
    const ts = await postedCard(slack, { blocks: [rich] });
    const update = (blocks: object[]) =>
      rawCall(slack, "chat.update", { channel: PLACE, ts, text: "a", blocks });
    expect(await errorOf(update([section("a")]))).toBe("block_mismatch");
    expect((await update([section("a"), rich])).body["ok"]).toBe(true);
  });
});

describe("chat.delete", () => {
  it("removes the app's own message and nobody else's", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack);
    const said = slack.people("U0ADA").say({ place: PLACE, text: "hello" }).message;
    const remove = (at: string) => rawCall(slack, "chat.delete", { channel: PLACE, ts: at });
    expect((await remove(ts)).body).toEqual({ ok: true, channel: PLACE, ts });
    expect(await errorOf(remove(ts))).toBe("message_not_found");
    expect(await errorOf(remove(said))).toBe("cant_delete_message");
    expect(slack.stored.messages.map((message) => message.ts)).toEqual([said]);
  });
});

describe("chat.postEphemeral", () => {
  const whisper = (user: string, more: object = {}) => ({
    channel: PLACE,
    user,
    text: "Only for you",
    ...more,
  });

  it("is seen by one person, and gone after a reload", async () => {
    const slack = await localSlack();
    const { body } = await rawCall(slack, "chat.postEphemeral", whisper("U0ADA"));
    expect(body).toEqual({ ok: true, message_ts: expect.any(String) });
    const seenBy = (id: string) =>
      slack
        .people(id)
        .view()
        .places.flatMap(({ messages }) => messages);
    expect(seenBy("U0ADA")).toMatchObject([{ text: "Only for you", isEphemeral: true }]);
    expect(seenBy("U0GRACE")).toEqual([]);
    slack.people("U0ADA").reload();
    expect(seenBy("U0ADA")).toEqual([]);
  });

  it("refuses whoever is not in the channel", async () => {
    const slack = await localSlack();
    const answer = rawCall(slack, "chat.postEphemeral", whisper("U0EVE"));
    expect(await errorOf(answer)).toBe("user_not_in_channel");
  });

  it("cannot be updated, deleted or found in the history", async () => {
    const slack = await localSlack();
    const { body } = await rawCall(slack, "chat.postEphemeral", whisper("U0ADA"));
    const at = { channel: PLACE, ts: body["message_ts"] };
    expect(await errorOf(rawCall(slack, "chat.update", { ...at, text: "a" }))).toBe(
      "message_not_found",
    );
    expect(await errorOf(rawCall(slack, "chat.delete", at))).toBe("message_not_found");
    const history = await rawCall(slack, "conversations.history", { channel: PLACE });
    expect(history.body["messages"]).toEqual([]);
  });

  it("in a thread is shown in the thread", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack);
    await rawCall(slack, "chat.postEphemeral", whisper("U0ADA", { thread_ts: ts }));
    const [place] = slack.people("U0ADA").view().places;
    expect(place?.messages).toMatchObject([
      { id: ts, replies: [{ text: "Only for you", isEphemeral: true }] },
    ]);
  });
});

describe("chat.getPermalink", () => {
  it("names channel and message, and the thread of a reply", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack);
    const reply = (await post(slack, { thread_ts: ts })).body["ts"];
    const link = async (at: unknown) =>
      (await rawCall(slack, "chat.getPermalink", { channel: PLACE, message_ts: at })).body;
    const digits = (text: unknown) => String(text).replace(".", "");
    expect(await link(ts)).toEqual({
      ok: true,
      channel: PLACE,
      permalink: `${slack.origin}/archives/${PLACE}/p${digits(ts)}`,
    });
    expect((await link(reply))["permalink"]).toBe(
      `${slack.origin}/archives/${PLACE}/p${digits(reply)}?thread_ts=${ts}&cid=${PLACE}`,
    );
    expect((await link("1.2"))["error"]).toBe("message_not_found");
  });
});
