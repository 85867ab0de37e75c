import { describe, expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import { rawCall } from "./raw-call.ts";
import type { LocalSlack } from "./server.ts";
import { actions, button, localSlack, PLACE, postedCard, section } from "./test-workspace.ts";

async function respond(url: string, body: object) {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** The response_url of a press that nobody hears. */
async function pressed(slack: LocalSlack, message: string): Promise<string> {
  await slack.people("U0ADA").press({ place: PLACE, message, action: "accept" });
  const press = slack.deliveries.findLast(({ type }) => type === "block_actions");
  return String(press?.payload["response_url"]);
}

const ok = { status: 200, text: "ok" };

describe("A response_url", () => {
  it("answers the presser alone, unless it says otherwise", async () => {
    const slack = await localSlack();
    const url = await pressed(slack, await postedCard(slack));
    expect(await respond(url, { text: "for you" })).toEqual(ok);
    expect(await respond(url, { text: "for all", response_type: "in_channel" })).toEqual(ok);
    expect(slack.stored.ephemerals).toMatchObject([{ text: "for you", onlyFor: "U0ADA" }]);
    expect(slack.stored.inChannel(PLACE).at(-1)?.text).toBe("for all");
  });

  it("replaces and deletes the pressed message", async () => {
    const slack = await localSlack();
    const ts = await postedCard(slack);
    const url = await pressed(slack, ts);
    await respond(url, { replace_original: true, text: "Accepted", blocks: [section("Accepted")] });
    expect(slack.stored.message(PLACE, ts)).toMatchObject({
      text: "Accepted",
      blocks: [{ type: "section" }],
    });
    await respond(url, { delete_original: true });
    expect(slack.stored.message(PLACE, ts)).toBeUndefined();
  });

  it("is the only way to change an ephemeral message", async () => {
    const slack = await localSlack();
    const args = { channel: PLACE, user: "U0ADA", text: "a", blocks: [actions(button("accept"))] };
    const { body } = await rawCall(slack, "chat.postEphemeral", args);
    const url = await pressed(slack, String(body["message_ts"]));
    const press = slack.deliveries.at(-1)?.payload;
    // A button in a private note can open a dialog, too.
    expect(press).toMatchObject({
      container: { is_ephemeral: true },
      trigger_id: expect.any(String),
    });
    expect(press).not.toHaveProperty("message");
    await respond(url, { replace_original: true, text: "Done" });
    expect(slack.stored.ephemerals).toMatchObject([{ text: "Done", blocks: [] }]);
    await respond(url, { delete_original: true });
    expect(slack.stored.ephemerals).toEqual([]);
  });

  // docs.slack.dev/interactivity/handling-user-interaction
  it("serves five times", async () => {
    const slack = await localSlack();
    const url = await pressed(slack, await postedCard(slack));
    for (let use = 1; use <= 5; use += 1) expect(await respond(url, { text: "a" })).toEqual(ok);
    const sixth = await respond(url, { text: "a" });
    expect(sixth.status).toBe(404);
    expect(JSON.parse(sixth.text)).toEqual({ ok: false, error: "used_url" });
    expect(slack.stored.ephemerals).toHaveLength(5);
  });

  it("serves for thirty minutes", async () => {
    const clock = new ManualClock();
    const slack = await localSlack({ clock });
    const url = await pressed(slack, await postedCard(slack));
    await clock.advance(30 * 60_000);
    expect(await respond(url, { text: "a" })).toEqual(ok);
    await clock.advance(1);
    expect(await respond(url, { text: "a" })).toMatchObject({
      status: 404,
      text: '{"ok":false,"error":"expired_url"}',
    });
  });

  // java-slack-sdk#1017
  it("says what is wrong in bare words, and that use does not count", async () => {
    const slack = await localSlack();
    const url = await pressed(slack, await postedCard(slack));
    const tooLong = { blocks: [section("x".repeat(3_001))] };
    expect(await respond(url, tooLong)).toEqual({ status: 400, text: "invalid_blocks" });
    expect(await respond(url, {})).toEqual({ status: 400, text: "no_text" });
    for (let use = 1; use <= 5; use += 1) expect(await respond(url, { text: "a" })).toEqual(ok);
  });

  // bolt-js#2509: the total length bites posts only.
  it("takes more text in all than a post does", async () => {
    const slack = await localSlack();
    const url = await pressed(slack, await postedCard(slack));
    const blocks = Array.from({ length: 6 }, () => section("x".repeat(3_000)));
    expect(await respond(url, { text: "a", blocks })).toEqual(ok);
  });

  it("of a command has nothing to replace", async () => {
    const slack = await localSlack();
    await slack.people("U0ADA").command({ place: PLACE, command: "/pending" });
    const url = String(slack.deliveries[0]?.payload["response_url"]);
    await respond(url, { replace_original: true, text: "a" });
    expect(slack.stored.ephemerals).toMatchObject([{ text: "a" }]);
  });

  it("that nobody issued serves nobody", async () => {
    const slack = await localSlack();
    expect((await respond(`${slack.origin}/actions/T1/1/a`, { text: "a" })).status).toBe(404);
  });
});
