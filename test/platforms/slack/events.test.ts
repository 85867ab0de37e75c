import { describe, expect, it } from "vitest";
import { rawCall } from "./raw-call.ts";
import type { LocalSlack } from "./server.ts";
import { ELSEWHERE, localSlack, PLACE, postedCard } from "./test-workspace.ts";

const eventsOf = (slack: LocalSlack) =>
  slack.deliveries
    .filter(({ kind, retryAttempt }) => kind === "events_api" && retryAttempt === 0)
    .map(({ payload }) => payload["event"]);

describe("The app is told", () => {
  it("of a reply in a thread, with its parent", async () => {
    const slack = await localSlack();
    const thread = await postedCard(slack);
    const { message } = slack.people("U0ADA").say({ place: PLACE, thread, text: "yes" });
    expect(eventsOf(slack).at(-1)).toEqual({
      type: "message",
      user: "U0ADA",
      ts: message,
      event_ts: message,
      client_msg_id: expect.any(String),
      text: "yes",
      team: slack.workspace.team.id,
      blocks: [expect.objectContaining({ type: "rich_text" })],
      thread_ts: thread,
      parent_user_id: slack.workspace.bot.userId,
      channel: PLACE,
      channel_type: "channel",
    });
  });

  it("of each event in the Events API's own wrapping", async () => {
    const slack = await localSlack();
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    expect(slack.deliveries[0]?.payload).toMatchObject({
      type: "event_callback",
      team_id: slack.workspace.team.id,
      api_app_id: slack.workspace.appId,
      event_id: expect.stringMatching(/^Ev/),
      authorizations: [{ user_id: slack.workspace.bot.userId, is_bot: true }],
      is_ext_shared_channel: false,
    });
  });

  it("of its own messages and edits too", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack);
    await rawCall(slack, "chat.update", { channel: PLACE, ts, text: "Accepted" });
    await rawCall(slack, "chat.delete", { channel: PLACE, ts });
    expect(eventsOf(slack)).toMatchObject([
      { type: "message", user: slack.workspace.bot.userId, ts },
      {
        subtype: "message_changed",
        hidden: true,
        message: { text: "Accepted" },
        previous_message: { text: "Settle invoice INV-42" },
      },
      { subtype: "message_deleted", hidden: true, deleted_ts: ts },
    ]);
  });

  it("of what people change and take back", async () => {
    const slack = await localSlack();
    const ada = slack.people("U0ADA");
    const { message } = ada.say({ place: PLACE, text: "yes" });
    ada.edit({ place: PLACE, message, text: "no" });
    ada.unsay({ place: PLACE, message });
    expect(eventsOf(slack).slice(1)).toMatchObject([
      {
        subtype: "message_changed",
        message: { text: "no", edited: { user: "U0ADA" } },
        previous_message: { text: "yes" },
      },
      { subtype: "message_deleted", previous_message: { text: "no" } },
    ]);
  });

  it("of a direct message as im", async () => {
    const slack = await localSlack();
    const { body } = await rawCall(slack, "conversations.open", { users: "U0ADA" });
    const { id } = body["channel"] as { id: string };
    slack.people("U0ADA").say({ place: id, text: "hello" });
    expect(eventsOf(slack)).toMatchObject([{ channel: id, channel_type: "im" }]);
  });

  it("of a mention with app_mentions:read", async () => {
    const slack = await localSlack({ scopes: ["app_mentions:read"] });
    slack.people("U0ADA").say({ place: PLACE, text: "@parley hello" });
    expect(eventsOf(slack)).toMatchObject([{ type: "app_mention", user: "U0ADA", channel: PLACE }]);
  });
});

describe("The app is not told", () => {
  it("of channels it is not in", async () => {
    const slack = await localSlack();
    slack.people("U0EVE").say({ place: ELSEWHERE, text: "hello" });
    expect(slack.deliveries).toEqual([]);
  });

  it("of messages without the scope to read them", async () => {
    const slack = await localSlack({ scopes: ["chat:write"] });
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    expect(slack.deliveries).toEqual([]);
  });

  it("of ephemeral messages", async () => {
    const slack = await localSlack();
    const args = { channel: PLACE, user: "U0ADA", text: "Only for you" };
    await rawCall(slack, "chat.postEphemeral", args);
    expect(slack.stored.ephemerals).toHaveLength(1);
    expect(slack.deliveries).toEqual([]);
  });
});
